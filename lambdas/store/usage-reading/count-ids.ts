import { IdSet, type HashPart } from '../../domain/usage/id-set.ts';

/** The ids that are in memory at once: 100 MB at the most while they are counted, and half as much again while the set grows. */
const mostInMemory = 2 ** 22;

/** Each page has 16 bytes for each of its ids. */
export type IdPages = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Distinct ids. */
export interface IdCount {
  readonly all: number;
  /** Those that are not of a batch of reports. */
  readonly single: number;
}

/** @returns null when there are more than `most` in the part */
const countPart = async (pages: IdPages, part: HashPart, most: number): Promise<IdCount | null> => {
  const ids = new IdSet();
  for await (const page of pages) {
    ids.add(page, part);
    if (ids.size > most) return null;
  }
  return { all: ids.size, single: ids.single };
};

/**
 * Counts distinct ids, which may come several times and in any order. When they are too many for the memory, they are read once for each
 * part of the hashes.
 */
export const countIds = async (read: () => IdPages, most = mostInMemory): Promise<IdCount> => {
  const parts: HashPart[] = [{ bits: 0, value: 0 }];
  let [all, single] = [0, 0];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const counted = await countPart(read(), part, most);
    if (counted === null) {
      const { bits, value } = part;
      parts.push({ bits: bits + 1, value: 2 * value + 1 }, { bits: bits + 1, value: 2 * value });
      continue;
    }
    all += counted.all;
    single += counted.single;
  }
  return { all, single };
};
