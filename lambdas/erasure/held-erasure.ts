import type { Erasure } from '../domain/erasure-progress.ts';
import { leaseEnd } from '../domain/deadline.ts';
import type { Milliseconds } from '../domain/time.ts';
import { work } from '../domain/work.ts';
import { heldErasure, progressOf } from '../store/erasure/erasures.ts';
import { finished, paused, record, recordClause, renewed } from '../store/table/work.ts';
import type { Clause } from '../store/table/commit.ts';
import type { ErasureDeps } from './erasure-deps.ts';

/** Time is up: the rest is the next worker's. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';
}

/** An erasure in the hands of a worker, as far as it has come. */
export class HeldErasure {
  readonly deps: ErasureDeps;
  readonly #lease: string;
  readonly #until: Milliseconds;
  #erasure: Erasure;

  /** @param until when to stop and leave the rest for the next time */
  constructor(deps: ErasureDeps, erasure: Erasure, lease: string, until: Milliseconds) {
    this.deps = deps;
    this.#lease = lease;
    this.#erasure = erasure;
    this.#until = until;
  }

  get erasure(): Erasure {
    return this.#erasure;
  }

  /** Records how far it has come. @throws WorkLost; TimeUp after the record is made */
  async note(next: Erasure): Promise<void> {
    const now = this.deps.clock();
    const until = leaseEnd(this.deps.deadline, now, work.erasure.lease);
    await record(this.#work, { ...renewed(until), ...progressOf(next) });
    this.#erasure = next;
    if (now >= this.#until) throw new TimeUp('time is up');
  }

  /** Gives it back until `due`. @throws WorkLost */
  pause(next: Erasure, due: Milliseconds): Promise<void> {
    return record(this.#work, { ...paused(due), ...progressOf(next) });
  }

  /** Nothing more is to be done at all. @throws WorkLost */
  finish(): Promise<void> {
    return record(this.#work, { ...finished, ...progressOf(this.#erasure) });
  }

  /** Ends it as a part of a commit. @param due when it is looked at once more; null: never */
  endClause(ended: Erasure, due: Milliseconds | null): Clause {
    return recordClause(this.#work, { ...(due === null ? finished : paused(due)), ...progressOf(ended) });
  }

  get #work() {
    return heldErasure(this.deps.table, this.#erasure, this.#lease);
  }
}
