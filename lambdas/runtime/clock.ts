import { setTimeout } from 'node:timers/promises';
import { v7 } from 'uuid';
import type { Clock, Milliseconds } from '../domain/time.ts';
import type { RetryPolicy } from '../store/table/commit.ts';

export const systemClock: Clock = () => Date.now();

export const systemRetryPolicy: RetryPolicy = {
  sleep: (milliseconds: Milliseconds) => setTimeout(milliseconds),
  random: () => Math.random(),
};

/** A UUIDv7 of the given time, random within its millisecond. */
export const newId = (now: Milliseconds): string => v7({ msecs: now });
