import type { Instance } from '../domain/instance.ts';
import { dueBeforeRound, isAskedAbout, nextRoundAt } from '../domain/instance-watch.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import type { AppDeps } from './instance-deps.ts';
import { refreshInstance } from './refresh-instance.ts';
import { PlatformError, repeatableAt } from '../platform/errors.ts';
import type { WorkKey } from '../store/table/keys.ts';
import { claimWork, finished, paused, record } from '../store/table/work.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { heldWatch, instanceWatchOf, type InstanceWatch } from '../store/instances/instance-watches.ts';
import { partnersInstancesOfWaba } from '../store/instances/waba-instances.ts';
import { warnOfExpiries } from './warn-of-expiries.ts';

interface Asked {
  readonly instance: Instance;
  /** When the round can continue after throttling or a timeout; null: at once. */
  readonly again: Milliseconds | null;
}

/** Refreshes an instance. An instance whose refresh fails is refreshed in the next round. */
const refreshOne = async (deps: AppDeps, partnerId: string, asked: InstanceRecord): Promise<Asked> => {
  try {
    const { instance } = await refreshInstance(deps, partnerId, asked);
    return { instance, again: null };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { instance: asked.instance, again: repeatableAt(error, deps.clock()) };
  }
};

const round = async (deps: AppDeps, watch: InstanceWatch, lease: string, until: Milliseconds): Promise<void> => {
  const { table } = deps;
  const held = heldWatch(table, watch, lease);
  const since = watch.roundSince ?? isoOf(deps.clock());
  const instances = await partnersInstancesOfWaba(table, watch.partnerId, watch.wabaId);
  if (instances.length === 0) return record(held, { ...finished, round_since: undefined });
  // Before the refreshes: the members are told even while the platform does not answer.
  const areAllTold = await warnOfExpiries(deps, watch.partnerId, instances, until);
  if (!areAllTold) return record(held, { ...paused(deps.clock()), round_since: since });
  let next = Infinity;
  for (const asked of instances) {
    const now = deps.clock();
    const isAsked = isAskedAbout(asked.instance, Date.parse(since), now);
    if (isAsked && now >= until) return record(held, { ...paused(now), round_since: since });
    const { instance, again } = isAsked
      ? await refreshOne(deps, watch.partnerId, asked)
      : { instance: asked.instance, again: null };
    if (again !== null) return record(held, { ...paused(again), round_since: since });
    next = Math.min(next, dueBeforeRound(instance, deps.clock()));
  }
  return record(held, { ...paused(Math.min(next, nextRoundAt(lease, deps.clock()))), round_since: undefined });
};

/**
 * Refreshes the instances of a business account when its watch is due: the facts of their numbers, their callbacks and
 * their tokens, also lost ones. Tells the members of tokens that expire soon.
 * @param until when to stop and leave the rest to the next worker @throws WorkLost
 */
export const refreshInstances = async (
  deps: AppDeps,
  work: WorkKey<'instanceWatch'>,
  until: Milliseconds,
): Promise<void> => {
  const claim = await claimWork(deps, work, Math.max(until - deps.clock(), 0));
  if (claim !== null) await round(deps, instanceWatchOf(claim.item), claim.lease, until);
};
