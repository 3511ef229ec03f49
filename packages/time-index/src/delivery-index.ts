import type { SortRange } from './sort-keys.ts';

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

/** The events that are indexed together, such as those of a customer. */
export interface IndexScope {
  readonly partition: string;
  /** The instance whose events they are; null: they are of several, and counted by instance. */
  readonly instanceId: string | null;
}

/**
 * Calls the attempt until it succeeds: again when it threw IndexChanged, or the error of the index's `commit` for a node that has
 * changed. @throws an error of its own when all attempts failed so
 */
export type Repeat = <T>(attempt: () => Promise<T>) => Promise<T>;

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
  /** Writes all nodes or none. @throws IndexChanged, or another error that Repeat knows, when a node has changed since it was read */
  readonly commit: (partition: string, nodes: readonly NodeWrite[]) => Promise<void>;
  readonly remove: (partition: string, sortKeys: readonly string[]) => Promise<void>;
}
