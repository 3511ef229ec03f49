import { compareText, itemSize, type Attributes } from './attribute-value.ts';
import type { Milliseconds } from '../../../lambdas/kernel/time.ts';

/** The keys of an item. */
export interface Keys {
  readonly pk: string;
  readonly sk: string;
}

/** An item as it was from a time on; undefined: there was none. */
interface Version {
  readonly from: Milliseconds;
  readonly item: Attributes | undefined;
  readonly size: number;
}

/** A place for an item, with the versions that a read may still show. The last one is the present. */
interface Cell extends Keys {
  versions: readonly Version[];
}

/** An item that a read found. */
export interface Found extends Keys {
  readonly item: Attributes;
  readonly size: number;
}

const absent: Version = { from: -Infinity, item: undefined, size: 0 };

const shownAt = ({ versions }: Cell, time: Milliseconds): Version =>
  versions.findLast(({ from }) => from <= time) ?? versions[0] ?? absent;

const foundAt = (cell: Cell, time: Milliseconds): readonly Found[] => {
  const { item, size } = shownAt(cell, time);
  return item === undefined ? [] : [{ pk: cell.pk, sk: cell.sk, item, size }];
};

/** Sort keys from one place to another. */
export interface Range {
  readonly isBelow: (sort: string) => boolean;
  readonly isAbove: (sort: string) => boolean;
  /** The ends of a range that includes them. */
  readonly ends: { readonly first?: string; readonly last?: string };
}

export const everything: Range = { isBelow: () => false, isAbove: () => false, ends: {} };

/** The first place, in the order of the sort keys, of which a predicate holds. It then holds of all that follow. */
const firstPlace = (cells: readonly Cell[], isFound: (sk: string) => boolean): number => {
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isFound(cells[middle]?.sk ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
};

const placeOf = (cells: readonly Cell[], sk: string): number => firstPlace(cells, (one) => compareText(one, sk) >= 0);

/** The items of the table with their former versions. */
export class ItemStore {
  readonly #partitions = new Map<string, Cell[]>();
  /** Cells with a version in a shard of the index `due`. */
  readonly #shards = new Map<string, Set<Cell>>();
  /** Cells whose item was deleted, oldest first. */
  #deleted: Cell[] = [];
  readonly #memory: Milliseconds;

  /** @param memory how long a version is kept after the next one */
  constructor(memory: Milliseconds) {
    this.#memory = memory;
  }

  get({ pk, sk }: Keys): Attributes | undefined {
    return this.#cell(pk, sk)?.versions.at(-1)?.item;
  }

  /** The item as it was at a time. */
  find({ pk, sk }: Keys, time: Milliseconds): Found | undefined {
    const cell = this.#cell(pk, sk);
    return cell && foundAt(cell, time)[0];
  }

  set({ pk, sk }: Keys, item: Attributes | undefined, now: Milliseconds): void {
    const cells = this.#partitions.get(pk) ?? [];
    const place = placeOf(cells, sk);
    const old = cells[place];
    const cell: Cell = old?.sk === sk ? old : { pk, sk, versions: [absent] };
    if (cell !== old) cells.splice(place, 0, cell);
    this.#partitions.set(pk, cells);
    // A version is shown until the next one is older than any read.
    const first = cell.versions.findLastIndex(({ from }) => from <= now - this.#memory);
    cell.versions = [...cell.versions.slice(Math.max(0, first)), { from: now, item, size: item ? itemSize(item) : 0 }];
    this.#enterShard(cell, item);
    if (item === undefined) this.#deleted.push(cell);
    this.#forget(now);
  }

  /** The items of a part of a partition in the order of their sort keys, or backward. */
  *partition(pk: string, { isBelow, isAbove }: Range, isForward: boolean, time: Milliseconds): Generator<Found> {
    const cells = this.#partitions.get(pk) ?? [];
    const first = firstPlace(cells, (sk) => !isBelow(sk));
    const end = firstPlace(cells, isAbove);
    for (let index = 0; index < end - first; index += 1) {
      const cell = cells[isForward ? first + index : end - 1 - index];
      if (cell !== undefined) yield* foundAt(cell, time);
    }
  }

  /** The items of a shard of the index `due`, in no order. */
  shard(shard: string, time: Milliseconds): readonly Found[] {
    const cells = this.#shards.get(shard) ?? new Set();
    const found: Found[] = [];
    for (const cell of cells) {
      if (!cell.versions.some(({ item }) => item?.['due_shard']?.S === shard)) cells.delete(cell);
      found.push(
        ...foundAt(cell, time).filter(({ item }) => item['due_shard']?.S === shard && item['due_at'] !== undefined),
      );
    }
    return found;
  }

  /** The keys of all partitions. */
  partitions(): readonly string[] {
    return Array.from(this.#partitions.keys());
  }

  /** @param memory as of the constructor */
  copy(memory: Milliseconds): ItemStore {
    const copied = new ItemStore(memory);
    for (const [pk, cells] of this.#partitions) {
      const copies = cells.map((cell) => ({ ...cell }));
      copied.#partitions.set(pk, copies);
      for (const cell of copies) {
        for (const { item } of cell.versions) copied.#enterShard(cell, item);
        if (cell.versions.at(-1)?.item === undefined) copied.#deleted.push(cell);
      }
    }
    return copied;
  }

  #cell(pk: string, sk: string): Cell | undefined {
    const cells = this.#partitions.get(pk);
    const cell = cells?.[placeOf(cells, sk)];
    return cell?.sk === sk ? cell : undefined;
  }

  #enterShard(cell: Cell, item: Attributes | undefined): void {
    const shard = item?.['due_shard']?.S;
    if (shard === undefined) return;
    const cells = this.#shards.get(shard) ?? new Set();
    this.#shards.set(shard, cells.add(cell));
  }

  /** Drops places of items whose deletion every read shows. */
  #forget(now: Milliseconds): void {
    for (;;) {
      const [cell] = this.#deleted;
      const last = cell?.versions.at(-1);
      if (cell === undefined || last === undefined || last.from > now - this.#memory) return;
      this.#deleted.shift();
      const cells = this.#partitions.get(cell.pk) ?? [];
      const place = placeOf(cells, cell.sk);
      if (last.item !== undefined || cells[place] !== cell) continue;
      cells.splice(place, 1);
      if (cells.length === 0) this.#partitions.delete(cell.pk);
      for (const { item } of cell.versions) this.#shards.get(item?.['due_shard']?.S ?? '')?.delete(cell);
    }
  }
}
