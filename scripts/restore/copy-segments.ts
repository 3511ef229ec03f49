import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { mapLimited } from '../../lambdas/kernel/map-limited.ts';
import { batchWrite } from '../backup/batch-write.ts';
import { sumOfDigests, startDigest, type TableDigest } from '../backup/exported-item.ts';
import { position, type Segment } from './segment.ts';

/** The progress of each segment, with the digest of its copied items. */
export const copied = z.record(
  z.string(),
  z.object({ next: position.nullable(), digest: z.object({ items: z.number(), sum: z.string() }) }),
);
type Copied = z.infer<typeof copied>;

export interface Copying {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly segments: readonly Segment[];
  /** The progress of an earlier run. */
  readonly done: Copied;
  /** Is called after each page. Its argument is not changed later. */
  readonly onProgress: (copied: Copied, items: number) => void;
}

/** The number of connections that a client needs: one for each concurrent request. */
export const connections = 128;
/** The number of concurrent segments, and of concurrent requests of a segment. */
const segmentsAtOnce = 64;
const requestsAtOnce = 2;
const itemsOfRequest = 25;

const chunks = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/**
 * Puts the items of all segments into a table. Putting an item again has no effect.
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

/** The contents of a table, read by a parallel scan. */
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
