import fc from 'fast-check';
import { memoryIndex } from '@swift-worker/time-index/memory-index.ts';
import { disagreement, inconsistency, runHistory } from './history.ts';
import { tapeOf } from './tape.ts';

/** Enough bytes for a dozen reports, their deliveries and the queries afterwards. A longer history reads zeros. */
const tapes = fc.uint8Array({ minLength: 40, maxLength: 600 });

/**
 * Duplicates, reordering, other batches, concurrent and crashing workers: searches and health agree with the oracle,
 * before, during and after a fold.
 */
export const histories = fc.asyncProperty(tapes, async (bytes) => {
  const tape = tapeOf(bytes);
  const index = memoryIndex();
  const history = await runHistory(tape, index);
  const found = await disagreement(tape, index, history);
  if (found !== null) throw new Error(found);
});

/** The same, and every rollup is the sum of the events beneath it. */
export const recountedHistories = fc.asyncProperty(tapes, async (bytes) => {
  const index = memoryIndex();
  const history = await runHistory(tapeOf(bytes), index);
  const found = await inconsistency(index, history);
  if (found !== null) throw new Error(found);
});
