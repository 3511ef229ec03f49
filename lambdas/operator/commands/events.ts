import * as z from 'zod/mini';
import { parseDateTime } from '../../kernel/date-time.ts';
import { dateTime, uuid } from '../../api/fields.ts';
import { invalidState, notFound, ServiceError } from '../../kernel/errors.ts';
import { isoOf } from '../../kernel/time.ts';
import { undeliveredLifetime } from '../../domain/webhook/outbox.ts';
import { commit } from '../../store/table/commit.ts';
import { listAttempts } from '../../store/webhooks/event-attempts.ts';
import { findEvent, listPartnerShard, listCustomerEvents, type ListedEvent } from '../../store/webhooks/event-list.ts';
import { resendEvent } from '../../store/webhooks/event-resend.ts';
import { retryClauses } from '../../store/webhooks/resends.ts';
import type { Item } from '../../store/table/table.ts';
import { command, type OperatorDeps, type Run } from '../command.ts';
import { requirePartner } from '../../store/partners/partners.ts';

const pageSize = 100;
/** The most events of one run. The next run continues. */
const mostResent = 1_000;

/** An event without its data, which is the partner's. */
const shown = ({ event, type, sequence, state, committedAt }: ListedEvent) => ({
  event_id: event.id,
  type,
  customer_id: event.customerId,
  sequence,
  state,
  attempts: event.attempts,
  committed_at: committedAt,
});

const position = z.record(z.string(), z.string());

const cursorOf = (next: Item | null): string | null =>
  next === null ? null : Buffer.from(JSON.stringify(next)).toString('base64url');

/** @throws ServiceError validation_failed */
const startOf = (cursor: string | undefined): Item | null => {
  if (cursor === undefined) return null;
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new ServiceError('validation_failed', 'cursor must be one that events list answered with');
  }
};

/** The events of a customer, or the undelivered or parked events of a partner. */
export const listEvents = command({
  input: z.object({
    partner_id: uuid,
    customer_id: z.optional(uuid),
    parked: z._default(z.boolean(), false),
    cursor: z.optional(z.string()),
  }),
  run: async (deps, _run, given) => {
    await requirePartner(deps.table, given.partner_id);
    if (given.customer_id !== undefined) {
      const listed = await listCustomerEvents(deps.table, given.partner_id, given.customer_id, pageSize);
      return { events: listed.map(shown), cursor: null };
    }
    const range = { limit: pageSize, start: startOf(given.cursor) };
    const shard = given.parked ? 'parked' : 'undelivered';
    const { events, next } = await listPartnerShard(deps.table, shard, given.partner_id, range);
    return { events: events.map(shown), cursor: cursorOf(next) };
  },
});

const eventSelector = { partner_id: uuid, customer_id: uuid, event_id: uuid };

const requireEvent = async (
  deps: OperatorDeps,
  given: { readonly partner_id: string; readonly customer_id: string; readonly event_id: string },
): Promise<ListedEvent> => {
  const found = await findEvent(deps.table, given.partner_id, given.customer_id, given.event_id);
  if (found === null) throw notFound('the event');
  return found;
};

export const showAttempts = command({
  input: z.object(eventSelector),
  run: async (deps, _run, given) => {
    const found = await requireEvent(deps, given);
    return { event: shown(found), attempts: await listAttempts(deps.table, found.event) };
  },
});

const resendOne = async (deps: OperatorDeps, found: ListedEvent, { now, cause }: Run): Promise<void> => {
  const { event } = found;
  if (event.end === null) {
    const retry = { id: deps.newId(now), requestId: cause.requestId };
    return commit(deps.table, retryClauses(deps.table, event.partnerId, retry, event, now));
  }
  if (Date.parse(found.committedAt) < now - undeliveredLifetime || !(await resendEvent(deps.table, event, now))) {
    throw invalidState('not_stored', 'the event is no longer stored: 30 days have passed, or it was erased');
  }
};

interface Resent {
  readonly resent: number;
  /** Whether another run has to continue. */
  readonly more: boolean;
  /** The end of the next runs' range as well, which excludes events that fail again. */
  readonly until: string;
}

/** Resends one event after another, oldest first, so that the events of a customer keep their order. */
const resendUndelivered = async (
  deps: OperatorDeps,
  partnerId: string,
  { since, until }: { readonly since: number; readonly until: number },
  now: number,
): Promise<Resent> => {
  let resent = 0;
  let start: Item | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof listPartnerShard>> = await listPartnerShard(
      deps.table,
      'undelivered',
      partnerId,
      {
        since,
        until,
        limit: pageSize,
        start,
      },
    );
    for (const { event } of page.events) if (await resendEvent(deps.table, event, now)) resent += 1;
    if (page.next === null) return { resent, more: false, until: isoOf(until) };
    if (resent >= mostResent) return { resent, more: true, until: isoOf(until) };
    start = page.next;
  }
};

/** Resends one event, or tries it at once when it waits, or resends the undelivered events of a partner, of all times or since a time. */
export const resendEvents = command({
  input: z.object({
    partner_id: uuid,
    customer_id: z.optional(uuid),
    event_id: z.optional(uuid),
    since: z.optional(dateTime),
    until: z.optional(dateTime),
  }),
  run: async (deps, run, given) => {
    const { partner_id: partnerId, customer_id: customerId, event_id: eventId } = given;
    await requirePartner(deps.table, partnerId);
    if ((customerId === undefined) !== (eventId === undefined)) {
      throw new ServiceError('validation_failed', 'customer_id and event_id name an event together');
    }
    const named =
      customerId === undefined || eventId === undefined ? null : { customer_id: customerId, event_id: eventId };
    await commit(deps.table, [run.audit({ partner_id: partnerId, ...named })]);
    if (named === null) {
      const since = given.since === undefined ? 0 : (parseDateTime(given.since) ?? 0);
      const until = given.until === undefined ? run.now : Math.min(run.now, parseDateTime(given.until) ?? run.now);
      return { ...(await resendUndelivered(deps, partnerId, { since, until }, run.now)) };
    }
    await resendOne(deps, await requireEvent(deps, { partner_id: partnerId, ...named }), run);
    return { resent: 1, more: false, until: isoOf(run.now) };
  },
});
