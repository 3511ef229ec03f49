import Alert from '@cloudscape-design/components/alert';
import { useState, type ReactElement } from 'react';
import type { TestEvent } from '../../../../packages/client/src/schemas.ts';
import { useRead } from '../../api/use-read.ts';
import { AttemptsLine } from '../../pieces/attempts-line.tsx';
import { useCommand } from '../../api/use-command.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Copyable } from '../../pieces/copyable.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import { eventTypes } from './event-types.ts';

const callback = 'service.platform.callback';
const callbackKinds = ['message', 'sent', 'delivered', 'read', 'failed'] as const;

const signs = { waiting: 'info', delivered: 'success', undelivered: 'error' } as const;

/** What the endpoint answered, as soon as it is known. */
const Answered = ({ event }: { readonly event: TestEvent }): ReactElement => {
  const { webhook } = useTexts();
  const { data } = useRead(
    'get-partner-webhook-test-event',
    { event_id: event.id },
    { while: (body) => body.event.status === 'waiting' },
  );
  const { status = 'waiting', attempt_log: attempts = [], next_attempt_at: next = null } = data?.event ?? {};
  const refused = status === 'undelivered' || attempts.length > 0;
  const title = status === 'delivered' ? webhook.testTaken : refused ? webhook.testRefused : webhook.testWaiting;
  return (
    <Alert type={refused && status === 'waiting' ? 'warning' : signs[status]} header={title}>
      {attempts.length > 0 && <AttemptsLine attempts={attempts} next={next} />}
      {refused && status === 'waiting' && <p className="tight">{webhook.testAgain}</p>}
      <div>
        {webhook.eventId}: <Copyable text={event.id} name={webhook.eventId} />
      </div>
    </Alert>
  );
};

export const TestEventDialog = ({ close }: { readonly close: () => void }): ReactElement => {
  const { webhook, delivery } = useTexts();
  const [kind, setKind] = useState<(typeof callbackKinds)[number]>('message');
  const [type, setType] = useState<TestEvent['type']>('service.ping');
  const [sent, setSent] = useState<TestEvent | null>(null);
  const { state, send } = useCommand('send-partner-webhook-test-event');
  const submit = async (): Promise<void> => {
    const body = await send(type === callback ? { type, callback_kind: kind } : { type });
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
        options={(['service.ping', ...eventTypes, callback] as const).map((one) => [one, webhook.types[one]] as const)}
        onChange={setType}
      />
      {type === callback && (
        <Choice
          label={webhook.testCallback}
          value={kind}
          options={callbackKinds.map(
            (one) => [one, one === 'message' ? webhook.testMessage : delivery.event[one]] as const,
          )}
          onChange={setKind}
        />
      )}
      {sent !== null && <Answered key={sent.id} event={sent} />}
    </Dialog>
  );
};
