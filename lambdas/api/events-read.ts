import type * as z from 'zod/mini';
import { mapLimited } from '../kernel/map-limited.ts';
import { callbackType, isOfAccount } from '../domain/event.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import { attemptErrorOf } from '../domain/webhook/attempt-error.ts';
import { eventStatusOf, isQueried, type EventQuery } from '../domain/webhook/event-status.ts';
import { nextProbeAt } from '../domain/webhook/shown-health.ts';
import { customerOfCallback } from '../store/webhooks/callback-content.ts';
import type { EventAttempt } from '../store/webhooks/event-attempt.ts';
import { listAttempts } from '../store/webhooks/event-attempts.ts';
import { listedOf, type ListedEvent } from '../store/webhooks/event-list.ts';
import type { EventRow } from '../store/webhooks/event-row.ts';
import { readOutbox } from '../store/webhooks/outbox.ts';
import { keys } from '../store/table/keys.ts';
import { getItems } from '../store/table/read.ts';
import type { Table } from '../store/table/table.ts';
import type { eventView } from './resources/event.ts';

/** Attempts of so many events are read at a time. */
const concurrency = 16;

/** The events of rows as they are now, in the order of the rows. Null where the entry does not exist. */
export const readListed = async (
  table: Table,
  partnerId: string,
  rows: readonly EventRow[],
): Promise<readonly (ListedEvent | null)[]> => {
  const items = await getItems(
    table,
    rows.map(({ customerId, number }) => keys.historyEntry(partnerId, customerId, number)),
  );
  return items.map((item) => (item === undefined ? null : listedOf(item)));
};

/** Whether the first request delivered the event, so that no failed one is stored. */
const isFirstTry = ({ event }: ListedEvent): boolean =>
  event.end === 'delivered' && event.attempts === 1 && event.turn === 1 && !event.isTried;

const lastErrorOf = (attempts: readonly EventAttempt[]): z.input<typeof eventView>['last_error'] => {
  const failed = attempts.findLast((attempt) => attemptErrorOf(attempt) !== null);
  const error = failed === undefined ? null : attemptErrorOf(failed);
  return failed === undefined || error === null ? null : { ...error, at: failed.at };
};

const deliveredAt = (attempt: EventAttempt | null): string | null =>
  attempt === null ? null : isoOf(Date.parse(attempt.at) + attempt.milliseconds);

/** When the paused endpoint gets its next probe, for which some of the events wait; null when none waits, or it is not paused. */
export const readNextProbe = async (
  table: Table,
  partnerId: string,
  events: readonly ListedEvent[],
): Promise<Milliseconds | null> =>
  events.some(({ event }) => event.end === null) ? nextProbeAt((await readOutbox(table, partnerId)).health) : null;

/** An event of a paused endpoint waits for the probe, also when its own time comes before. */
const nextAttemptAt = ({ event, nextAttemptAt: own }: ListedEvent, probeAt: Milliseconds | null): string | null => {
  if (event.end !== null || probeAt === null) return own;
  return isoOf(Math.max(probeAt, own === null ? 0 : Date.parse(own)));
};

const customerOf = ({ type, event }: ListedEvent): string | null => {
  if (type === callbackType) return customerOfCallback(event);
  return isOfAccount(type) ? null : event.customerId;
};

export const shownListed = (
  listed: ListedEvent,
  attempts: readonly EventAttempt[],
  probeAt: Milliseconds | null,
): z.input<typeof eventView> => ({
  id: listed.event.id,
  type: listed.type,
  customer_id: customerOf(listed),
  sequence: listed.sequence,
  status: eventStatusOf(listed.event.end),
  attempts: isFirstTry(listed) ? 1 : attempts.length,
  next_attempt_at: nextAttemptAt(listed, probeAt),
  last_error: isFirstTry(listed) ? null : lastErrorOf(attempts),
  created_at: listed.committedAt,
  delivered_at: deliveredAt(listed.event.delivered),
});

/** The events of a page that still match the query. An event may have changed since its row was written. */
export const shownRows = async (
  table: Table,
  partnerId: string,
  rows: readonly EventRow[],
  query: EventQuery,
): Promise<readonly z.input<typeof eventView>[]> => {
  const found = (await readListed(table, partnerId, rows)).filter((listed) => listed !== null);
  const matching = found.filter(({ type, committedAt, event: { end } }) =>
    isQueried(query, { type, end, createdAt: Date.parse(committedAt) }),
  );
  const [probeAt, attempts] = await Promise.all([
    readNextProbe(table, partnerId, matching),
    mapLimited(matching, concurrency, (listed) =>
      isFirstTry(listed) ? Promise.resolve([]) : listAttempts(table, listed.event),
    ),
  ]);
  return matching.map((listed, index) => shownListed(listed, attempts[index] ?? [], probeAt));
};
