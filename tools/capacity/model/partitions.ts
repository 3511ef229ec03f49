import { partitionCount } from '../assumptions.ts';
import { Bucket } from './bucket.ts';
import type { Resource, ResourceReport } from './resource.ts';

interface Partition {
  readonly bucket: Bucket;
  /** The label of the last used key. A hot partition has one key. */
  label: string;
}

/** The partitions of a table or an index, by the hash of the key. The model never splits one. */
export class Partitions implements Resource {
  readonly #limit: number;
  readonly #unit: string;
  readonly #partitions: (Partition | undefined)[] = new Array<Partition | undefined>(partitionCount).fill(undefined);

  constructor(limit: number, unit: string) {
    this.#limit = limit;
    this.#unit = unit;
  }

  /** @param hash of the key @param label the key without its ids */
  of(hash: number, label: string): Bucket {
    const place = hash % partitionCount;
    const existing = this.#partitions[place];
    if (existing !== undefined) {
      if (existing.label !== label) existing.label = label;
      return existing.bucket;
    }
    const made = { bucket: new Bucket(this.#limit), label };
    this.#partitions[place] = made;
    return made.bucket;
  }

  beginCount(): void {
    for (const partition of this.#partitions) partition?.bucket.beginCount();
  }

  /** Reports the hottest partition. */
  report(seconds: number): readonly ResourceReport[] {
    let hottest: Partition | undefined;
    for (const partition of this.#partitions) {
      if (partition !== undefined && partition.bucket.used > (hottest?.bucket.used ?? 0)) hottest = partition;
    }
    if (hottest === undefined) return [];
    const { bucket, label } = hottest;
    const refused = this.#partitions.reduce((sum, partition) => sum + (partition?.bucket.refused ?? 0), 0);
    return [{ name: `partition ${label}, ${this.#unit}`, load: bucket.used / bucket.rate / seconds, refused }];
  }
}
