import type { Erasure } from '../../domain/erasure-progress.ts';
import { leaseEnd } from '../../kernel/deadline.ts';
import { TimeUp } from '../../kernel/errors.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { work } from '../../kernel/work.ts';
import { findCustomer, type CustomerRecord } from '../../store/customers/customers.ts';
import { heldErasure, progressOf } from '../../store/erasure/erasures.ts';
import { finished, paused, record, recordClause, renewed } from '../../store/table/work.ts';
import type { Clause } from '../../store/table/commit.ts';
import type { ErasureDeps } from './erasure-deps.ts';

export class HeldErasure {
  readonly deps: ErasureDeps;
  readonly #lease: string;
  readonly #until: Milliseconds;
  #erasure: Erasure;

  /** @param until when to stop and leave the rest to the next worker */
  constructor(deps: ErasureDeps, erasure: Erasure, lease: string, until: Milliseconds) {
    this.deps = deps;
    this.#lease = lease;
    this.#erasure = erasure;
    this.#until = until;
  }

  get erasure(): Erasure {
    return this.#erasure;
  }

  async requireCustomer(): Promise<CustomerRecord> {
    const { partnerId, customerId } = this.#erasure;
    const record = await findCustomer(this.deps.table, partnerId, { customerId }, null);
    if (record === null) throw new Error('the customer does not exist');
    return record;
  }

  /** Records the progress. @throws WorkLost; TimeUp after the progress is recorded */
  async note(next: Erasure): Promise<void> {
    const now = this.deps.clock();
    const until = leaseEnd(this.deps.deadline, now, work.erasure.lease);
    await record(this.#work, { ...renewed(until), ...progressOf(next) });
    this.#erasure = next;
    if (now >= this.#until) throw new TimeUp();
  }

  /** Releases the erasure until `due`. @throws WorkLost */
  pause(next: Erasure, due: Milliseconds): Promise<void> {
    return record(this.#work, { ...paused(due), ...progressOf(next) });
  }

  finish(): Promise<void> {
    return record(this.#work, { ...finished, ...progressOf(this.#erasure) });
  }

  /** Ends the erasure in a commit. @param due when the last step is due; null: never */
  endClause(ended: Erasure, due: Milliseconds | null): Clause {
    return recordClause(this.#work, { ...(due === null ? finished : paused(due)), ...progressOf(ended) });
  }

  get #work() {
    return heldErasure(this.deps.table, this.#erasure, this.#lease);
  }
}
