import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { EventDetail } from '../../../../packages/client/src/schemas.ts';
import { useCustomerNames } from '../../api/customer-names.ts';
import { AttemptsLine } from '../../pieces/attempts-line.tsx';
import { Copyable } from '../../pieces/copyable.tsx';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { eventName } from '../../pieces/event-name.ts';
import { EventStatus } from '../../pieces/event-status.tsx';
import { joined } from '../../pieces/isolated.ts';
import { Moment } from '../../pieces/moment.tsx';
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

const callback = /"field":"(\w{1,60})"/;

/** The field of the platform's callback that is sent on; null of other events, and when the body is not kept. */
const callbackField = ({ type, body }: EventDetail): string | null =>
  type === 'service.platform.callback' ? (callback.exec(body ?? '')?.[1] ?? null) : null;

interface EventFactsProps {
  readonly event: EventDetail;
  /** Whether its body is shown at once. */
  readonly withBody?: boolean;
}

/** All that is known of an event: its attempts, and what is sent. */
export const EventFacts = ({ event, withBody = false }: EventFactsProps): ReactElement => {
  const texts = useTexts();
  const { webhook, words } = texts;
  const field = callbackField(event);
  const { number } = useFormats();
  const names = useCustomerNames(event.customer_id === null ? [] : [event.customer_id]);
  return (
    <SpaceBetween size="m">
      <KeyValuePairs
        columns={3}
        minColumnWidth={140}
        items={[
          { label: webhook.type, value: joined([eventName(texts, event.type), ...(field === null ? [] : [field])]) },
          { label: words.status, value: <EventStatus status={event.status} /> },
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
      <ExpandableSection headerText={webhook.body} defaultExpanded={withBody}>
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
