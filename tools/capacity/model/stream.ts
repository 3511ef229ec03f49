import { assumptions } from '../assumptions.ts';
import type { Limits } from '../quotas.ts';
import { Gate, type Engine, type Process } from './engine.ts';
import { hashOf } from './key-hash.ts';
import type { Resource, ResourceReport } from './resource.ts';

export interface ReaderSize {
  /** Records of one invocation. */
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly parallelization: number;
  /** Of a record: they bound a batch by the payload of an invocation. */
  readonly recordBytes: number;
}

interface Lane<T> {
  records: T[];
  since: number;
  gate: Gate;
}

/**
 * A reader of the table's stream: one batch at a time of each shard and part of it. An item's records stay in one part, so
 * that a partition key is scattered over the parts:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
export class StreamReader<T> implements Resource {
  readonly #engine: Engine;
  readonly #name: string;
  readonly #size: ReaderSize;
  readonly #most: number;
  readonly #work: (batch: readonly T[]) => Process;
  readonly #lanes: readonly Lane<T>[];
  #busy = 0;
  #busyTime = 0;
  #changedAt = 0;

  constructor(
    engine: Engine,
    name: string,
    size: ReaderSize,
    shards: number,
    limits: Limits,
    work: (batch: readonly T[]) => Process,
  ) {
    this.#engine = engine;
    this.#name = name;
    this.#size = size;
    this.#most = Math.min(size.batchSize, Math.floor(limits.streamBatchBytes / size.recordBytes));
    this.#work = work;
    this.#lanes = Array.from({ length: shards * size.parallelization }, () => ({
      records: [],
      since: 0,
      gate: new Gate(engine),
    }));
    // Windows of the shards begin one after another, not together.
    const apart = (1_000 * size.windowSeconds) / this.#lanes.length;
    for (const [place, lane] of this.#lanes.entries()) engine.resumeIn(place * apart, this.#read(lane));
  }

  get waiting(): number {
    return this.#lanes.reduce((sum, { records }) => sum + records.length, 0);
  }

  /** @param key of the item */
  put(key: string, record: T): void {
    const lane = this.#lanes[hashOf(key, 0x9747b28c) % this.#lanes.length];
    if (lane === undefined) return;
    if (lane.records.length === 0) lane.since = this.#engine.now;
    lane.records.push(record);
    if (lane.records.length === 1 || lane.records.length === this.#most) lane.gate.open();
  }

  *#read(lane: Lane<T>): Process {
    // What came before goes at once.
    lane.since -= 1_000 * this.#size.windowSeconds;
    for (;;) {
      while (lane.records.length === 0) yield lane.gate;
      yield* this.#gather(lane);
      const batch = lane.records.slice(0, this.#most);
      lane.records = lane.records.slice(this.#most);
      lane.since = this.#engine.now;
      this.#count(1);
      yield* this.#work(batch);
      this.#count(-1);
    }
  }

  /** Waits until the batch is full or its window is over. */
  *#gather(lane: Lane<T>): Process {
    yield assumptions.streamDelay;
    const until = lane.since + 1_000 * this.#size.windowSeconds;
    while (lane.records.length < this.#most && this.#engine.now < until) {
      // Looks again now and then instead of racing two waits.
      yield Math.min(250, until - this.#engine.now);
    }
  }

  #count(change: number): void {
    this.#busyTime += this.#busy * (this.#engine.now - this.#changedAt);
    this.#changedAt = this.#engine.now;
    this.#busy += change;
  }

  beginCount(): void {
    this.#count(0);
    this.#busyTime = 0;
  }

  report(seconds: number): readonly ResourceReport[] {
    this.#count(0);
    return [{ name: `reader ${this.#name}`, load: this.#busyTime / 1_000 / seconds / this.#lanes.length, refused: 0 }];
  }
}
