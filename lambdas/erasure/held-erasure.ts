import type { Erasure } from '../domain/erasure-progress.ts';
import { leaseEnd } from '../domain/deadline.ts';
import type { Milliseconds } from '../domain/time.ts';
import { recordProgress } from '../store/erasure/erasures.ts';
import type { ErasureDeps } from './erasure-deps.ts';

/** A worker that has said nothing for so long is taken for dead. */
export const erasureLease: Milliseconds = 90_000;

/** Time is up: the rest is the next worker's. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';
}

/** An erasure in the hands of a worker, as far as it has come. */
export class HeldErasure {
  readonly deps: ErasureDeps;
  readonly lease: string;
  readonly #until: Milliseconds;
  #erasure: Erasure;

  /** @param until when to stop and leave the rest for the next time */
  constructor(deps: ErasureDeps, erasure: Erasure, lease: string, until: Milliseconds) {
    this.deps = deps;
    this.lease = lease;
    this.#erasure = erasure;
    this.#until = until;
  }

  get erasure(): Erasure {
    return this.#erasure;
  }

  /** Records how far it has come. @throws ErasureLost when another worker took over; TimeUp after the record is made */
  async note(next: Erasure): Promise<void> {
    const now = this.deps.clock();
    await recordProgress(this.deps.table, next, this.lease, leaseEnd(this.deps.deadline, now, erasureLease));
    this.#erasure = next;
    if (now >= this.#until) throw new TimeUp('time is up');
  }
}
