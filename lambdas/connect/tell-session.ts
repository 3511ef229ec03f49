import { isForgotten } from '../domain/erasure.ts';
import { serviceCause, type Change } from '../domain/history.ts';
import { sendsEndEvent, sessionEvent } from '../domain/session-event.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import { announcedTurn, type InstanceTurn } from '../lines/announce-change.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import type { CustomerRecord } from '../store/customers/customers.ts';
import { requireOwnerAndSubscription } from '../store/customers/instance-owner.ts';
import { journalAll, type Occurrence } from '../store/customers/journal.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import type { Clause } from '../store/table/commit.ts';
import { readEventSubscription, type EventSubscription } from '../store/partners/event-subscription.ts';

/** What a history entry of a session says of the instance. */
export interface SessionEntry {
  readonly event: 'instance_connected';
  readonly change: Change;
}

interface Announced {
  readonly session: SessionRecord;
  readonly clauses: readonly Clause[];
}

const ended = 'service.partner.connect_session.ended';

type Common = Omit<Occurrence, 'event' | 'change' | 'announce'>;

/** The entry on the end of a session, which exists only for a partner that subscribes to it. */
const endOf = (
  deps: InstanceDeps,
  { types }: EventSubscription,
  { session: before }: SessionRecord,
  { session: after }: SessionRecord,
  owner: CustomerRecord,
  common: Common,
  now: Milliseconds,
): readonly Occurrence[] => {
  if (!types.has(ended) || !sendsEndEvent(before, after)) return [];
  const content = sessionEvent(before, after, isForgotten(owner.customer.status));
  const change = { previous: { status: before.status }, next: { status: after.status } };
  const { reason } = content.data;
  return [{ ...common, reason, event: 'connect_session_ended', change, announce: { id: deps.newId(now), content } }];
};

const occurrencesOf = (
  deps: InstanceDeps,
  subscription: EventSubscription,
  owner: CustomerRecord,
  before: SessionRecord,
  after: SessionRecord,
  turn: InstanceTurn,
  entry: SessionEntry | null,
  now: Milliseconds,
): readonly Occurrence[] => {
  const common = (): Common => ({
    entryId: deps.newId(now),
    cause: serviceCause('connect', after.requestId ?? deps.newId(now)),
    at: isoOf(now),
    reason: null,
    related: { instance_id: turn.after.id },
    idempotencyKey: null,
  });
  const type = 'service.partner.instance.connected';
  const connected: readonly Occurrence[] =
    entry === null
      ? []
      : [{ ...common(), ...entry, announce: announcedTurn(deps, subscription, owner, type, turn, null, now) }];
  return [...connected, ...endOf(deps, subscription, before, after, owner, common(), now)];
};

/** An open session of a partner that subscribes to its end is due when it expires. */
const dueAtExpiry = async (deps: InstanceDeps, session: SessionRecord): Promise<SessionRecord> => {
  const { types } = await readEventSubscription(deps.table, session.partnerId);
  return types.has(ended) ? { ...session, busyUntil: Date.parse(session.session.expires_at) } : session;
};

/**
 * The history entries, and the events that the partner subscribes to, of a change of a session and its instance: the connection first.
 * The subscription is read only when the session ends, or is open again.
 */
export const tellSession = async (
  deps: InstanceDeps,
  before: SessionRecord,
  after: SessionRecord,
  turn: InstanceTurn,
  entry: SessionEntry | null,
  now: Milliseconds,
): Promise<Announced> => {
  const isReopened = before.session.status !== 'open' && after.session.status === 'open';
  if (isReopened) return { session: await dueAtExpiry(deps, after), clauses: [] };
  if (entry === null && !sendsEndEvent(before.session, after.session)) return { session: after, clauses: [] };
  const { table } = deps;
  const { partnerId } = after;
  const { owner, subscription } = await requireOwnerAndSubscription(table, partnerId, turn.after);
  const occurrences = occurrencesOf(deps, subscription, owner, before, after, turn, entry, now);
  if (occurrences.length === 0) return { session: after, clauses: [] };
  return { session: after, clauses: journalAll(table, partnerId, owner, owner.customer, occurrences).clauses };
};
