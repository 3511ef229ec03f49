import type { Milliseconds } from '../../lambdas/kernel/time.ts';

interface Event {
  readonly at: Milliseconds;
  readonly order: number;
  readonly run: () => void;
}

/** So many turns of the event loop without a new event mean that every process waits. */
const quietTurns = 4;

/** One clock, and one event at a time. What follows from an event is over before the next begins. */
export class Scheduler {
  #now: Milliseconds;
  #order = 0;
  /** By time, and by their order within a millisecond. */
  readonly #events: Event[] = [];
  #acting = 0;
  /** Called after each event. */
  afterEach: () => void = () => undefined;

  constructor(start: Milliseconds) {
    this.#now = start;
  }

  get now(): Milliseconds {
    return this.#now;
  }

  get events(): number {
    return this.#order;
  }

  at(time: Milliseconds, run: () => void): void {
    this.#order += 1;
    const event = { at: Math.max(time, this.#now), order: this.#order, run };
    const index = this.#events.findLastIndex(({ at }) => at <= event.at);
    this.#events.splice(index + 1, 0, event);
  }

  wait(time: Milliseconds): Promise<void> {
    return new Promise((resolve) => {
      this.at(this.#now + time, resolve);
    });
  }

  /** Performs what an event does. The next one waits for its end. */
  async act<T>(run: () => Promise<T>): Promise<T> {
    this.#acting += 1;
    try {
      return await run();
    } finally {
      this.#acting -= 1;
    }
  }

  async #quiet(): Promise<void> {
    let order = this.#order;
    for (let turn = 0; turn < quietTurns; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#acting === 0 && this.#order === order) continue;
      order = this.#order;
      turn = -1;
    }
  }

  /** Runs the events until a time, and sets the clock to it. */
  async runUntil(end: Milliseconds): Promise<void> {
    await this.#quiet();
    for (;;) {
      const [next] = this.#events;
      if (next === undefined || next.at > end) break;
      this.#events.shift();
      this.#now = next.at;
      next.run();
      await this.#quiet();
      this.afterEach();
    }
    this.#now = Math.max(this.#now, end);
  }
}
