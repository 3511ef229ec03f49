import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { batchesOf } from '../../domain/batches.ts';
import type { UtcDay } from '../../domain/usage/utc-day.ts';
import type { BatchWrite } from '../table/batch-write.ts';
import { keys } from '../table/keys.ts';
import type { Item } from '../table/table.ts';
import { factTtl } from './fact-ttl.ts';

/** Reports that were taken anew (`R`), and events that were delivered on a later day than they were created (`E`). */
export type CountedIds = 'E' | 'R';

export const chunkPrefixOf = (kind: CountedIds): string => `${kind}#`;

/** So that a chunk stays far below the 400 KB of an item. */
const mostIds = 10_000;
const idBytes = 16;

/** Ids are random, so that compression gains nothing. */
const packIds = (ids: readonly string[]): Uint8Array => Buffer.from(ids.join('').replaceAll('-', ''), 'hex');

const dashed = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');

const chunkItem = z.object({ body: z.instanceof(Uint8Array) });

export const idsOfChunk = (item: Item): readonly string[] => {
  const body = Buffer.from(chunkItem.parse(item).body);
  return Array.from({ length: body.length / idBytes }, (_, index) =>
    dashed(body.toString('hex', index * idBytes, (index + 1) * idBytes)),
  );
};

/**
 * Notes ids for a day's counts. Ids may be noted again, in any order and grouping: each counts once. A chunk is named by its content,
 * so that the same ids make the same chunk again.
 */
export const idChunkPuts = (
  partnerId: string,
  day: UtcDay,
  kind: CountedIds,
  ids: Iterable<string>,
): readonly BatchWrite[] =>
  batchesOf(Array.from(new Set(ids)).toSorted(), mostIds).map((some) => {
    const body = packIds(some);
    const name = createHash('sha256').update(body).digest('base64url').slice(0, 12);
    const key = keys.usageFact(partnerId, day, null, `${chunkPrefixOf(kind)}${name}`);
    return { PutRequest: { Item: { ...key, body, ttl: factTtl(day) } } };
  });
