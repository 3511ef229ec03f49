import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useState, type ReactElement } from 'react';
import type { Event } from '../../../../packages/client/src/schemas.ts';
import { useMay, webhookReaders } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { attemptError } from '../../pieces/attempt-error.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { Filters } from '../../pieces/filters.tsx';
import { ListHeader } from '../../pieces/list-header.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useFilter } from '../../pieces/use-filter.ts';
import { useTexts } from '../../texts/texts.ts';
import { sinceHours } from '../hours.ts';
import { EventDialog } from './event-dialog.tsx';
import { eventTypes } from './event-types.ts';
import { ResendDialog } from './resend-dialog.tsx';
import { ResendProgress } from './resend-progress.tsx';

const signs: Readonly<Record<Event['status'], StatusIndicatorProps.Type>> = {
  waiting: 'pending',
  delivered: 'success',
  undelivered: 'error',
};

const statuses = ['all', 'waiting', 'delivered', 'undelivered'] as const;
/** Hours. The first is that of a page without a filter. */
const windows = ['720', '168', '24'] as const;
/** Milliseconds. Events are delivered, and sent again, while somebody looks. */
const lookAgain = 15_000;

/** The events of the last 30 days, with what became of them. */
export const EventsPanel = (): ReactElement => {
  const texts = useTexts();
  const { webhook, words } = texts;
  const { number } = useFormats();
  const mayWrite = useMay('webhook.write');
  const [status, setStatus] = useFilter('events.status', 'status', statuses);
  const [type, setType] = useFilter('events.type', 'type', ['', ...eventTypes]);
  const [hours, setHours] = useFilter('events.window', 'hours', windows);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string | null>(null);
  const [resending, setResending] = useState(false);
  const [begun, setBegun] = useState<string | null>(null);
  const query = useRead(
    'list-partner-webhook-events',
    {
      page,
      page_size: 25,
      status: status,
      date_from: sinceHours(Number(hours)),
      ...(type === '' ? {} : { type: type }),
    },
    { keep: true, every: lookAgain },
  );
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
              <SpaceBetween direction="horizontal" size="xs">
                <Button
                  iconName="refresh"
                  ariaLabel={words.refresh}
                  loading={query.isFetching}
                  onClick={() => {
                    void query.refetch();
                  }}
                />
                {mayWrite && (
                  <Button
                    onClick={() => {
                      setResending(true);
                    }}
                  >
                    {webhook.resendMany}
                  </Button>
                )}
              </SpaceBetween>
            }
          />
        }
        filter={
          <Filters>
            <Choice
              label={words.status}
              value={status}
              options={statuses.map((one) => [one, one === 'all' ? webhook.allStatuses : webhook.eventStatus[one]])}
              onChange={(value) => {
                setStatus(value);
                setPage(1);
              }}
            />
            <Choice
              label={webhook.type}
              value={type}
              options={[['', words.any], ...eventTypes.map((one) => [one, webhook.types[one]] as const)]}
              onChange={(value) => {
                setType(value);
                setPage(1);
              }}
            />
            <Choice
              label={webhook.since}
              value={hours}
              options={windows.map((one) => [one, webhook.sinces[one]])}
              onChange={(value) => {
                setHours(value);
                setPage(1);
              }}
            />
          </Filters>
        }
        query={query}
        roles={webhookReaders}
        page={page}
        onPage={setPage}
        idOf={({ id }) => id}
        empty={<Empty title={webhook.eventsEmpty} why={webhook.eventsEmptyWhy} />}
        columns={[
          {
            id: 'event',
            header: webhook.event,
            cell: ({ id, type }) => (
              <Link
                onFollow={() => {
                  setOpened(id);
                }}
              >
                {nameOf(webhook.types, type)}
              </Link>
            ),
            minWidth: 140,
          },
          {
            id: 'status',
            header: words.status,
            cell: ({ status }) => <StatusIndicator type={signs[status]}>{webhook.eventStatus[status]}</StatusIndicator>,
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
        ]}
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

/** What a type of events is called; a new type is called by its own name. */
const nameOf = (names: Readonly<Record<string, string>>, type: string): string => names[type] ?? type;
