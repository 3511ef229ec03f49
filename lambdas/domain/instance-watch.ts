import { isWell, type Instance } from './instance.ts';
import { spreadOf } from '../kernel/spread.ts';
import { day, hour, minute, type Milliseconds } from '../kernel/time.ts';

/** Every 6 h at the latest. Facts older than 24 h count as unknown. */
export const nextRoundAt = (id: string, now: Milliseconds): Milliseconds => now + 6 * hour * (0.9 + 0.1 * spreadOf(id));

const timeOf = (at: string | null): Milliseconds => (at === null ? 0 : Date.parse(at));

/** For so long a lost token is tried in each round. */
const often = 7 * day;
/** Then once a day, with the tolerance of a round. */
const seldom: Milliseconds = 21 * hour;

const isTriedAgain = ({ access, connection }: Instance, since: Milliseconds, now: Milliseconds): boolean => {
  const triedAt = timeOf(access.tried_at);
  if (triedAt >= since) return false;
  return access.tried_at === null || now < timeOf(connection.last_error?.at ?? null) + often || triedAt + seldom < now;
};

/** Whether a round that began at a time still has to ask the platform about the instance. */
export const isAskedAbout = (instance: Instance, since: Milliseconds, now: Milliseconds): boolean => {
  const { status } = instance;
  if (isWell(instance)) return timeOf(instance.facts_at) < since;
  return status === 'reconnect_required' && isTriedAgain(instance, since, now);
};

/** When a loss that a callback reported, or that was not tried yet, is looked into again. */
const doubtPause: Milliseconds = 5 * minute;

/** When the instance has to be asked about before the next round; Infinity when it need not. */
export const dueBeforeRound = (instance: Instance, now: Milliseconds): Milliseconds => {
  const { access, restricted_until: until, status } = instance;
  const isLost = status === 'reconnect_required';
  const isUntried = isLost && access.tried_at === null;
  // No round asks about a line that is being deactivated, or that could not be.
  const isDoubted = (isLost || isWell(instance)) && access.doubt !== null;
  const doubted = isDoubted || isUntried ? now + doubtPause : Infinity;
  const restricted = timeOf(until);
  return Math.min(doubted, restricted > now ? restricted : Infinity);
};
