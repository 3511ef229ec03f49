import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { EventDetail } from '../../../../packages/client/src/schemas.ts';
import { useCustomerNames } from '../../api/customer-names.ts';
import { useMay } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { AttemptsLine } from '../../pieces/attempts-line.tsx';
import { Copyable } from '../../pieces/copyable.tsx';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { Dialog } from '../../pieces/dialog.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

/** A body in lines, when it is JSON. */
const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

const Detail = ({ event }: { readonly event: EventDetail }): ReactElement => {
  const { webhook, words } = useTexts();
  const { number } = useFormats();
  const names = useCustomerNames(event.customer_id === null ? [] : [event.customer_id]);
  return (
    <SpaceBetween size="m">
      <KeyValuePairs
        columns={3}
        minColumnWidth={150}
        items={[
          { label: words.status, value: webhook.eventStatus[event.status] },
          { label: webhook.created, value: <Moment at={event.created_at} /> },
          { label: webhook.delivered, value: <Moment at={event.delivered_at} /> },
          { label: webhook.next, value: <Moment at={event.next_attempt_at} /> },
          { label: webhook.sequence, value: number(event.sequence) },
          ...(event.customer_id === null
            ? []
            : [
                {
                  label: webhook.customer,
                  value: (
                    <CustomerLink id={event.customer_id} name={names.get(event.customer_id) ?? webhook.openCustomer} />
                  ),
                },
              ]),
          { label: webhook.eventId, value: <Copyable text={event.id} name={webhook.eventId} /> },
          ...(event.last_error === null
            ? []
            : [{ label: webhook.error, value: <span className="breakable">{event.last_error.message}</span> }]),
        ]}
      />
      <div>
        <Box variant="h3">{webhook.attempts}</Box>
        <AttemptsLine attempts={event.attempt_log} next={event.next_attempt_at} />
      </div>
      <ExpandableSection headerText={webhook.body}>
        {event.body === null ? (
          webhook.bodyGone
        ) : (
          <pre className="code-block" tabIndex={0}>
            {readable(event.body)}
          </pre>
        )}
      </ExpandableSection>
    </SpaceBetween>
  );
};

interface EventDialogProps {
  readonly eventId: string;
  readonly close: () => void;
}

/** One event with its attempts, its body and the button that sends it again, or tries it at once while it waits. */
export const EventDialog = ({ eventId, close }: EventDialogProps): ReactElement => {
  const { webhook } = useTexts();
  const mayWrite = useMay('webhook.write');
  const query = useRead(
    'get-partner-webhook-event',
    { event_id: eventId },
    { while: ({ event }) => event.status === 'waiting' },
  );
  const { state, send } = useCommand('resend-partner-webhook-events');
  const submit = async (): Promise<void> => {
    const body = await send({ event_id: eventId });
    if (body !== null) close();
  };
  return (
    <Dialog
      title={webhook.event}
      verb={query.data?.event.status === 'waiting' ? webhook.tryNow : webhook.resend}
      size="large"
      state={state}
      ready={mayWrite && query.data !== undefined}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <Reading of={query} lines={6}>
        {({ event }) => <Detail event={event} />}
      </Reading>
    </Dialog>
  );
};
