import type { Milliseconds } from '../domain/time.ts';
import { admit, healthPolicy } from '../domain/webhook/endpoint-health.ts';
import { nextLook } from '../domain/webhook/outbox.ts';
import { work } from '../domain/work.ts';
import { isClaimable, requireHeld } from '../store/table/work.ts';
import { readAside } from '../store/webhooks/aside.ts';
import { keptTime } from '../store/webhooks/event-resend.ts';
import { changeOutbox, type OutboxRecord } from '../store/webhooks/outbox.ts';
import { readWebhookTarget } from '../store/webhooks/webhook-endpoints.ts';
import type { DeliveryDeps } from '../webhook-delivery/delivery-deps.ts';
import { lastExchangeOf } from '../webhook-delivery/deliver-event.ts';
import { destinationOf } from '../webhook-delivery/destination.ts';
import { warnInTime } from '../webhook-delivery/endpoint-outcomes.ts';
import { forgetExpired, keepHeld, probe, sendHeld, type Step } from './steps.ts';

/** How long one run takes on further steps, at most; the lease outlasts the step under way. */
const runTime: Milliseconds = 45_000;

/** Takes the outbox, when it is due. @returns whether it is the keeper's */
const claim = async (deps: DeliveryDeps, partnerId: string, lease: string): Promise<boolean> => {
  const now = deps.clock();
  const record = await changeOutbox(deps.table, deps.retryPolicy, partnerId, (existing) =>
    isClaimable(existing, now) ? { record: { ...existing, lease, dueAt: now + work.outbox.lease }, clauses: [] } : null,
  );
  return record.lease === lease;
};

/** Gives the outbox back until it has to be looked at again. Whatever changed in between is looked at anew. @throws WorkLost */
const release = async (deps: DeliveryDeps, partnerId: string, lease: string): Promise<void> => {
  const [held, kept] = await Promise.all([
    readAside(deps.table, 'held', partnerId, { limit: 1 }),
    readAside(deps.table, 'kept', partnerId, { limit: 1 }),
  ]);
  const oldest = kept.events[0]?.since;
  const backlog = { held: held.events.length > 0, expiry: oldest === undefined ? null : oldest + keptTime };
  const policy = healthPolicy(deps.divisor);
  await changeOutbox(deps.table, deps.retryPolicy, partnerId, (existing) => {
    const record = requireHeld(existing, lease);
    return { record: { ...record, lease: null, dueAt: nextLook(record, backlog, deps.clock(), policy) }, clauses: [] };
  });
};

/** Has a probe to itself: only who could store the next one's time sends this one. */
const takeProbe = async (deps: DeliveryDeps, known: OutboxRecord): Promise<boolean> => {
  const policy = healthPolicy(deps.divisor);
  let taken = false;
  await changeOutbox(deps.table, deps.retryPolicy, known.partnerId, (record) => {
    const admission = admit(record.health, deps.clock(), policy);
    taken = admission.kind === 'probe';
    return admission.kind === 'probe' ? { record: { ...record, health: admission.health }, clauses: [] } : null;
  });
  return taken;
};

/** One step: what the endpoint's state asks for now. */
const step = async (deps: DeliveryDeps, partnerId: string, until: Milliseconds): Promise<Step> => {
  const { endpoint, secrets, outbox } = await readWebhookTarget(deps.table, partnerId);
  if (endpoint === null) return keepHeld(deps, partnerId, until);
  await warnInTime(deps, endpoint.id, outbox);
  const now = deps.clock();
  const admission = admit(outbox.health, now, healthPolicy(deps.divisor));
  switch (admission.kind) {
    case 'refuse':
      return keepHeld(deps, partnerId, until);
    case 'wait':
      return 'rest';
    case 'probe': {
      if (!(await takeProbe(deps, outbox))) return 'rest';
      const destination = await destinationOf(deps.vault, partnerId, endpoint, secrets, now);
      return probe(deps, { endpoint, outbox, destination }, until);
    }
    case 'send': {
      const destination = await destinationOf(deps.vault, partnerId, endpoint, secrets, now);
      return sendHeld(deps, { endpoint, outbox, destination }, until);
    }
  }
};

/**
 * Looks after one partner's events aside: probes a paused endpoint, sends what waits once it is back, keeps what has
 * nowhere to go, forgets what was kept for its time. One keeper a partner at a time, for as long as its lease.
 * @throws WorkLost
 */
export const keepOutbox = async (deps: DeliveryDeps, partnerId: string): Promise<void> => {
  const start = deps.clock();
  const lease = deps.newId(start);
  if (!(await claim(deps, partnerId, lease))) return;
  const until = Math.min(start + runTime, lastExchangeOf(deps.deadline));
  let last: Step = 'more';
  while (last === 'more' && deps.clock() < until) last = await step(deps, partnerId, until);
  await forgetExpired(deps, partnerId);
  await release(deps, partnerId, lease);
};
