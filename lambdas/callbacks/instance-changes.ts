import { connectedStatusOf } from '../domain/connected-status.ts';
import { afterReport, type ReportedFacts } from '../domain/instance-facts.ts';
import { isWell, type Instance } from '../domain/instance.ts';
import { knownUntil } from '../kernel/is-newer.ts';
import type { InstanceContent, InstanceUpdate, PlatformChange } from '../domain/platform-change.ts';
import { isoOf, second, type Milliseconds } from '../kernel/time.ts';
import { withoutToken } from '../lines/lose-token.ts';

export type InstanceChange = PlatformChange<InstanceContent>;

type Lost = Extract<InstanceUpdate, { kind: 'lost' }>;

/** Whether the access was proven after the callback: when the platform was last asked. A connection is committed some time after that. */
const isProvenSince = ({ connection, facts_at: factsAt }: Instance, at: Milliseconds): boolean => {
  const seenAt = factsAt ?? connection.connected_at;
  return seenAt !== null && at <= knownUntil(Date.parse(seenAt));
};

/**
 * A loss that is not certain is a doubt, which a question to the platform settles. What the platform itself has taken away
 * needs no removal any more, also when the token was lost before.
 */
const afterLoss = (
  instance: Instance,
  { event, reason, isCertain }: Lost,
  at: Milliseconds,
): Partial<Instance> | null => {
  if (isProvenSince(instance, at)) return null;
  const why = reason === null ? event : `${event} (${reason})`;
  const message = `the platform reported ${why}: the service may no longer act for the number`;
  const error = { code: event.toLowerCase(), message, at: isoOf(at) };
  if (isCertain) return instance.access.taken ? null : withoutToken(instance, { error, isTaken: true });
  return isWell(instance) && instance.access.doubt === null ? { access: { ...instance.access, doubt: error } } : null;
};

const pause = 'account_offboarded';

/** The error that is shown while a number of the business app is paused. */
const pauseAfter = ({ connection }: Instance, state: string | null, at: Milliseconds): Partial<Instance> => {
  if (state === 'OFFBOARDED') {
    const message =
      'the business changed the phone or registered its app again; sending fails until it is back in the app';
    return { connection: { ...connection, last_error: { code: pause, message, at: isoOf(at) } } };
  }
  return connection.last_error?.code === pause ? { connection: { ...connection, last_error: null } } : {};
};

const afterFacts = (instance: Instance, facts: ReportedFacts, at: Milliseconds): Partial<Instance> | null => {
  const reported = afterReport(instance, facts, at);
  if (reported === null) return null;
  const next = { ...instance, ...reported };
  const isTurned = next.account_state !== instance.account_state;
  const changes = { ...reported, ...(isTurned && isWell(instance) && pauseAfter(instance, next.account_state, at)) };
  return { ...changes, status: connectedStatusOf({ ...instance, ...changes }) };
};

/** A lost token is tried again at once. Only numbers of the business app are paused. */
const afterReturn = (instance: Instance, facts: ReportedFacts, at: Milliseconds): Partial<Instance> | null => {
  const changes = instance.coexistence ? afterFacts(instance, facts, at) : null;
  const isLost = instance.status === 'reconnect_required' && instance.access.tried_at !== null;
  return isLost ? { ...changes, access: { ...instance.access, tried_at: null } } : changes;
};

/**
 * The next round registers the number under its name. One of the business app, or one that was connected since, needs none. Callbacks
 * give whole seconds: one of the second of the connection counts as later, since a number may be registered twice.
 */
const afterApproval = (instance: Instance, facts: ReportedFacts, at: Milliseconds): Partial<Instance> | null => {
  const changes = afterFacts(instance, facts, at);
  const isNeeded = !instance.coexistence && Date.parse(instance.connection.connected_at ?? '') < at + second;
  return isNeeded ? { ...changes, name_approved_at: isoOf(at) } : changes;
};

/** What a callback changes of an instance; null for nothing. */
export const changesBy = (
  instance: Instance,
  { content: { update }, at }: InstanceChange,
): Partial<Instance> | null => {
  switch (update.kind) {
    case 'lost':
      return afterLoss(instance, update, at);
    case 'facts':
      return update.notice?.kind === 'NAME_APPROVED'
        ? afterApproval(instance, update.facts, at)
        : afterFacts(instance, update.facts, at);
    case 'returned':
      return afterReturn(instance, update.facts, at);
    case 'pin_changed':
      return null;
  }
};
