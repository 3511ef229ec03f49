import { spreadOf } from './spread.ts';
import type { Milliseconds } from './time.ts';

const hour: Milliseconds = 60 * 60_000;

/** Every 6 h at the latest. Facts older than 24 h count as unknown. */
export const nextRoundAt = (id: string, now: Milliseconds): Milliseconds => now + 6 * hour * (0.9 + 0.1 * spreadOf(id));
