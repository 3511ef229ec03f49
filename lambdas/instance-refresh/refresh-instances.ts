import { nextRoundAt } from '../domain/instance-watch.ts';
import { isoOf, type Milliseconds } from '../domain/time.ts';
import type { InstanceDeps } from '../instances/instance-deps.ts';
import { refreshInstance } from '../instances/refresh-instance.ts';
import { PlatformError } from '../platform/errors.ts';
import type { WorkKey } from '../store/table/keys.ts';
import { claimWork, finished, paused, record } from '../store/table/work.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { heldWatch, instanceWatchOf, type InstanceWatch } from '../store/instances/instance-watches.ts';
import { partnersInstancesOfWaba } from '../store/instances/waba-instances.ts';

const defaultWait: Milliseconds = 5 * 60_000;

type Looked = { readonly kind: 'done' } | { readonly kind: 'wait'; readonly until: Milliseconds };

/** A line that can't be looked at now is looked at in the next round; its facts grow old meanwhile. */
const look = async (deps: InstanceDeps, partnerId: string, record: InstanceRecord): Promise<Looked> => {
  try {
    await refreshInstance(deps, partnerId, record);
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.kind === 'out_of_time') return { kind: 'wait', until: deps.clock() };
    if (error.kind !== 'throttled') return { kind: 'done' };
    const wait = error.retryAfter === undefined ? defaultWait : error.retryAfter * 1000;
    return { kind: 'wait', until: deps.clock() + wait };
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
  for (const instance of instances.filter((one) => isWanted(one, since))) {
    const now = deps.clock();
    if (now >= until) return record(held, { ...paused(now), round_since: since });
    const looked = await look(deps, watch.partnerId, instance);
    if (looked.kind === 'wait') return record(held, { ...paused(looked.until), round_since: since });
  }
  return record(held, { ...paused(nextRoundAt(lease, deps.clock())), round_since: undefined });
};

/**
 * Looks at the lines of the business account of the watch, when it is due: the facts of their numbers, their
 * callbacks, their tokens. @param until when to stop and leave the rest for the next time @throws WorkLost
 */
export const refreshInstances = async (
  deps: InstanceDeps,
  work: WorkKey<'instanceWatch'>,
  until: Milliseconds,
): Promise<void> => {
  const claim = await claimWork(deps, work, Math.max(until - deps.clock(), 0));
  if (claim !== null) await round(deps, instanceWatchOf(claim.item), claim.lease, until);
};
