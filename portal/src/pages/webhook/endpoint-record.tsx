import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { Event } from '../../../../packages/client/src/schemas.ts';
import { useRead } from '../../api/use-read.ts';
import { AttemptsLine } from '../../pieces/attempts-line.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { ShareBar } from '../../pieces/share-bar.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { sinceHours } from '../hours.ts';
import { eventDays, type EventDay } from './event-days.ts';

/** The most that a page of the service has: one call. */
const mostEvents = 200;
const week = 168;

const DayRow = ({ day }: { readonly day: EventDay }): ReactElement => {
  const { webhook } = useTexts();
  const { day: dayText, duration, number, percent } = useFormats();
  const { at, delivered, undelivered, waiting, median } = day;
  const all = delivered + undelivered + waiting;
  const said = webhook.dayShare(percent(delivered / all), number(all));
  return (
    <li>
      <div>{dayText(at)}</div>
      <ShareBar
        good={delivered / all}
        bad={undelivered / all}
        said={median === null ? said : `${said} ${webhook.dayMedian(duration(median))}`}
      />
    </li>
  );
};

/** The attempts of the newest event that failed at times, with what the endpoint answered. */
const LastAnswers = ({ event }: { readonly event: Event }): ReactElement => {
  const { webhook } = useTexts();
  const query = useRead('get-partner-webhook-event', { event_id: event.id });
  return (
    <div>
      <Box variant="h3">{webhook.lastAnswers}</Box>
      <Reading of={query} lines={3}>
        {({ event: { attempt_log: attempts, next_attempt_at: next } }) => (
          <AttemptsLine attempts={attempts.slice(-3)} next={next} />
        )}
      </Reading>
      <PageLink to={`/webhook/events?event=${event.id}`}>{webhook.openEvent}</PageLink>
    </div>
  );
};

/** How the endpoint took the events of the last week, and what it answered when it did not. */
export const EndpointRecord = (): ReactElement => {
  const { webhook } = useTexts();
  const { number } = useFormats();
  const query = useRead('list-partner-webhook-events', {
    page: 1,
    page_size: mostEvents,
    status: 'all',
    date_from: sinceHours(week),
  });
  return (
    <Container header={<Header variant="h2">{webhook.record}</Header>}>
      <Reading of={query} lines={4}>
        {({ items, total }) => {
          const failed = items.find(({ last_error: error }) => error !== null);
          return items.length === 0 ? (
            <Box color="text-body-secondary">{webhook.eventsEmpty}</Box>
          ) : (
            <SpaceBetween size="m">
              {items.length < total && (
                <Box color="text-body-secondary">{webhook.recordOf(number(items.length), number(total))}</Box>
              )}
              <ol className="event-days">
                {eventDays(items).map((day) => (
                  <DayRow key={day.at.getTime()} day={day} />
                ))}
              </ol>
              {failed !== undefined && <LastAnswers event={failed} />}
            </SpaceBetween>
          );
        }}
      </Reading>
    </Container>
  );
};
