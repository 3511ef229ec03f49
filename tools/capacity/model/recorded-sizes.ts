import type { Operation } from '../replay/compile.ts';
import type { Operations } from '../replay/operations.ts';
import { journalSizes } from '../replay/journal-sizes.ts';

interface RecordedSize {
  readonly size: number;
  readonly operation: Operation;
}

/** An operation that was recorded with batches of several sizes. */
export class RecordedSizes {
  readonly #random: () => number;
  /** Smallest first. */
  readonly #recorded: readonly RecordedSize[];

  constructor(operations: Operations, nameOf: (size: number) => string, random: () => number) {
    this.#random = random;
    this.#recorded = journalSizes.flatMap((size) => {
      const name = nameOf(size);
      return operations.has(name) ? [{ size, operation: operations.get(name) }] : [];
    });
  }

  /** The operation with a batch of a size. Between two recorded sizes it is one of both at random, so that the mean is interpolated. */
  of(count: number): Operation {
    const above = this.#recorded.findIndex(({ size }) => size >= count);
    const high = this.#recorded.at(above);
    const low = above > 0 ? this.#recorded[above - 1] : high;
    if (high === undefined || low === undefined) throw new Error('no batch is recorded');
    const share = high === low ? 0 : (count - low.size) / (high.size - low.size);
    return this.#random() < share ? high.operation : low.operation;
  }
}
