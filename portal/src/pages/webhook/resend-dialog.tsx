import { useState, type ReactElement } from 'react';
import { useCommand } from '../../api/use-command.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { useTexts } from '../../texts/texts.ts';

const windows = ['24', '168', '720'] as const;
const hour = 3_600_000;

/** Sends all undelivered events since a time again. */
export const ResendDialog = ({ close }: { readonly close: () => void }): ReactElement => {
  const { webhook } = useTexts();
  const [window, setWindow] = useState<(typeof windows)[number]>('24');
  // The time at which the dialog was opened: the same command must name the same time.
  const [opened] = useState(() => Date.now());
  const { state, send } = useCommand('resend-partner-webhook-events');
  const submit = async (): Promise<void> => {
    const body = await send({ since: new Date(opened - Number(window) * hour).toISOString() });
    if (body !== null) close();
  };
  return (
    <Dialog
      title={webhook.resendMany}
      verb={webhook.resend}
      state={state}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{webhook.resendManyWhy}</div>
      <Choice
        label={webhook.since}
        value={window}
        options={windows.map((one) => [one, webhook.sinces[one]])}
        onChange={setWindow}
      />
    </Dialog>
  );
};
