import type { DeliveryIndex, IndexItem } from '@swift-worker/time-index/delivery-index.ts';

/** The requests and units of an index, counted by {@link metered}. */
export interface Meter {
  requests: number;
  /** The longest chain of requests that ran one after another. */
  depth: number;
  readUnits: number;
  writeUnits: number;
}

export const newMeter = (): Meter => ({ requests: 0, depth: 0, readUnits: 0, writeUnits: 0 });

const utf8 = (text: string): number => Buffer.byteLength(text);
const numberBytes = (value: number): number => 1 + Math.ceil(String(value).length / 2);
const secondsBytes = numberBytes(1_700_000_000);

/** The size of names and values. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
const itemBytes = (partition: string, { sk, body, version }: Pick<IndexItem, 'sk' | 'body' | 'version'>): number =>
  utf8(`pk${partition}sk${sk}bodyttl`) +
  body.length +
  secondsBytes +
  (version === 0 ? 0 : utf8('version') + numberBytes(version));

const unitsOf = (bytes: number, unit: number): number => Math.max(1, Math.ceil(bytes / unit));
const writeUnitsOf = (bytes: number): number => unitsOf(bytes, 1024);
const readUnitsOf = (bytes: number): number => unitsOf(bytes, 4096);
const megabyte = 2 ** 20;

/**
 * Counts capacity by the published rules: writes in units of 1 KB, twice in a transaction; strong reads in units of
 * 4 KB, half for eventual ones; a query adds its items up, a batch counts each, a missing item counts as one.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export const metered = (index: DeliveryIndex, meter: Meter): DeliveryIndex => {
  const counted = async <T>(call: () => Promise<T>): Promise<T> => {
    const level = meter.depth + 1;
    const answer = await call();
    meter.depth = Math.max(meter.depth, level);
    return answer;
  };
  const sizeOf = (partition: string, item: IndexItem | undefined): number =>
    item === undefined ? 0 : itemBytes(partition, item);
  return {
    get: (partition, sortKeys, consistency) =>
      counted(async () => {
        const found = await index.get(partition, sortKeys, consistency);
        const units = sortKeys.reduce((sum, sk) => sum + readUnitsOf(sizeOf(partition, found.get(sk))), 0);
        meter.requests += Math.ceil(sortKeys.length / 100);
        meter.readUnits += consistency === 'strong' ? units : units / 2;
        return found;
      }),
    range: (partition, range, consistency) =>
      counted(async () => {
        const items = await index.range(partition, range, consistency);
        const bytes = items.reduce((sum, item) => sum + itemBytes(partition, item), 0);
        meter.requests += unitsOf(bytes, megabyte);
        meter.readUnits += consistency === 'strong' ? readUnitsOf(bytes) : readUnitsOf(bytes) / 2;
        return items;
      }),
    putSegments: (partition, segments) =>
      counted(async () => {
        const sizes = segments.map((segment) => itemBytes(partition, { ...segment, version: 0 }));
        meter.requests += Math.ceil(segments.length / 25);
        meter.writeUnits += sizes.reduce((sum, bytes) => sum + writeUnitsOf(bytes), 0);
        await index.putSegments(partition, segments);
      }),
    commit: (partition, nodes) =>
      counted(async () => {
        const sizes = nodes.map((node) => itemBytes(partition, { ...node, version: node.version + 1 }));
        meter.requests += 1;
        meter.writeUnits += sizes.reduce((sum, bytes) => sum + 2 * writeUnitsOf(bytes), 0);
        await index.commit(partition, nodes);
      }),
    remove: (partition, sortKeys) =>
      counted(async () => {
        const existing = await index.get(partition, sortKeys, 'strong');
        meter.requests += Math.ceil(sortKeys.length / 25);
        meter.writeUnits += sortKeys.reduce((sum, sk) => sum + writeUnitsOf(sizeOf(partition, existing.get(sk))), 0);
        await index.remove(partition, sortKeys);
      }),
  };
};
