import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import type { Event } from '../../../../packages/client/src/schemas.ts';
import { useCustomerNames } from '../../api/customer-names.ts';
import { useMay, webhookReaders } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { attemptError } from '../../pieces/attempt-error.ts';
import { Choice } from '../../pieces/choice.tsx';
import type { Column, Columns } from '../../pieces/column.ts';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { eventName } from '../../pieces/event-name.ts';
import { EventStatus } from '../../pieces/event-status.tsx';
import { Filters } from '../../pieces/filters.tsx';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { useAddress } from '../../pieces/use-address.ts';
import { useFormats, type Formats } from '../../pieces/use-formats.ts';
import { useFilter } from '../../pieces/use-filter.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useUnsplit } from '../../pieces/window-width.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { sinceHours } from '../hours.ts';
import { EventDialog } from './event-dialog.tsx';
import { EventPane } from './event-pane.tsx';
import { eventTypes } from './event-types.ts';
import { ResendProgress } from './resend-progress.tsx';

// The dialogs are loaded when they are opened.
const ResendDialog = lazy(async () => ({ default: (await import('./resend-dialog.tsx')).ResendDialog }));
const ResendChosenDialog = lazy(async () => ({
  default: (await import('./resend-chosen-dialog.tsx')).ResendChosenDialog,
}));

const statuses = ['all', 'waiting', 'delivered', 'undelivered'] as const;
/** Hours. The first is that of a page without a filter. */
const windows = ['720', '168', '24'] as const;
/** Milliseconds. Events are delivered, and sent again, while somebody looks. */
const lookAgain = 15_000;

interface RowContext {
  readonly texts: Texts;
  readonly number: Formats['number'];
  readonly customers: ReadonlyMap<string, string>;
  readonly open: (eventId: string) => void;
  /** Whether an event stands beside the list, which then has less room. */
  readonly isSplit: boolean;
}

const eventColumn = (texts: Texts, open: RowContext['open']): Column<Event> => ({
  id: 'event',
  header: texts.webhook.event,
  cell: ({ id, type }) => (
    <Link
      onFollow={() => {
        open(id);
      }}
    >
      {eventName(texts, type)}
    </Link>
  ),
  below: ({ created_at: at }) => (
    <Box variant="small">
      <Moment at={at} />
    </Box>
  ),
  value: ({ type }) => eventName(texts, type),
  more: [
    { header: texts.words.time, value: ({ created_at: at }) => at },
    { header: texts.words.id, value: ({ id }) => id },
  ],
  minWidth: 160,
});

const eventColumns = ({ texts, number, customers, open, isSplit }: RowContext): Columns<Event> => {
  const { webhook, words } = texts;
  const isShown = ({ id }: { readonly id: string }): boolean => !isSplit || id === 'status';
  const others: readonly Column<Event>[] = [
    {
      id: 'customer',
      header: webhook.customer,
      cell: ({ customer_id: id }) =>
        id === null ? null : <CustomerLink id={id} name={customers.get(id) ?? webhook.openCustomer} />,
      value: ({ customer_id: id }) => (id === null ? null : (customers.get(id) ?? id)),
      minWidth: 150,
    },
    {
      id: 'status',
      header: words.status,
      cell: ({ status }) => <EventStatus status={status} />,
      value: ({ status }) => webhook.eventStatus[status],
      minWidth: 120,
    },
    {
      id: 'attempts',
      header: webhook.attempts,
      cell: ({ attempts }) => number(attempts),
      value: ({ attempts }) => attempts,
      lesser: true,
    },
    {
      id: 'next',
      header: webhook.next,
      cell: ({ next_attempt_at: at }) => (at === null ? null : <Moment at={at} />),
      value: ({ next_attempt_at: at }) => at,
    },
    {
      id: 'error',
      header: webhook.error,
      cell: ({ last_error: error }) => (error === null ? null : attemptError(texts, error.code)),
      value: ({ last_error: error }) => error?.code ?? null,
    },
  ];
  return [eventColumn(texts, open), ...others.filter(isShown)];
};

const useEventFilter = () => {
  const [status, setStatus] = useFilter('events.status', 'status', statuses);
  const [type, setType] = useFilter('events.type', 'type', ['', ...eventTypes]);
  const [hours, setHours] = useFilter('events.window', 'hours', windows);
  return { status, setStatus, type, setType, hours, setHours };
};

const useEvents = ({ status, type, hours }: ReturnType<typeof useEventFilter>, page: number) =>
  useRead(
    'list-partner-webhook-events',
    { page, page_size: 25, status, date_from: sinceHours(Number(hours)), ...(type === '' ? {} : { type }) },
    { keep: true, every: lookAgain },
  );

interface EventFiltersProps extends ReturnType<typeof useEventFilter> {
  readonly onPage: (page: number) => void;
}

const EventFilters = (props: EventFiltersProps): ReactElement => {
  const { status, setStatus, type, setType, hours, setHours, onPage } = props;
  const { webhook, words } = useTexts();
  return (
    <Filters>
      <Choice
        label={words.status}
        value={status}
        options={statuses.map((one) => [one, one === 'all' ? webhook.allStatuses : webhook.eventStatus[one]])}
        onChange={(value) => {
          setStatus(value);
          onPage(1);
        }}
      />
      <Choice
        label={webhook.type}
        value={type}
        options={[['', words.any], ...eventTypes.map((one) => [one, webhook.types[one]] as const)]}
        onChange={(value) => {
          setType(value);
          onPage(1);
        }}
      />
      <Choice
        label={webhook.since}
        value={hours}
        options={windows.map((one) => [one, webhook.sinces[one]])}
        onChange={(value) => {
          setHours(value);
          onPage(1);
        }}
      />
    </Filters>
  );
};

interface ListActionsProps {
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
  readonly onResend: () => void;
}

const ListActions = ({ query, onResend }: ListActionsProps): ReactElement => {
  const { webhook, words } = useTexts();
  const mayWrite = useMay('webhook.write');
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button
        iconName="refresh"
        ariaLabel={words.refresh}
        loading={query.isFetching}
        onClick={() => {
          query.refetch();
        }}
      />
      {mayWrite && <Button onClick={onResend}>{webhook.resendMany}</Button>}
    </SpaceBetween>
  );
};

interface EventListProps {
  readonly open: (eventId: string) => void;
  readonly isSplit: boolean;
  readonly onResend: (chosen: readonly Event[] | 'undelivered') => void;
}

const EventList = ({ open, isSplit, onResend }: EventListProps): ReactElement => {
  const texts = useTexts();
  const { webhook } = texts;
  const { number } = useFormats();
  const mayWrite = useMay('webhook.write');
  const filter = useEventFilter();
  const [page, setPage] = usePage();
  const query = useEvents(filter, page);
  const customers = useCustomerNames(
    (query.data?.items ?? []).flatMap(({ customer_id: id }) => (id === null ? [] : [id])),
  );
  return (
    <Listing<Event>
      name={webhook.events}
      header={
        <ListHeader
          title={webhook.events}
          query={query}
          actions={
            <ListActions
              query={query}
              onResend={() => {
                onResend('undelivered');
              }}
            />
          }
        />
      }
      filter={<EventFilters {...filter} onPage={setPage} />}
      query={query}
      roles={webhookReaders}
      page={page}
      onPage={setPage}
      idOf={({ id }) => id}
      {...(mayWrite
        ? {
            bulk: (chosen: readonly Event[]) => (
              <Button
                disabled={chosen.length === 0}
                onClick={() => {
                  onResend(chosen);
                }}
              >
                {webhook.resendChosen(chosen.length)}
              </Button>
            ),
          }
        : {})}
      empty={<Empty title={webhook.eventsEmpty} why={webhook.eventsEmptyWhy} />}
      columns={eventColumns({ texts, number, customers, open, isSplit })}
    />
  );
};

/** The events of the last 30 days, with what became of them: one of them beside the list, or in a dialog where there is no room. */
export const EventsPanel = (): ReactElement => {
  const [opened, setOpened] = useAddress('event');
  const isWide = !useUnsplit();
  const [resending, setResending] = useState<readonly Event[] | 'undelivered' | null>(null);
  const closeResend = (): void => {
    setResending(null);
  };
  const [begun, setBegun] = useState<string | null>(null);
  const isSplit = isWide && opened !== '';
  // The way back closes what was opened, also after others were opened from the list beside it.
  const open = (eventId: string): void => {
    setOpened(eventId, opened === '');
  };
  const close = (): void => {
    setOpened('');
  };
  return (
    <SpaceBetween size="l">
      <ResendProgress begun={begun} />
      <div className={isSplit ? 'split' : ''}>
        <EventList open={open} isSplit={isSplit} onResend={setResending} />
        {isSplit && <EventPane key={opened} eventId={opened} close={close} />}
      </div>
      {opened !== '' && !isSplit && <EventDialog eventId={opened} close={close} />}
      <Suspense>
        {resending === 'undelivered' && <ResendDialog begun={setBegun} close={closeResend} />}
        {resending !== null && resending !== 'undelivered' && (
          <ResendChosenDialog events={resending} close={closeResend} />
        )}
      </Suspense>
    </SpaceBetween>
  );
};
