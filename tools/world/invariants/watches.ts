import { auditWatches } from './audit.ts';
import { workWatches } from './calls-and-work.ts';
import { customerWatches } from './customers.ts';
import { lifetimeWatches } from './lifetimes.ts';
import { lineWatches } from './lines.ts';
import { numberWatches } from './numbers.ts';
import { slotWatches } from './slots.ts';
import type { Watch } from './watch.ts';

/** The rules that hold after each commit. */
export const watches: readonly Watch[] = [
  ...customerWatches,
  ...lineWatches,
  ...numberWatches,
  ...slotWatches,
  ...workWatches,
  ...auditWatches,
  ...lifetimeWatches,
];
