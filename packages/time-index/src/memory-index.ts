import type { DeliveryIndex, IndexItem } from './delivery-index.ts';
import { IndexChanged } from './errors.ts';

export interface MemoryIndex extends DeliveryIndex {
  readonly partitions: ReadonlyMap<string, ReadonlyMap<string, IndexItem>>;
}

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** The delivery index in memory, with the conditions and the atomicity of the table. */
export const memoryIndex = (): MemoryIndex => {
  const partitions = new Map<string, Map<string, IndexItem>>();
  const partitionOf = (name: string): Map<string, IndexItem> => {
    const existing = partitions.get(name);
    if (existing !== undefined) return existing;
    const created = new Map<string, IndexItem>();
    partitions.set(name, created);
    return created;
  };
  return {
    partitions,
    get: (name, sortKeys) => {
      const partition = partitionOf(name);
      const found = new Map<string, IndexItem>();
      for (const sk of sortKeys) {
        const item = partition.get(sk);
        if (item !== undefined) found.set(sk, item);
      }
      return Promise.resolve(found);
    },
    range: (name, { first, last }) => {
      const found = Array.from(partitionOf(name).values()).filter(({ sk }) => sk >= first && sk <= last);
      return Promise.resolve(found.sort((left, right) => compareText(left.sk, right.sk)));
    },
    putSegments: (name, segments) => {
      for (const { sk, body } of segments) partitionOf(name).set(sk, { sk, version: 0, body });
      return Promise.resolve();
    },
    commit: (name, nodes) => {
      const partition = partitionOf(name);
      const isCurrent = nodes.every(({ sk, version }) => (partition.get(sk)?.version ?? 0) === version);
      if (!isCurrent) return Promise.reject(new IndexChanged());
      for (const { sk, version, body } of nodes) partition.set(sk, { sk, version: version + 1, body });
      return Promise.resolve();
    },
    remove: (name, sortKeys) => {
      for (const sk of sortKeys) partitionOf(name).delete(sk);
      return Promise.resolve();
    },
  };
};
