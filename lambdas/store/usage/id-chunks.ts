import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { hourOf, hoursInDay } from '@swift-worker/time-index/time-grid.ts';
import { batchesOf } from '../../kernel/batches.ts';
import { timeOfId } from '../../domain/size.ts';
import type { UtcDay } from '../../domain/usage/utc-day.ts';
import type { BatchWrite } from '../table/batch-write.ts';
import { keys } from '../table/keys.ts';
import type { Item } from '../table/table.ts';
import { factTtl } from './fact-ttl.ts';
import { packIds, unpackIds } from './id-codec.ts';

/** Reports that were taken anew (`R`), and events that were delivered on a later day than they were created (`E`). */
export type CountedIds = 'E' | 'R';

export const chunkPrefixOf = (kind: CountedIds): string => `${kind}#`;

/** The begin of the keys of reports by hour: after the names of every chunk without an hour. */
const byHour = `${chunkPrefixOf('R')}~`;

/** @param hour of a UTC day, from 0 */
const hourPrefixOf = (hour: number): string => `${byHour}${String(hour).padStart(2, '0')}#`;

/** The sort keys of a day's reports in an hour. An id belongs to the hour of its time, so the hours have no id in common. */
export const reportsOfHour = (hour: number): { readonly first: string; readonly last: string } => ({
  first: hourPrefixOf(hour),
  last: `${hourPrefixOf(hour)}~`,
});

/** The sort keys of chunks that an earlier version wrote, which have ids of the whole day. */
export const reportsWithoutHour = { first: chunkPrefixOf('R'), last: byHour };

/** A bounded read begins with a few chunks, so they are small. */
const mostIds = 1_000;

const chunkItem = z.object({ body: z.instanceof(Uint8Array) });

/** The ids of a chunk, 16 bytes each. @throws UnknownVersion */
export const idsOfChunk = (item: Item): Uint8Array => unpackIds(chunkItem.parse(item).body);

const putOf = (partnerId: string, day: UtcDay, prefix: string, ids: readonly string[]): BatchWrite => {
  const body = packIds(ids);
  const name = createHash('sha256').update(body).digest('base64url').slice(0, 12);
  return {
    PutRequest: { Item: { ...keys.usageFact(partnerId, day, null, `${prefix}${name}`), body, ttl: factTtl(day) } },
  };
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
): readonly BatchWrite[] => {
  const prefixOf = (id: string): string =>
    kind === 'R' ? hourPrefixOf(hourOf(timeOfId(id)) % hoursInDay) : chunkPrefixOf(kind);
  const groups = Map.groupBy(Array.from(new Set(ids)).toSorted(), prefixOf);
  return Array.from(groups, ([prefix, own]) =>
    batchesOf(own, mostIds).map((some) => putOf(partnerId, day, prefix, some)),
  ).flat();
};
