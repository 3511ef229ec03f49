import {
  fullAccess,
  isWell,
  statusAfter,
  type HealthError,
  type Instance,
  type InstanceError,
  type NumberFacts,
} from '../domain/instance.ts';
import { lockedStatus } from '../domain/account-status.ts';
import { afterReport, afterResponse } from '../domain/instance-facts.ts';
import { connectedStatusOf } from '../domain/connected-status.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import { readNumberCallback, type NumberAccess } from '../platform/callbacks.ts';
import { isAppRemoved, PlatformError } from '../platform/errors.ts';
import { listNumbers, readNumber, type PlatformNumber } from '../platform/numbers.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { unchangedEndpointClause } from '../store/webhooks/unchanged-endpoint.ts';
import { callbackUrlOf, readWebhookEndpoint } from '../store/webhooks/webhook-endpoints.ts';
import type { Telling } from './change-instance.ts';
import { confirmLoss, isAccountLocked, isLock } from './confirm-loss.ts';
import type { RefreshDeps, InstanceDeps } from './instance-deps.ts';
import { isIncident } from './incident.ts';
import { isDoubtful, triedAgain, withoutToken, type Loss } from './lose-token.ts';
import { changeObserved, isAnsweredSince, observe, type Observation } from './observed.ts';

/** @param askedAt when the call started; later callbacks may be newer */
export const factsOf = (number: PlatformNumber, askedAt: Milliseconds): NumberFacts => ({
  display_phone_number: number.displayPhoneNumber,
  verified_name: number.verifiedName,
  name_status: number.nameStatus,
  username: number.username,
  quality_rating: number.qualityRating,
  messaging_limit: number.messagingLimit,
  throughput_level: number.throughputLevel,
  platform_status: number.status,
  can_send_message: number.health.canSendMessage,
  platform_errors: number.health.errors,
  platform_notes: number.health.notes,
  restricted_until: null,
  account_state: null,
  facts_at: isoOf(askedAt),
  reported_at: {},
});

/** The platform's answer on an instance. */
interface Seen {
  readonly facts: NumberFacts;
  readonly callbackUrl: string | null;
  readonly isOnBusinessApp: boolean;
}

const isLocked = ({ platform_status: status }: Instance): boolean => status === lockedStatus;

/** A locked account is asked for its list, which proves the end of the lock. @throws PlatformError */
const readFromPlatform = async (
  { platform }: InstanceDeps,
  { instance }: InstanceRecord,
  access: NumberAccess,
  askedAt: Milliseconds,
): Promise<Seen> => {
  const [number, callback] = await Promise.all([
    readNumber(platform, access),
    readNumberCallback(platform, access),
    ...(isLocked(instance) ? [listNumbers(platform, access)] : []),
  ]);
  return { facts: factsOf(number, askedAt), callbackUrl: callback.number, isOnBusinessApp: number.isOnBusinessApp };
};

/** The facts without a lock that was known before the platform answered. */
const unlocked = (asked: Instance, instance: Instance, askedAt: Milliseconds): Instance =>
  isLocked(asked) && isLocked(instance)
    ? { ...instance, ...afterReport(instance, { platform_status: '' }, askedAt) }
    : instance;

const drifted: InstanceError['code'] = 'callback_drifted';

/** Whether the callback was moved, or could not be moved, after the instance was read. */
const isMovedSince = (asked: Instance, { callback }: Instance): boolean =>
  asked.callback.state !== callback.state ||
  asked.callback.verified_at !== callback.verified_at ||
  asked.callback.last_error?.at !== callback.last_error?.at;

/** Compares an active or drifted callback with the endpoint. Deactivations and connections change the other states. */
const callbackAfter = (
  asked: Instance,
  instance: Instance,
  found: string | null,
  wanted: string | null,
  at: string,
): Instance['callback'] => {
  const { state } = instance.callback;
  if ((state !== 'active' && state !== 'drifted') || isMovedSince(asked, instance)) return instance.callback;
  if (found === wanted) return { state: 'active', verified_at: at, last_error: null };
  const error = { code: drifted, message: "the number's callback does not point to the webhook endpoint", at };
  return { ...instance.callback, state: 'drifted', last_error: error };
};

/** The statuses of a number that sends, perhaps within limits. An answer without a status says nothing against it. */
const sending: ReadonlySet<string | null> = new Set(['CONNECTED', 'FLAGGED', 'RESTRICTED', 'RATE_LIMITED', null]);

/** A number that was used in the business app can't send through the platform after its business disconnected it. */
const canSend = ({ coexistence }: Instance, { facts, isOnBusinessApp }: Seen): boolean =>
  sending.has(facts.platform_status) && (isOnBusinessApp || !coexistence);

/** Whether the loss was recorded after the instance was read. */
const isLostSince = (asked: Instance, { status, access, connection }: Instance): boolean =>
  status === 'reconnect_required' &&
  (asked.connection.last_error?.at !== connection.last_error?.at || asked.access.taken !== access.taken);

/** Whether a callback reported a loss after the instance was read. */
const isDoubtedSince = (asked: Instance, { access }: Instance): boolean =>
  access.doubt !== null && asked.access.doubt?.at !== access.doubt.at;

/** The platform accepts the token, and the number can send or not. */
const accessAfter = (asked: Instance, instance: Instance, isSending: boolean, now: Milliseconds): Partial<Instance> => {
  // The platform's answer may be from before that. It is asked again soon: `dueBeforeRound`.
  if (isLostSince(asked, instance) || isDoubtedSince(asked, instance)) return {};
  const { doubt } = instance.access;
  if (doubt !== null && !isSending) return withoutToken(instance, { error: doubt, isTaken: true });
  if (instance.status !== 'reconnect_required') return { access: { ...instance.access, doubt: null } };
  if (!isSending) return triedAgain(instance, now);
  return {
    status: statusAfter(instance, 'regain_token'),
    access: fullAccess,
    connection: { ...instance.connection, last_error: null },
  };
};

/** @param asked the instance as it was read before the platform was asked */
const changesBy = (
  asked: Instance,
  instance: Instance,
  seen: Seen,
  askedAt: Milliseconds,
  wanted: string | null,
  now: Milliseconds,
): Partial<Instance> => {
  const changes = {
    ...afterResponse(unlocked(asked, instance, askedAt), seen.facts),
    ...accessAfter(asked, instance, canSend(instance, seen), now),
    coexistence: instance.coexistence || seen.isOnBusinessApp,
    callback: callbackAfter(asked, instance, seen.callbackUrl, wanted, isoOf(now)),
  };
  return { ...changes, status: connectedStatusOf({ ...instance, ...changes }) };
};

/** @throws PlatformError */
const recordFacts = async (
  deps: InstanceDeps,
  partnerId: string,
  record: InstanceRecord,
  telling: Pick<Telling, 'cause'>,
): Promise<Instance> => {
  const observed = await observe(deps, partnerId, record, (access, at) => readFromPlatform(deps, record, access, at));
  if (observed === null) return record.instance;
  const decide = async (seen: Seen, current: Instance): Promise<Observation> => {
    // As it is now: the callback is compared with what it has to be, and the commit requires that.
    const endpoint = await readWebhookEndpoint(deps.table, partnerId);
    const wanted = endpoint === null ? null : callbackUrlOf(endpoint);
    const changes = changesBy(record.instance, current, seen, observed.at, wanted, deps.clock());
    const isTurned = changes.callback !== undefined && changes.callback.state !== current.callback.state;
    const clauses = isTurned && endpoint !== null ? [unchangedEndpointClause(deps.table, partnerId, endpoint)] : [];
    return { changes, clauses };
  };
  return changeObserved(deps, partnerId, observed, decide, telling);
};

/** What became of a line, and a refusal of the platform that proved nothing against it. */
export interface Refreshed {
  readonly instance: Instance;
  readonly unproven: PlatformError | null;
}

/** Whether a refusal says of a lost line what is known of it. */
const isKnown = ({ status, access }: Instance, refusal: PlatformError): boolean =>
  status === 'reconnect_required' && refusal.kind === 'token_invalid' && (access.taken || !isAppRemoved(refusal));

/** Records what the refusal of a question about a line turns out to be. */
type Settle = (
  deps: RefreshDeps,
  partnerId: string,
  asked: InstanceRecord,
  refusal: PlatformError,
  telling: Pick<Telling, 'cause'>,
) => Promise<Refreshed>;

/** The loss that a refusal proves, unless the platform refuses other accounts as well. @throws PlatformError */
const provenLoss = async (
  deps: RefreshDeps,
  partnerId: string,
  access: NumberAccess,
  instance: Instance,
  refusal: PlatformError,
): Promise<Loss | null> => {
  const loss = await confirmLoss(deps, access, instance, refusal);
  // A callback that reported the loss, and the end of the token, are witnesses of their own.
  const { token_expires_at: end } = instance.connection;
  const isExpected = instance.access.doubt !== null || (end !== null && Date.parse(end) <= deps.clock());
  if (loss === null || isExpected) return loss;
  return (await isIncident(deps, partnerId, access.wabaId)) ? null : loss;
};

/** A later answer supersedes it. */
const settleRefusal: Settle = async (deps, partnerId, asked, refusal, telling) => {
  const known = isKnown(asked.instance, refusal);
  const observed = await observe(deps, partnerId, asked, (access) =>
    known ? Promise.resolve(null) : provenLoss(deps, partnerId, access, asked.instance, refusal),
  );
  if (observed === null) return { instance: asked.instance, unproven: null };
  let isProven = known;
  const decide = (loss: Loss | null, instance: Instance): Observation | null => {
    if ((loss === null && isWell(instance)) || isAnsweredSince(instance, observed.at)) return null;
    isProven ||= loss !== null;
    const changes = loss === null ? {} : withoutToken(instance, loss);
    return { changes: { ...changes, ...triedAgain({ ...instance, ...changes }, deps.clock()) } };
  };
  const instance = await changeObserved(deps, partnerId, observed, decide, telling);
  return { instance, unproven: isProven ? null : refusal };
};

const lockOf = ({ code = 0, message }: PlatformError): HealthError => ({
  entity: 'WABA',
  code,
  description: message,
  remedy: null,
});

/** The lines of a locked account are blocked until its list is answered again. @throws PlatformError when none is proven */
const settleLock: Settle = async (deps, partnerId, asked, refusal, telling) => {
  const observed = await observe(deps, partnerId, asked, async (access) => {
    const isLockedNow = (await isAccountLocked(deps, access)) && !(await isIncident(deps, partnerId, access.wabaId));
    if (!isLockedNow) throw refusal;
  });
  if (observed === null) return { instance: asked.instance, unproven: null };
  const decide = (_: unknown, instance: Instance): Observation | null => {
    const locked = isWell(instance) ? afterReport(instance, { platform_status: lockedStatus }, observed.at) : null;
    if (locked === null) return null;
    const status = connectedStatusOf({ ...instance, ...locked });
    return { changes: { ...locked, platform_errors: [lockOf(refusal)], status } };
  };
  return { instance: await changeObserved(deps, partnerId, observed, decide, telling), unproven: null };
};

/**
 * Reads the platform's facts of an instance and records them: the number, a drifted callback, and a loss of the access or
 * a lock of the account that is proven. An instance whose token is accepted again, and whose number can send, is connected again.
 * @throws PlatformError of the kinds that are no loss
 */
export const refreshInstance = async (
  deps: RefreshDeps,
  partnerId: string,
  record: InstanceRecord,
  telling: Pick<Telling, 'cause'> = {},
): Promise<Refreshed> => {
  try {
    return { instance: await recordFacts(deps, partnerId, record, telling), unproven: null };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (isLock(error)) return settleLock(deps, partnerId, record, error, telling);
    if (!isDoubtful(error)) throw error;
    return settleRefusal(deps, partnerId, record, error, telling);
  }
};
