import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { mapLimited } from '../../lambdas/domain/map-limited.ts';
import { batchWrite } from '../backup/batch-write.ts';
import { sumOfDigests, startDigest, type TableDigest } from '../backup/exported-item.ts';
import { position, type Segment } from './segment.ts';

/** How far each segment was copied, with the digest of what was copied of it. */
export const copied = z.record(
  z.string(),
  z.object({ next: position.nullable(), digest: z.object({ items: z.number(), sum: z.string() }) }),
);
type Copied = z.infer<typeof copied>;

export interface Copying {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly segments: readonly Segment[];
  /** Of an earlier run. */
  readonly done: Copied;
  /** Called after each page. What it is given stays as it is. */
  readonly onProgress: (copied: Copied, items: number) => void;
}

/** What a client has to have for all of it: every request under way has a connection. */
export const connections = 128;
/** Segments that are read at once, and the requests of a segment that are under way at once. */
const segmentsAtOnce = 64;
const requestsAtOnce = 2;
const itemsOfRequest = 25;

const chunks = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/**
 * Puts the items of all segments into a table. An item that was put before is put again, which changes nothing.
 * @returns the digest of the source
 */
export const copySegments = async ({ client, table, segments, done, onProgress }: Copying): Promise<TableDigest> => {
  let reached: Copied = done;
  const copy = async (segment: Segment): Promise<void> => {
    const before = reached[segment.name];
    if (before?.next === null) return;
    let digest = before?.digest ?? startDigest().digest();
    for await (const { items, next } of segment.pages(before?.next ?? null)) {
      const page = startDigest();
      const requests = items.map((Item) => ({ PutRequest: { Item } }));
      for (const item of items) page.add(item);
      await mapLimited(chunks(requests, itemsOfRequest), requestsAtOnce, (some) => batchWrite(client, table, some));
      digest = sumOfDigests([digest, page.digest()]);
      reached = { ...reached, [segment.name]: { next, digest } };
      onProgress(reached, items.length);
    }
  };
  await mapLimited(segments, segmentsAtOnce, copy);
  return sumOfDigests(Object.values(reached).map(({ digest }) => digest));
};

/** What a table holds, read in parts at once. */
export const digestSegments = async (
  segments: readonly Segment[],
  onItems: (count: number) => void,
): Promise<TableDigest> =>
  sumOfDigests(
    await mapLimited(segments, segmentsAtOnce, async (segment) => {
      const whole = startDigest();
      for await (const { items } of segment.pages(null)) {
        for (const item of items) whole.add(item);
        onItems(items.length);
      }
      return whole.digest();
    }),
  );
