import { attempts, Backoff } from '../../../lambdas/runtime/aws-calls.ts';
import { assumptions, burstSeconds } from '../assumptions.ts';
import type { Limits } from '../quotas.ts';
import type { Cast, Names } from '../replay/cast.ts';
import type { Call, CallItem } from '../replay/compile.ts';
import { Bucket } from './bucket.ts';
import type { Engine, Process } from './engine.ts';
import { ItemLocks } from './item-locks.ts';
import { hashOf, itemHashOf } from './key-hash.ts';
import { Partitions } from './partitions.ts';
import type { Resource, ResourceReport } from './resource.ts';

/** `throttled`, `conflict`: after the client's own retries. */
export type CallOutcome = 'done' | 'throttled' | 'conflict';

/** The table with its index `due`. */
export class Table implements Resource {
  readonly #engine: Engine;
  readonly #names: Names;
  readonly #backoff: Backoff;
  readonly #writes: Bucket;
  readonly #reads: Bucket;
  readonly #dueWrites: Bucket;
  readonly #writePartitions: Partitions;
  readonly #readPartitions: Partitions;
  readonly #duePartitions: Partitions;
  readonly #locks = new ItemLocks();
  #transactions = 0;
  /** For the current call: the buckets that it uses, the units, and the items that it writes. */
  readonly #buckets: Bucket[] = [];
  readonly #units: number[] = [];
  readonly #items: number[] = [];

  constructor(engine: Engine, names: Names, random: () => number, limits: Limits) {
    this.#engine = engine;
    this.#names = names;
    this.#backoff = new Backoff(random);
    // The backoff of throttled calls.
    this.#backoff.setDelayBase(Infinity);
    const { tableWrites, tableReads, indexWrites } = limits;
    this.#writes = new Bucket(tableWrites, tableWrites * burstSeconds);
    this.#reads = new Bucket(tableReads, tableReads * burstSeconds);
    this.#dueWrites = new Bucket(indexWrites, indexWrites * burstSeconds);
    this.#writePartitions = new Partitions(limits.partitionWrites, 'W');
    this.#readPartitions = new Partitions(limits.partitionReads, 'R');
    this.#duePartitions = new Partitions(limits.partitionWrites, 'W of index due');
  }

  /** Units that were used since the counting began. */
  get used(): { readonly read: number; readonly write: number } {
    return { read: this.#reads.used, write: this.#writes.used + this.#dueWrites.used };
  }

  beginCount(): void {
    for (const resource of [this.#writes, this.#reads, this.#dueWrites]) resource.beginCount();
    for (const resource of [this.#writePartitions, this.#readPartitions, this.#duePartitions]) resource.beginCount();
    this.#locks.conflicts = 0;
    this.#transactions = 0;
  }

  report(seconds: number): readonly ResourceReport[] {
    const whole = (name: string, { used, rate, refused }: Bucket): ResourceReport => ({
      name,
      load: used / rate / seconds,
      refused,
    });
    return [
      whole('table, W', this.#writes),
      whole('table, R', this.#reads),
      whole('index due, W', this.#dueWrites),
      ...this.#writePartitions.report(seconds),
      ...this.#readPartitions.report(seconds),
      ...this.#duePartitions.report(seconds),
      {
        name: 'items in transactions',
        load: this.#transactions === 0 ? 0 : this.#locks.conflicts / (this.#locks.conflicts + this.#transactions),
        refused: this.#locks.conflicts,
      },
    ];
  }

  /** One call with the retries of the service's own client. */
  *send(call: Call, cast: Cast): Process<CallOutcome> {
    for (let tried = 1; ; tried += 1) {
      const outcome = this.#admit(call, cast);
      yield call.transaction ? assumptions.transactionTime : call.writes ? assumptions.writeTime : assumptions.readTime;
      if (outcome === 'done' || call.transaction || tried === attempts) return outcome;
      yield this.#backoff.computeNextBackoffDelay(tried - 1);
    }
  }

  #admit(call: Call, cast: Cast): CallOutcome {
    const { now } = this.#engine;
    this.#ask(call, cast);
    for (const item of this.#items) {
      if (!this.#locks.isHeld(item, now)) continue;
      this.#locks.conflicts += 1;
      return 'conflict';
    }
    for (const bucket of this.#buckets) {
      if (bucket.hasRoom(now)) continue;
      bucket.refused += 1;
      return 'throttled';
    }
    for (const [index, bucket] of this.#buckets.entries()) bucket.take(this.#units[index] ?? 0);
    if (call.transaction) {
      this.#locks.hold(this.#items, now, assumptions.transactionTime);
      this.#transactions += 1;
    }
    return 'done';
  }

  #ask(call: Call, cast: Cast): void {
    this.#buckets.length = 0;
    this.#units.length = 0;
    this.#items.length = 0;
    let maker: CallItem['pk'] | null = null;
    let hash = 0;
    for (const item of call.items) {
      const planned = item.plan?.(cast);
      if (planned !== undefined || maker !== item.pk) hash = hashOf(planned?.pk ?? item.pk(cast, this.#names));
      maker = planned === undefined ? item.pk : null;
      if (item.read > 0) {
        this.#draw(this.#reads, item.read);
        this.#draw(this.#readPartitions.of(hash, item.label), item.read);
      }
      if (!item.isWrite) continue;
      this.#draw(this.#writes, item.write);
      this.#draw(this.#writePartitions.of(hash, item.label), item.write);
      this.#items.push(itemHashOf(hash, planned?.sk ?? item.sk(cast, this.#names)));
      // A write also needs capacity of the index.
      for (const { partition, units } of item.due) {
        const shard = partition(cast, this.#names);
        this.#draw(this.#dueWrites, units);
        this.#draw(this.#duePartitions.of(hashOf(shard), shard), units);
      }
    }
  }

  #draw(bucket: Bucket, units: number): void {
    this.#buckets.push(bucket);
    this.#units.push(units);
  }
}
