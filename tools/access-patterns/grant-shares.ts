import { slotShares } from '../../lambdas/domain/slots.ts';
import { commit, type Clause } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { Table } from '../../lambdas/store/table/table.ts';

const granted = 16;

/** Grants slots to every share of a partner, as after earlier creations of instances. */
export const grantShares = async (table: Table, partnerId: string): Promise<void> => {
  const shares = Array.from({ length: slotShares }, (_, share): Clause => ({
    name: 'granted',
    write: { Put: { TableName: table.name, Item: { ...keys.slotShare(partnerId, share), granted, taken: 0 } } },
  }));
  const own: Clause = {
    name: 'they are taken',
    write: { Put: { TableName: table.name, Item: { ...keys.slots(partnerId), taken: slotShares * granted } } },
  };
  await commit(table, shares.slice(0, 64));
  await commit(table, [...shares.slice(64), own]);
};
