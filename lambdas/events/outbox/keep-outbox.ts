import type { Milliseconds } from '../../kernel/time.ts';
import { admit, healthPolicy } from '../../domain/webhook/endpoint-health.ts';
import { nextCheck } from '../../domain/webhook/outbox.ts';
import { work } from '../../kernel/work.ts';
import { isClaimable, requireHeld } from '../../store/table/work.ts';
import { readPartnerShard } from '../../store/webhooks/partner-shard.ts';
import { changeOutboxOf } from '../../store/webhooks/endpoint-outbox.ts';
import { changeOutbox } from '../../store/webhooks/outbox.ts';
import { readWebhookTarget } from '../../store/webhooks/webhook-endpoints.ts';
import type { DeliveryDeps } from '../delivery/delivery-deps.ts';
import { lastExchangeOf } from '../delivery/deliver-event.ts';
import { warnInTime } from '../delivery/endpoint-outcomes.ts';
import { openTarget, type SendableTarget } from '../delivery/target.ts';
import { endParked, expireContents, probe, sendParked, type Step } from './steps.ts';

/** How long one run may begin steps. The lease is longer, for the step that is still running. */
const runTime: Milliseconds = 45_000;

/** Claims the outbox when it is due. @returns whether this keeper holds it */
const claim = async (deps: DeliveryDeps, partnerId: string, lease: string): Promise<boolean> => {
  const now = deps.clock();
  const record = await changeOutbox(deps.table, deps.retryPolicy, partnerId, (existing) =>
    isClaimable(existing, now) ? { record: { ...existing, lease, dueAt: now + work.outbox.lease }, clauses: [] } : null,
  );
  return record.lease === lease;
};

/** Releases the outbox until its next check, which is decided on its latest state. @throws WorkLost */
const release = async (deps: DeliveryDeps, partnerId: string, lease: string): Promise<void> => {
  const [parked, undelivered] = await Promise.all([
    readPartnerShard(deps.table, 'parked', partnerId, { limit: 1 }),
    readPartnerShard(deps.table, 'undelivered', partnerId, { limit: 1 }),
  ]);
  const backlog = {
    hasParked: parked.events.length > 0,
    oldestUndelivered: undelivered.events[0]?.since ?? null,
  };
  const policy = healthPolicy(deps.divisor);
  await changeOutbox(deps.table, deps.retryPolicy, partnerId, (existing) => {
    const record = requireHeld(existing, lease);
    return { record: { ...record, lease: null, dueAt: nextCheck(record, backlog, deps.clock(), policy) }, clauses: [] };
  });
};

/** Claims the probe by storing the time of the next one, so that only one probe is sent. */
const takeProbe = async (deps: DeliveryDeps, { endpoint, outbox: { partnerId } }: SendableTarget): Promise<boolean> => {
  const policy = healthPolicy(deps.divisor);
  let taken = false;
  const isCurrent = await changeOutboxOf(deps.table, deps.retryPolicy, partnerId, endpoint, (record) => {
    const admission = admit(record.health, deps.clock(), policy);
    taken = admission.kind === 'probe';
    return admission.kind === 'probe' ? { record: { ...record, health: admission.health }, clauses: [] } : null;
  });
  return isCurrent && taken;
};

/** Does the next step for the endpoint's current state. */
const step = async (deps: DeliveryDeps, partnerId: string, until: Milliseconds): Promise<Step> => {
  const { endpoint, secrets, outbox } = await readWebhookTarget(deps.table, partnerId);
  if (endpoint === null) return endParked(deps, outbox, { kind: 'absent' }, until);
  await warnInTime(deps, endpoint, outbox);
  const target = { endpoint, secrets, outbox };
  const admission = admit(outbox.health, deps.clock(), healthPolicy(deps.divisor));
  switch (admission.kind) {
    case 'refuse':
      return endParked(deps, outbox, { kind: 'disabled', since: admission.since }, until);
    case 'wait':
      return 'rest';
    case 'probe':
      return (await takeProbe(deps, target)) ? probe(deps, await openTarget(deps, target), until) : 'rest';
    case 'send':
      return sendParked(deps, await openTarget(deps, target), until);
  }
};

/**
 * Processes one partner's parked events: probes a paused endpoint, sends the events when it has recovered, ends them as
 * undelivered when there is no endpoint, and deletes the content of expired ones. A partner has one keeper at a time.
 * @throws WorkLost
 */
export const keepOutbox = async (deps: DeliveryDeps, partnerId: string): Promise<void> => {
  const start = deps.clock();
  const lease = deps.newId(start);
  if (!(await claim(deps, partnerId, lease))) return;
  const until = Math.min(start + runTime, lastExchangeOf(deps.deadline));
  let last: Step = 'more';
  while (last === 'more' && deps.clock() < until) last = await step(deps, partnerId, until);
  await expireContents(deps, partnerId, until);
  await release(deps, partnerId, lease);
};
