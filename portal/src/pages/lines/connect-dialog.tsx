import FormField from '@cloudscape-design/components/form-field';
import { useState, type ReactElement } from 'react';
import { useCommand } from '../../api/use-command.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { EndpointWarning } from '../../pieces/endpoint-warning.tsx';
import { useTexts } from '../../texts/texts.ts';
import { rememberLink } from './made-links.ts';

interface ConnectDialogProps {
  readonly lineId: string;
  readonly mode: 'connect' | 'reconnect';
  readonly close: () => void;
}

/** How long a link can be valid, in hours. */
const choices = ['1', '24', '72', '168'] as const;

/** Makes a link, which the page of the line then shows. */
export const ConnectDialog = ({ lineId, mode, close }: ConnectDialogProps): ReactElement => {
  const { lines } = useTexts();
  const [hours, setHours] = useState<(typeof choices)[number]>('24');
  const { state, send } = useCommand('create-connect-session');
  const submit = async (): Promise<void> => {
    const body = await send({ instance_id: lineId, mode, ttl_hours: Number(hours) });
    if (body === null) return;
    rememberLink(body.session);
    close();
  };
  return (
    <Dialog
      title={mode === 'connect' ? lines.connect : lines.reconnect}
      verb={lines.connectVerb}
      state={state}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{mode === 'connect' ? lines.connectWhy : lines.reconnectWhy}</div>
      <EndpointWarning />
      <FormField stretch>
        <Choice
          label={lines.hours}
          value={hours}
          options={choices.map((choice) => [choice, lines.hoursOf(Number(choice))] as const)}
          onChange={setHours}
        />
      </FormField>
    </Dialog>
  );
};
