import * as z from 'zod/mini';
import type { Instance } from '../../domain/instance.ts';
import { recordShard } from '../../domain/size.ts';
import { lineStateOf, type LineTransition } from '../../domain/usage/usage-day.ts';
import { utcDayOf } from '../../domain/usage/utc-day.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import { factTtl } from './fact-ttl.ts';

export const transitionPrefix = 'I#';

/** Records that a commit takes or releases the instance's slot, connects it or ends its connection; nothing for other commits. */
export const lineTransitionClauses = (
  table: Table,
  partnerId: string,
  { instance, revision }: { readonly instance: Instance; readonly revision: number },
  previous: Instance | null,
): readonly Clause[] => {
  const [before, after] = [lineStateOf(previous), lineStateOf(instance)];
  if (before.isTaken === after.isTaken && before.isConnected === after.isConnected) return [];
  const { id, updated_at: at } = instance;
  const day = utcDayOf(Date.parse(at));
  const sk = `${transitionPrefix}${id}#${String(revision).padStart(10, '0')}`;
  const Item = {
    ...keys.usageFact(partnerId, day, recordShard(id), sk),
    at,
    was_taken: before.isTaken,
    taken: after.isTaken,
    was_connected: before.isConnected,
    connected: after.isConnected,
    ttl: factTtl(day),
  };
  return [{ name: "the instance's usage is recorded", write: { Put: { TableName: table.name, Item } } }];
};

const transitionItem = z.object({
  sk: z.string(),
  at: z.string(),
  was_taken: z.boolean(),
  taken: z.boolean(),
  was_connected: z.boolean(),
  connected: z.boolean(),
});

export const lineTransitionOf = (item: Item): LineTransition => {
  const { sk, at, ...states } = transitionItem.parse(item);
  const [, instanceId = '', revision] = sk.split('#');
  return {
    instanceId,
    revision: Number(revision),
    at: Date.parse(at),
    before: { isTaken: states.was_taken, isConnected: states.was_connected },
    after: { isTaken: states.taken, isConnected: states.connected },
  };
};
