import type { SortRange } from './keys.ts';

/** An item of the index: a node with its version (from 1), or a segment (0). */
export interface IndexItem {
  readonly sk: string;
  readonly version: number;
  readonly body: Uint8Array;
}

/** `ttl`: seconds since the epoch. */
export interface SegmentWrite {
  readonly sk: string;
  readonly body: Uint8Array;
  readonly ttl: number;
}

/** A node's next version. */
export interface NodeWrite extends SegmentWrite {
  /** The version that was read; 0 when there was none. The new one is one more. */
  readonly version: number;
}

export type Consistency = 'eventual' | 'strong';

/** The items of the delivery index, by partition. */
export interface DeliveryIndex {
  /** The named items that exist, by sort key. */
  readonly get: (
    partition: string,
    sortKeys: readonly string[],
    consistency: Consistency,
  ) => Promise<ReadonlyMap<string, IndexItem>>;
  /** Ascending. */
  readonly range: (partition: string, range: SortRange, consistency: Consistency) => Promise<readonly IndexItem[]>;
  /** Writes segments, and overwrites existing items. Not atomic. */
  readonly putSegments: (partition: string, segments: readonly SegmentWrite[]) => Promise<void>;
  /** Writes all nodes or none. @throws Contended when a node has changed since it was read */
  readonly commit: (partition: string, nodes: readonly NodeWrite[]) => Promise<void>;
  readonly remove: (partition: string, sortKeys: readonly string[]) => Promise<void>;
}
