import { nextRoundAt } from '../domain/instance-watch.ts';
import { isoOf, type Milliseconds } from '../domain/time.ts';
import { expiryWarningOf } from '../domain/token-expiry.ts';
import type { InstanceDeps } from '../instances/instance-deps.ts';
import { refreshInstance } from '../instances/refresh-instance.ts';
import { PlatformError, repeatableAt } from '../platform/errors.ts';
import type { WorkKey } from '../store/table/keys.ts';
import { claimWork, finished, paused, record } from '../store/table/work.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { heldWatch, instanceWatchOf, type InstanceWatch } from '../store/instances/instance-watches.ts';
import { partnersInstancesOfWaba } from '../store/instances/waba-instances.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';

/**
 * Refreshes an instance. An instance whose refresh fails is refreshed in the next round.
 * @returns when the round can continue after throttling or a timeout; null: at once
 */
const refreshOne = async (
  deps: InstanceDeps,
  partnerId: string,
  record: InstanceRecord,
): Promise<Milliseconds | null> => {
  try {
    await refreshInstance(deps, partnerId, record);
    return null;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return repeatableAt(error, deps.clock());
  }
};

const isWanted = ({ instance }: InstanceRecord, since: string): boolean =>
  (instance.status === 'connected' || instance.status === 'degraded') &&
  (instance.facts_at === null || instance.facts_at < since);

const round = async (deps: InstanceDeps, watch: InstanceWatch, lease: string, until: Milliseconds): Promise<void> => {
  const { table } = deps;
  const held = heldWatch(table, watch, lease);
  const since = watch.roundSince ?? isoOf(deps.clock());
  const instances = await partnersInstancesOfWaba(table, watch.partnerId, watch.wabaId);
  if (instances.length === 0) return record(held, { ...finished, round_since: undefined });
  // Before the refreshes: the members are told even while the platform does not answer.
  const expiring = instances.filter(({ instance }) => expiryWarningOf(instance, deps.clock()) !== null);
  for (const { instance } of expiring) {
    const now = deps.clock();
    if (now >= until) return record(held, { ...paused(now), round_since: since });
    await warnOfExpiry(deps, watch.partnerId, instance.id);
  }
  for (const instance of instances.filter((one) => isWanted(one, since))) {
    const now = deps.clock();
    if (now >= until) return record(held, { ...paused(now), round_since: since });
    const again = await refreshOne(deps, watch.partnerId, instance);
    if (again !== null) return record(held, { ...paused(again), round_since: since });
  }
  return record(held, { ...paused(nextRoundAt(lease, deps.clock())), round_since: undefined });
};

/**
 * Refreshes the instances of a business account when its watch is due: the facts of their numbers, their callbacks and
 * their tokens. Tells the members of tokens that expire soon. @param until when to stop and leave the rest to the next worker @throws WorkLost
 */
export const refreshInstances = async (
  deps: InstanceDeps,
  work: WorkKey<'instanceWatch'>,
  until: Milliseconds,
): Promise<void> => {
  const claim = await claimWork(deps, work, Math.max(until - deps.clock(), 0));
  if (claim !== null) await round(deps, instanceWatchOf(claim.item), claim.lease, until);
};
