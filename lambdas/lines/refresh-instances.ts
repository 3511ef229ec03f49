import { isWell, type Instance } from '../domain/instance.ts';
import { dueBeforeRound, isAskedAbout, nextRoundAt } from '../domain/instance-watch.ts';
import { spreadOf } from '../kernel/spread.ts';
import { isoOf, minute, type Milliseconds } from '../kernel/time.ts';
import { incidentAt, notifyOfIncident, witness } from './incident.ts';
import type { RoundDeps } from './instance-deps.ts';
import { registerApprovedName } from './register-name.ts';
import { refreshInstance } from './refresh-instance.ts';
import { PlatformError, repeatableAt } from '../platform/errors.ts';
import type { WorkKey } from '../store/table/keys.ts';
import { claimWork, finished, paused, record } from '../store/table/work.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { heldWatch, instanceWatchOf, type InstanceWatch } from '../store/instances/instance-watches.ts';
import { readPlatformHealth, type Incident } from '../store/platform/platform-health.ts';
import { partnersInstancesOfWaba } from '../store/instances/waba-instances.ts';
import { warnOfExpiries } from './warn-of-expiries.ts';

interface Asked {
  readonly instance: Instance;
  /** When the round can continue after throttling or a timeout; null: at once. */
  readonly again: Milliseconds | null;
  readonly isAnswered: boolean;
}

/** Refreshes an instance. An instance whose refresh fails is refreshed in the next round. */
const refreshOne = async (deps: RoundDeps, partnerId: string, asked: InstanceRecord): Promise<Asked> => {
  try {
    await registerApprovedName(deps, partnerId, asked);
    const { instance, unproven } = await refreshInstance(deps, partnerId, asked);
    return { instance, again: null, isAnswered: unproven === null };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { instance: asked.instance, again: repeatableAt(error, deps.clock()), isAnswered: false };
  }
};

/** For so long after an incident the accounts are asked about, one after another. */
const recovery: Milliseconds = 10 * minute;

const afterIncident = ({ until }: Incident, lease: string): Milliseconds => until + recovery * spreadOf(lease);

const round = async (deps: RoundDeps, watch: InstanceWatch, lease: string, until: Milliseconds): Promise<void> => {
  const { table } = deps;
  const { partnerId, wabaId } = watch;
  const held = heldWatch(table, watch, lease);
  const since = watch.roundSince ?? isoOf(deps.clock());
  const pause = (at: Milliseconds): Promise<void> => record(held, { ...paused(at), round_since: since });
  const instances = await partnersInstancesOfWaba(table, partnerId, wabaId);
  if (instances.length === 0) return record(held, { ...finished, round_since: undefined });
  // Before the refreshes: the members are notified even while the platform does not answer.
  const areAllWarned = await warnOfExpiries(deps, partnerId, instances, until);
  if (!areAllWarned) return pause(deps.clock());
  const health = await readPlatformHealth(table);
  const incident = incidentAt(health, deps.clock());
  if (incident !== null) {
    await notifyOfIncident(deps, partnerId, wabaId, incident);
    return pause(afterIncident(incident, lease));
  }
  let next = Infinity;
  let isWitnessed = false;
  for (const asked of instances) {
    const now = deps.clock();
    if (!isAskedAbout(asked.instance, Date.parse(since), now)) {
      next = Math.min(next, dueBeforeRound(asked.instance, now));
      continue;
    }
    if (now >= until) return pause(now);
    const { instance, again, isAnswered } = await refreshOne(deps, partnerId, asked);
    if (again !== null) return pause(again);
    const begun = isAnswered ? null : incidentAt(await readPlatformHealth(table), deps.clock());
    if (begun !== null) return pause(afterIncident(begun, lease));
    if (isAnswered && isWell(instance) && !isWitnessed) {
      await witness(deps, health, { partnerId, instanceId: instance.id, wabaId });
      isWitnessed = true;
    }
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
  deps: RoundDeps,
  work: WorkKey<'instanceWatch'>,
  until: Milliseconds,
): Promise<void> => {
  const claim = await claimWork(deps, work, Math.max(until - deps.clock(), 0));
  if (claim !== null) await round(deps, instanceWatchOf(claim.item), claim.lease, until);
};
