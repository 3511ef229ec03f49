import Alert from '@cloudscape-design/components/alert';
import { useState, type ReactElement } from 'react';
import type { TestEvent } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Copyable } from '../../pieces/copyable.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import { eventTypes } from './event-types.ts';

export const TestEventDialog = ({ close }: { readonly close: () => void }): ReactElement => {
  const { webhook } = useTexts();
  const [type, setType] = useState<TestEvent['type']>('service.ping');
  const [sent, setSent] = useState<TestEvent | null>(null);
  const { state, send } = useCommand('send-partner-webhook-test-event');
  const submit = async (): Promise<void> => {
    const body = await send({ type });
    setSent(body?.event ?? null);
  };
  return (
    <Dialog
      title={webhook.test}
      verb={webhook.testVerb}
      state={state}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <div>{webhook.testWhy}</div>
      <Choice
        label={webhook.testType}
        value={type}
        options={(['service.ping', ...eventTypes] as const).map((one) => [one, webhook.types[one]] as const)}
        onChange={setType}
      />
      {sent !== null && (
        <Alert type="success" header={webhook.testSent}>
          {webhook.eventId}: <Copyable text={sent.id} name={webhook.eventId} />
        </Alert>
      )}
    </Dialog>
  );
};
