import { day, type Milliseconds } from '../time.ts';
import type { DeliveryStatus } from './event.ts';
import type { IndexedEvent } from './message-state.ts';
import type { ParkedReport } from './parked-report.ts';

/** A report in the journal: it waits to be folded into the indexes of its scopes. */
export interface WaitingReport {
  readonly event: IndexedEvent;
  /** The message's name: its key as one text. */
  readonly message: string;
  /** Statuses that the message had before. */
  readonly known: readonly DeliveryStatus[];
}

/** The same without what it says. */
export const parkedReport = ({ event, message, known }: WaitingReport): ParkedReport => ({
  message,
  known,
  brought: [event.status],
});

/** Reports for each active line that a fold waits for: folds of a line then take in so many at once. */
const reportsOfInstance = 20;
const fewest = 256;
const most = 8_000;

/** How many reports a journal gathers before it is folded. @param lines that reported in the last fold */
export const foldThreshold = (instances: number): number =>
  Math.min(most, Math.max(fewest, reportsOfInstance * instances));

/** However few wait, they are folded after this time. */
export const longestWait: Milliseconds = day;
