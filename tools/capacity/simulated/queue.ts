import type { Use } from '../measured.ts';
import type { Engine, Process } from './engine.ts';
import type { Watched, World } from './world.ts';

interface QueueSize {
  readonly batchSize: number;
  readonly concurrency: number;
}

/**
 * A queue with its event source mapping. It handles some batches at a time at first, and 300 more with each minute in
 * which messages wait, up to the concurrency of the mapping.
 */
export class Queue<T> implements Watched {
  readonly #engine: Engine;
  readonly #name: string;
  readonly #size: QueueSize;
  readonly #work: (batch: readonly T[]) => Process;
  readonly #most: number;
  readonly #ramp: number;
  #messages: T[] = [];
  #first = 0;
  #busy = 0;
  #pollers: number;
  #rampedAt = 0;
  /** Messages in flight, and the sum of their times. */
  #held = 0;
  #heldTime = 0;
  #changedAt = 0;

  /** @param pollers at the beginning: after steady traffic all, of an idle queue few */
  constructor(
    { engine, setting: { limits }, scale }: World,
    name: string,
    size: QueueSize,
    pollers: 'all' | 'few',
    work: (batch: readonly T[]) => Process,
  ) {
    this.#engine = engine;
    this.#name = name;
    this.#size = size;
    this.#work = work;
    this.#most = Math.min(size.concurrency, limits.queueBatches * scale);
    this.#ramp = limits.queueRamp * scale;
    this.#pollers = pollers === 'all' ? this.#most : Math.max(1, limits.queueFirstPollers * scale);
  }

  get waiting(): number {
    return this.#messages.length - this.#first;
  }

  put(message: T): void {
    this.#messages.push(message);
    this.#poll();
  }

  #poll(): void {
    this.#addPollers();
    while (this.waiting > 0 && this.#busy < Math.floor(this.#pollers)) {
      const end = Math.min(this.#first + this.#size.batchSize, this.#messages.length);
      const batch = this.#messages.slice(this.#first, end);
      this.#first = end;
      if (this.#first > 65_536) {
        this.#messages = this.#messages.slice(this.#first);
        this.#first = 0;
      }
      this.#count(batch.length);
      this.#busy += 1;
      this.#engine.start(this.#invoke(batch));
    }
  }

  /** Pollers are added only while all are busy. */
  #addPollers(): void {
    const { now } = this.#engine;
    const more = this.#busy >= Math.floor(this.#pollers) ? ((now - this.#rampedAt) * this.#ramp) / 60_000 : 0;
    this.#pollers = Math.min(this.#most, this.#pollers + more);
    this.#rampedAt = now;
  }

  *#invoke(batch: readonly T[]): Process {
    yield* this.#work(batch);
    this.#addPollers();
    this.#count(-batch.length);
    this.#busy -= 1;
    this.#poll();
  }

  #count(change: number): void {
    this.#heldTime += this.#held * (this.#engine.now - this.#changedAt);
    this.#changedAt = this.#engine.now;
    this.#held += change;
  }

  beginCount(): void {
    this.#count(0);
    this.#heldTime = 0;
  }

  use(seconds: number): Use {
    this.#count(0);
    const { concurrency, batchSize } = this.#size;
    return {
      name: `workers, queue ${this.#name}`,
      used: this.#heldTime / 1_000 / seconds,
      limit: concurrency * batchSize,
    };
  }
}
