import { assumptions } from '../assumptions.ts';
import type { Limits } from '../quotas.ts';
import { Gate, type Engine, type Process } from './engine.ts';
import { hashOf } from './key-hash.ts';
import type { Resource, ResourceReport } from './resource.ts';

export interface ReaderSize {
  /** The most records of an invocation. */
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly parallelization: number;
  /** The bytes of a record. The payload of an invocation limits a batch. */
  readonly recordBytes: number;
}

interface Lane<T> {
  records: T[];
  since: number;
  gate: Gate;
}

/**
 * A reader of the table's stream. Each shard has as many lanes as the parallelization factor, with one batch at a time in
 * each. All records of an item are in one lane, but the items of a partition key are spread over the lanes:
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
    // The windows of the shards begin at different times.
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
    // Earlier records are sent at once.
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

  /** Waits until the batch is full or its window has ended. */
  *#gather(lane: Lane<T>): Process {
    yield assumptions.streamDelay;
    const until = lane.since + 1_000 * this.#size.windowSeconds;
    while (lane.records.length < this.#most && this.#engine.now < until) {
      // Polls instead of racing two waits.
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
