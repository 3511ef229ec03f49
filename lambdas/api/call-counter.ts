import { Lru } from '../kernel/lru.ts';
import { sizeAt, type Sizes } from '../domain/size.ts';
import { second, type Clock, type Milliseconds } from '../kernel/time.ts';
import { withCall, type ClientCalls } from '../domain/usage/client-version.ts';
import { utcDayOf } from '../domain/usage/utc-day.ts';
import type { CounterPlace } from '../store/usage/call-counts.ts';

/** The numbers of calls are written so long after the first call that is not written. */
const pause: Milliseconds = second;

export interface CallCounterDeps {
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly write: (place: CounterPlace, calls: number, clients: ClientCalls) => Promise<void>;
  /** Runs a function after a time, without keeping the process alive for it. */
  readonly later: (run: () => void, pause: Milliseconds) => void;
  /** Is called when a number could not be written. It is written after the next call. */
  readonly onError: (error: unknown) => void;
}

/** Whose call, and when it began. */
export interface CountedCall {
  readonly partnerId: string;
  readonly sizes: Sizes;
  readonly now: Milliseconds;
  /** The caller's client with its version; null for any other program. */
  readonly client: string | null;
}

interface Counter {
  readonly place: CounterPlace;
  calls: number;
  clients: ClientCalls;
  /** Whether a write of the number is planned. */
  isPlanned: boolean;
}

/** Bounds the memory that partners can take. A counter that was dropped has its own item, and another one begins at 0. */
const mostCounters = 10_000;

/**
 * Counts the calls of this environment by partner and UTC day. Each counter is an item with a running number, which is written at
 * most once a second, and may be written again. AWS freezes an environment between its calls: a write that is due meanwhile begins
 * with the next call, which waits for it. An environment that ends before has counted up to a second's calls too few.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
export class CallCounter {
  readonly #deps: CallCounterDeps;
  readonly #counters = new Lru<Counter>(mostCounters);
  readonly #writes = new Set<Promise<void>>();

  constructor(deps: CallCounterDeps) {
    this.#deps = deps;
  }

  /** Counts a call. */
  count(call: CountedCall): void {
    const counter = this.#counterOf(call);
    counter.calls += 1;
    counter.clients = withCall(counter.clients, call.client);
    if (counter.isPlanned) return;
    counter.isPlanned = true;
    this.#deps.later(() => {
      this.#begin(counter);
    }, pause);
  }

  /** Resolves when the writes that have begun have ended. Never rejects: a write that fails does not fail a call. */
  async written(): Promise<void> {
    await Promise.all(this.#writes);
  }

  #counterOf({ partnerId, sizes, now }: CountedCall): Counter {
    const day = utcDayOf(now);
    const name = `${partnerId} ${day}`;
    const known = this.#counters.get(name);
    if (known !== undefined) return known;
    const id = this.#deps.newId(this.#deps.clock());
    const isSpread = sizeAt(sizes, now) === 'large';
    const fresh: Counter = { place: { partnerId, day, id, isSpread }, calls: 0, clients: {}, isPlanned: false };
    this.#counters.set(name, fresh);
    return fresh;
  }

  #begin(counter: Counter): void {
    counter.isPlanned = false;
    const write = this.#write(counter).finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  async #write({ place, calls, clients }: Counter): Promise<void> {
    try {
      await this.#deps.write(place, calls, clients);
    } catch (error) {
      this.#deps.onError(error);
    }
  }
}
