import { randomFrom } from '../../bench/delivery/event-traffic.ts';
import type { Cost } from '../computed/operations.ts';
import { sortedUses, type Measured, type Use } from '../measured.ts';
import type { Setting } from '../setting.ts';
import { Engine, type Process } from './engine.ts';
import { Tally } from './tally.ts';

/** The time at which runs begin. */
const beginning = Date.UTC(2030, 0, 2, 3, 4, 5);

/** Throughput of a second. What is used beyond it waits. */
class Throughput {
  readonly #rate: number;
  #freeAt = 0;
  /** Units since the counting began. */
  used = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** @returns the milliseconds until the units are there */
  take(units: number, now: number): number {
    this.used += units;
    this.#freeAt = Math.max(this.#freeAt, now) + (1_000 * units) / this.#rate;
    return Math.max(0, this.#freeAt - now - 1_000 / this.#rate);
  }

  use(name: string, seconds: number): Use {
    return { name, used: this.used / seconds, limit: this.#rate };
  }
}

/** What reports its use since the counting began. */
export interface Watched {
  readonly beginCount: () => void;
  readonly use: (seconds: number) => Use;
}

/** The state of a run: virtual time, random numbers, the whole of the table, and the counts. */
export class World {
  readonly engine = new Engine();
  readonly tally = new Tally(this.engine);
  readonly random: () => number;
  readonly setting: Setting;
  /** The simulated share of the partners, the load and the limits. */
  readonly scale: number;
  readonly #writes: Throughput;
  readonly #reads: Throughput;
  readonly #dueWrites: Throughput;
  readonly #watched: Watched[] = [];

  constructor(seed: number, setting: Setting, scale: number) {
    const { tableWrites, tableReads, indexWrites } = setting.limits;
    this.random = randomFrom(seed);
    this.setting = setting;
    this.scale = scale;
    this.#writes = new Throughput(tableWrites * scale);
    this.#reads = new Throughput(tableReads * scale);
    this.#dueWrites = new Throughput(indexWrites * scale);
  }

  /** Milliseconds since the epoch. */
  get time(): number {
    return beginning + this.engine.now;
  }

  watch<W extends Watched>(watched: W): W {
    this.#watched.push(watched);
    return watched;
  }

  /** Makes the calls of an operation. */
  *run({ read, write, due, milliseconds }: Cost): Process {
    const { now } = this.engine;
    const waits = [this.#reads.take(read, now), this.#writes.take(write, now), this.#dueWrites.take(due, now)];
    yield milliseconds + Math.max(...waits);
  }

  /** Starts processes at random times, at a rate of the whole. */
  arrive(rate: number, begin: () => Process): void {
    const { engine, random, scale } = this;
    const arriving = function* (): Process {
      // Exact times, although the engine runs in steps.
      for (let at = engine.now; ;) {
        at += (-Math.log(1 - random()) * 1_000) / (rate * scale);
        yield Math.max(0, at - engine.now);
        engine.start(begin());
      }
    };
    engine.start(arriving());
  }

  beginCount(): void {
    this.tally.beginCount();
    for (const throughput of [this.#writes, this.#reads, this.#dueWrites]) throughput.used = 0;
    for (const watched of this.#watched) watched.beginCount();
  }

  report(seconds: number): Measured {
    const { tally, scale } = this;
    const ofWhole = (count: number): number => count / seconds / scale;
    return {
      offered: ofWhole(tally.offered),
      served: ofWhole(tally.served),
      write: ofWhole(this.#writes.used + this.#dueWrites.used),
      read: ofWhole(this.#reads.used),
      times: { p99: tally.percentile(0.99), dip: tally.secondsBelow(0.9, seconds) },
      parts: null,
      uses: sortedUses([
        this.#writes.use('table, W', seconds),
        this.#reads.use('table, R', seconds),
        this.#dueWrites.use('index due, W', seconds),
        ...this.#watched.map((watched) => watched.use(seconds)),
      ]),
    };
  }
}
