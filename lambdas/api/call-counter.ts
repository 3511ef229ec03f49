import { Lru } from '../kernel/lru.ts';
import { sizeAt, type Sizes } from '../domain/size.ts';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import { utcDayOf } from '../domain/usage/utc-day.ts';
import type { CallCount, CounterPlace } from '../store/usage/call-counts.ts';

export interface CallCounterDeps {
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly write: (place: CounterPlace, count: CallCount) => Promise<void>;
  /** Is called when a number could not be written. The next call writes it. */
  readonly onError: (error: unknown) => void;
}

/** Whose call, and when it began. */
export interface CountedCall {
  readonly partnerId: string;
  readonly sizes: Sizes;
  readonly now: Milliseconds;
}

interface Counter {
  readonly place: CounterPlace;
  calls: number;
  limited: number;
}

/** Bounds the memory that partners can take. A counter that was dropped has its own item, and another one begins at 0. */
const mostCounters = 10_000;

/**
 * Counts the calls of this environment by partner and UTC day. Each counter is an item with running numbers, so that it can be written
 * while the call is carried out and written again. A write that fails does not fail its call.
 */
export class CallCounter {
  readonly #deps: CallCounterDeps;
  readonly #counters = new Lru<Counter>(mostCounters);

  constructor(deps: CallCounterDeps) {
    this.#deps = deps;
  }

  /** Counts a call, whatever comes of it. */
  begun(call: CountedCall): Promise<void> {
    const counter = this.#counterOf(call);
    counter.calls += 1;
    return this.#write(counter);
  }

  /** Takes back a call that its operation refused with 429. */
  limited(call: CountedCall): Promise<void> {
    const counter = this.#counterOf(call);
    counter.limited += 1;
    return this.#write(counter);
  }

  #counterOf({ partnerId, sizes, now }: CountedCall): Counter {
    const day = utcDayOf(now);
    const name = `${partnerId} ${day}`;
    const known = this.#counters.get(name);
    if (known !== undefined) return known;
    const id = this.#deps.newId(this.#deps.clock());
    const isSpread = sizeAt(sizes, now) === 'large';
    const fresh: Counter = { place: { partnerId, day, id, isSpread }, calls: 0, limited: 0 };
    this.#counters.set(name, fresh);
    return fresh;
  }

  async #write({ place, calls, limited }: Counter): Promise<void> {
    try {
      await this.#deps.write(place, { calls, limited });
    } catch (error) {
      this.#deps.onError(error);
    }
  }
}
