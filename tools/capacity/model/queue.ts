import type { Limits } from '../quotas.ts';
import type { Engine, Process } from './engine.ts';
import type { Resource, ResourceReport } from './resource.ts';

export interface QueueSize {
  readonly batchSize: number;
  readonly concurrency: number;
}

/**
 * A queue with its event source mapping. It handles five batches at a time at first, and 300 more with each minute in which
 * messages wait, up to the concurrency of the mapping.
 */
export class Queue<T> implements Resource {
  readonly #engine: Engine;
  readonly #name: string;
  readonly #size: QueueSize;
  readonly #limits: Limits;
  readonly #work: (batch: readonly T[]) => Process;
  #messages: T[] = [];
  #first = 0;
  #busy = 0;
  /** Messages in flight. */
  #held = 0;
  #pollers: number;
  #rampedAt = 0;
  #heldTime = 0;
  #countedAt = 0;
  #changedAt = 0;

  /** @param pollers at the beginning, as after steady traffic */
  constructor(
    engine: Engine,
    name: string,
    size: QueueSize,
    limits: Limits,
    work: (batch: readonly T[]) => Process,
    pollers = limits.queueFirstPollers,
  ) {
    this.#engine = engine;
    this.#name = name;
    this.#size = size;
    this.#limits = limits;
    this.#work = work;
    this.#pollers = pollers;
  }

  get waiting(): number {
    return this.#messages.length - this.#first;
  }

  put(message: T): void {
    this.#messages.push(message);
    this.#poll();
  }

  #most(): number {
    return Math.min(this.#size.concurrency, this.#limits.queueBatches, Math.floor(this.#pollers));
  }

  #poll(): void {
    this.#ramp();
    while (this.waiting > 0 && this.#busy < this.#most()) {
      const end = Math.min(this.#first + this.#size.batchSize, this.#messages.length);
      const batch = this.#messages.slice(this.#first, end);
      this.#first = end;
      if (this.#first > 65_536) {
        this.#messages = this.#messages.slice(this.#first);
        this.#first = 0;
      }
      this.#count();
      this.#busy += 1;
      this.#held += batch.length;
      this.#engine.start(this.#invoke(batch));
    }
  }

  /** Pollers are added only while all are busy. */
  #ramp(): void {
    const { now } = this.#engine;
    if (this.#busy >= this.#most()) this.#pollers += ((now - this.#rampedAt) * this.#limits.queueRamp) / 60_000;
    this.#rampedAt = now;
  }

  *#invoke(batch: readonly T[]): Process {
    yield* this.#work(batch);
    this.#ramp();
    this.#count();
    this.#busy -= 1;
    this.#held -= batch.length;
    this.#poll();
  }

  #count(): void {
    this.#heldTime += this.#held * (this.#engine.now - this.#changedAt);
    this.#changedAt = this.#engine.now;
  }

  beginCount(): void {
    this.#count();
    this.#heldTime = 0;
    this.#countedAt = this.#engine.now;
  }

  report(): readonly ResourceReport[] {
    this.#count();
    const room = this.#size.concurrency * this.#size.batchSize;
    const share = this.#heldTime / (this.#engine.now - this.#countedAt) / room;
    return [{ name: `workers, queue ${this.#name}`, load: share, refused: 0 }];
  }
}
