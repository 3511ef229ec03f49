import { useState, type ReactElement } from 'react';
import { useCommand } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { hour } from '../hours.ts';
import { outageOf, resendSince } from './outage.ts';

const windows = ['24', '168', '720'] as const;

type Since = 'outage' | (typeof windows)[number];

interface ResendDialogProps {
  readonly close: () => void;
  /** Called with the id of the resend that was begun. */
  readonly begun: (resendId: string) => void;
}

/** Sends all undelivered events since a time again: since the endpoint last worked, when that is known. */
export const ResendDialog = ({ close, begun }: ResendDialogProps): ReactElement => {
  const { webhook } = useTexts();
  const { dateTime } = useFormats();
  const [chosen, setChosen] = useState<Since | null>(null);
  // The time at which the dialog was opened: the same command must name the same time.
  const [opened] = useState(() => Date.now());
  const { data } = useRead('get-partner-webhook-endpoint', {});
  const outage = outageOf(data?.endpoint ?? null);
  const since = chosen ?? (outage === null ? '24' : 'outage');
  const { state, send } = useCommand('resend-partner-webhook-events');
  const submit = async (): Promise<void> => {
    // Those that were delivered are not sent again.
    const isOutage = since === 'outage' && outage !== null;
    const from = isOutage ? resendSince(outage) : new Date(opened - Number(since) * hour).toISOString();
    const body = await send({ since: from });
    if (body === null) return;
    begun(body.resend.id);
    close();
  };
  return (
    <Dialog
      title={webhook.resendMany}
      verb={webhook.resend}
      state={state}
      ready={data !== undefined}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{webhook.resendManyWhy}</div>
      <Choice<Since>
        label={webhook.since}
        value={since}
        options={[
          ...(outage === null ? [] : [['outage', webhook.sinceOutage(dateTime(outage))] as const]),
          ...windows.map((one) => [one, webhook.sinces[one]] as const),
        ]}
        onChange={setChosen}
      />
    </Dialog>
  );
};
