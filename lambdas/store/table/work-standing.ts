import * as z from 'zod/mini';
import { isPartnerShard, placeOf } from '../../kernel/due.ts';
import type { Key } from './keys.ts';
import { getItems } from './read.ts';
import type { Item, Table } from './table.ts';

/** How work stands whose hint may be lost. */
export type WorkStanding =
  { readonly state: 'waits'; readonly dueAt: string } | { readonly state: 'parked' | 'done' | 'gone' };

const workItem = z.object({ due_shard: z.optional(z.string()), due_at: z.optional(z.string()) });

const standingOf = (item: Item | undefined): WorkStanding => {
  if (item === undefined) return { state: 'gone' };
  const { due_shard: shard, due_at: dueAt } = workItem.parse(item);
  if (shard === undefined || dueAt === undefined) return { state: 'done' };
  const place = placeOf(shard);
  return place !== null && isPartnerShard(place) ? { state: 'parked' } : { state: 'waits', dueAt };
};

/** In the order of the keys. */
export const readStandings = async (table: Table, keys: readonly Key[]): Promise<readonly WorkStanding[]> => {
  const unique = Array.from(new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values());
  const items = await getItems(table, unique);
  const standings = new Map(unique.map(({ pk, sk }, index) => [`${pk} ${sk}`, standingOf(items[index])]));
  return keys.map(({ pk, sk }) => standings.get(`${pk} ${sk}`) ?? { state: 'gone' });
};
