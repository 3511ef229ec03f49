import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState, type ReactElement } from 'react';
import type { DeliveryHealth, Event } from '../../../../packages/client/src/schemas.ts';
import { useCustomerNames } from '../../api/customer-names.ts';
import { firstFailure, type FirstFailure } from '../../api/first-failure.ts';
import { useMay } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import type { LineRow } from '../../api/lines.ts';
import { attemptError } from '../../pieces/attempt-error.ts';
import { eventName } from '../../pieces/event-name.ts';
import { EventStatus } from '../../pieces/event-status.tsx';
import { Failure } from '../../pieces/failure.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { deliveryPath, type Window } from '../delivery/scope.ts';
import type { CustomerDetail } from './customer-detail.ts';
import { Changes, customersIn, Related, type Names } from './history-entry.tsx';
import { timelineOf, type Happening, type Sources } from './timeline.ts';

/** How many changes and events are read, first and when more are asked for. */
const sizes = [10, 50, 200] as const;

/** What an event was, and whether the endpoint took it. */
const EventLine = ({ event }: { readonly event: Event }): ReactElement => {
  const texts = useTexts();
  const { last_error: error } = event;
  return (
    <>
      <EventStatus status={event.status} />{' '}
      <PageLink to={`/webhook/events?event=${event.id}`}>
        {texts.customers.eventOf(eventName(texts, event.type))}
      </PageLink>
      {event.status !== 'delivered' && error !== null && ` (${attemptError(texts, error.code)})`}
    </>
  );
};

interface HappeningTextProps {
  readonly one: Happening;
  readonly names: Names;
  readonly customerId: string;
  readonly window: Window;
}

const HappeningText = ({ one, names, customerId, window }: HappeningTextProps): ReactElement => {
  const { customers } = useTexts();
  const { number } = useFormats();
  switch (one.is) {
    case 'change':
      return (
        <>
          <strong>{customers.events[one.entry.event]}</strong>{' '}
          <Related entry={one.entry} names={names} own={customerId} />
          <Changes entry={one.entry} names={names} />
          {one.entry.reason !== null && <Box color="text-body-secondary">{one.entry.reason}</Box>}
        </>
      );
    case 'event':
      return <EventLine event={one.event} />;
    case 'failures':
      return (
        <>
          <StatusIndicator type="error">
            {customers.failures(number(one.counts.failed), number(one.counts.delivered))}
          </StatusIndicator>{' '}
          <PageLink to={deliveryPath('events', { instanceId: null, customerId, window }, { status: 'failed' })}>
            {customers.allFailures}
          </PageLink>
        </>
      );
  }
};

/** The changes and the events of a customer, as many of each. The customer itself has the newest ten changes. */
const useSources = (
  customer: CustomerDetail,
  size: number,
): Omit<Sources, 'series'> & FirstFailure & { readonly isReading: boolean } => {
  const mayReadEvents = useMay('webhook.read');
  const { customer_id } = customer;
  const isFirst = size === sizes[0];
  const history = useRead(
    'get-partner-customer-history',
    { customer_id, page: 1, page_size: size },
    { when: !isFirst, keep: true },
  );
  const events = useRead(
    'list-partner-webhook-events',
    { customer_id, page: 1, page_size: size },
    { when: mayReadEvents, keep: true },
  );
  const changes = history.data?.items ?? customer.history;
  return {
    history: {
      items: changes,
      hasMore: history.data === undefined ? changes.length >= sizes[0] : changes.length < history.data.total,
    },
    events: {
      items: events.data?.items ?? [],
      hasMore: events.data !== undefined && events.data.items.length < events.data.total,
    },
    isReading: events.isFetching || history.isFetching,
    ...firstFailure([history, events]),
  };
};

interface TimelinePanelProps {
  readonly customer: CustomerDetail;
  readonly lines: readonly LineRow[];
  readonly health: DeliveryHealth | undefined;
  readonly window: Window;
}

/** Changes, events and failures of a customer in their order, the newest first. */
export const TimelinePanel = ({ customer, lines, health, window }: TimelinePanelProps): ReactElement => {
  const { customers, delivery } = useTexts();
  const [step, setStep] = useState(0);
  const { isReading, error, again, ...sources } = useSources(customer, sizes[step] ?? sizes[0]);
  const happenings = timelineOf({ ...sources, series: health?.series ?? [] });
  const names: Names = {
    customers: useCustomerNames(sources.history.items.flatMap(customersIn)),
    lines: new Map(lines.map(({ id, phone, key }) => [id, { name: phone ?? key }])),
  };
  const hasMore = sources.history.hasMore || sources.events.hasMore;
  return (
    <Container
      header={
        <Header
          variant="h2"
          description={health === undefined ? undefined : customers.timelineWhy(delivery.windows[window])}
        >
          {customers.timeline}
        </Header>
      }
    >
      <SpaceBetween size="m">
        {error !== null && <Failure error={error} retry={again} />}
        <ol className="timeline">
          {happenings.map((one) => (
            <li key={`${one.is} ${one.id}`}>
              <Moment at={one.at} />
              <div className="breakable">
                <HappeningText one={one} names={names} customerId={customer.customer_id} window={window} />
              </div>
            </li>
          ))}
        </ol>
        {hasMore && step < sizes.length - 1 && (
          <Button
            loading={isReading}
            onClick={() => {
              setStep(step + 1);
            }}
          >
            {customers.showEarlier}
          </Button>
        )}
      </SpaceBetween>
    </Container>
  );
};
