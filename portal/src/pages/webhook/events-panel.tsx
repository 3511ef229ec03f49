import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import type { Event } from '../../../../packages/client/src/schemas.ts';
import { useMay, webhookReaders } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { attemptError } from '../../pieces/attempt-error.ts';
import { Choice } from '../../pieces/choice.tsx';
import type { Columns } from '../../pieces/column.ts';
import { Empty } from '../../pieces/empty.tsx';
import { eventName } from '../../pieces/event-name.ts';
import { EventStatus } from '../../pieces/event-status.tsx';
import { Filters } from '../../pieces/filters.tsx';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { useFormats, type Formats } from '../../pieces/use-formats.ts';
import { useFilter } from '../../pieces/use-filter.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { sinceHours } from '../hours.ts';
import { EventDialog } from './event-dialog.tsx';
import { eventTypes } from './event-types.ts';
import { ResendDialog } from './resend-dialog.tsx';
import { ResendProgress } from './resend-progress.tsx';

const statuses = ['all', 'waiting', 'delivered', 'undelivered'] as const;
/** Hours. The first is that of a page without a filter. */
const windows = ['720', '168', '24'] as const;
/** Milliseconds. Events are delivered, and sent again, while somebody looks. */
const lookAgain = 15_000;

const eventColumns = (texts: Texts, number: Formats['number'], open: (eventId: string) => void): Columns<Event> => {
  const { webhook, words } = texts;
  return [
    {
      id: 'event',
      header: webhook.event,
      cell: ({ id, type }) => (
        <Link
          onFollow={() => {
            open(id);
          }}
        >
          {eventName(texts, type)}
        </Link>
      ),
      minWidth: 140,
    },
    {
      id: 'status',
      header: words.status,
      cell: ({ status }) => <EventStatus status={status} />,
      minWidth: 120,
    },
    { id: 'created', header: webhook.created, cell: ({ created_at: at }) => <Moment at={at} /> },
    { id: 'attempts', header: webhook.attempts, cell: ({ attempts }) => number(attempts) },
    {
      id: 'next',
      header: webhook.next,
      cell: ({ next_attempt_at: at }) => (at === null ? null : <Moment at={at} />),
    },
    {
      id: 'error',
      header: webhook.error,
      cell: ({ last_error: error }) => (error === null ? null : attemptError(texts, error.code)),
    },
  ];
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

/** The events of the last 30 days, with what became of them. */
export const EventsPanel = (): ReactElement => {
  const texts = useTexts();
  const { webhook } = texts;
  const { number } = useFormats();
  const filter = useEventFilter();
  const [page, setPage] = usePage();
  const [opened, setOpened] = useState<string | null>(null);
  const [resending, setResending] = useState(false);
  const [begun, setBegun] = useState<string | null>(null);
  const query = useEvents(filter, page);
  return (
    <SpaceBetween size="l">
      <ResendProgress begun={begun} />
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
                  setResending(true);
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
        empty={<Empty title={webhook.eventsEmpty} why={webhook.eventsEmptyWhy} />}
        columns={eventColumns(texts, number, setOpened)}
      />
      {opened !== null && (
        <EventDialog
          eventId={opened}
          close={() => {
            setOpened(null);
          }}
        />
      )}
      {resending && (
        <ResendDialog
          begun={setBegun}
          close={() => {
            setResending(false);
          }}
        />
      )}
    </SpaceBetween>
  );
};
