import type { DeliveryStatus, IndexedEvent } from '@swift-worker/time-index/event.ts';
import { day, type Milliseconds } from '../../kernel/time.ts';
import type { ParkedReport } from './parked-report.ts';

/** A report in the journal, which waits to be folded into the indexes of its scopes. */
export interface WaitingReport {
  readonly event: IndexedEvent;
  /** The message's name: its key as one text. */
  readonly message: string;
  /** Statuses that the message had before. */
  readonly known: readonly DeliveryStatus[];
}

/** The report without its data. */
export const parkedReport = ({ event, message, known }: WaitingReport): ParkedReport => ({
  message,
  known,
  brought: [event.status],
});

/** The number of waiting reports for each active instance at which they are folded. A fold then adds about this many to an instance. */
const reportsOfInstance = 20;
const fewest = 256;
const most = 8_000;

/** The number of waiting reports at which a journal is folded. @param instances that reported in the last fold */
export const foldThreshold = (instances: number): number =>
  Math.min(most, Math.max(fewest, reportsOfInstance * instances));

/** The time after which any number of waiting reports is folded. */
export const longestWait: Milliseconds = day;
