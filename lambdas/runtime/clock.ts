import { randomFillSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 } from 'uuid';
import { togetherId } from '../domain/size.ts';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import type { RetryPolicy } from '../store/table/commit.ts';

export const systemClock: Clock = () => Date.now();

export const systemRetryPolicy: RetryPolicy = {
  sleep: (milliseconds: Milliseconds) => pause(milliseconds),
  random: () => Math.random(),
};

/** Runs something after a time. @returns takes it back */
export const after = (milliseconds: Milliseconds, run: () => void): (() => void) => {
  const timer = setTimeout(run, milliseconds);
  return () => {
    clearTimeout(timer);
  };
};

const idBytes = 16;
/**
 * For how many ids random bytes are drawn at once.
 * @public The world of `npm run world` uses up what was drawn before it seeds chance.
 */
export const idsAtOnce = 256;
const pool = new Uint8Array(idsAtOnce * idBytes);
let used = pool.length;

/** Random bytes for one id. They are made for many at once: a request for 16 takes longer than the rest of an id. */
const randomOfId = (): Uint8Array => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.subarray(used - idBytes, used);
};

/** A UUIDv7 of the given time, random within its millisecond; see domain/size.ts for what its variant tells. */
export const newId = (now: Milliseconds): string => togetherId(v7({ msecs: now, random: randomOfId() }));
