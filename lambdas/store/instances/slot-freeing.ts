import { freeingOf, freeingRange, slotShareOf } from '../../domain/slots.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { readPartner } from '../partners/callers.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { mayHaveShares, requireSettled, shareClause } from './slot-shares.ts';
import { readSlots, takenClause } from './slots.ts';

/** Frees a slot in the partner's item, whatever the item has. */
const ownClause = (table: Table, partnerId: string): Clause => ({
  name: 'the slot is free again',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.slots(partnerId) },
      UpdateExpression: 'ADD taken :minus',
      ExpressionAttributeValues: { ':minus': -1 },
    },
  },
});

const hasShares = async (table: Table, partnerId: string, now: Milliseconds): Promise<boolean> => {
  const partner = await readPartner(table, partnerId);
  return partner !== null && mayHaveShares(partner.sizes, now);
};

/**
 * Frees an instance's slot. The slot of a spread instance is freed in the instance's share, whichever share it was taken from.
 * The clauses are part of the instance's commit, so the slot is freed once. Near 80 % of the limit, and above, the slot is
 * freed in the partner's item too, so that the next instance that reaches 80 % or the limit is known.
 * @throws Contended
 */
export const freeSlotClauses = async (
  table: Table,
  partnerId: string,
  instanceId: string,
  now: Milliseconds,
): Promise<readonly Clause[]> => {
  const share = slotShareOf(instanceId);
  const slots = await readSlots(table, partnerId);
  const freeing = freeingOf(slots);
  if (share === null && (freeing === 'share' || !(await hasShares(table, partnerId, now)))) {
    return [ownClause(table, partnerId)];
  }
  if (share !== null && freeing === 'share') return [shareClause(table, partnerId, share, { granted: 0, taken: -1 })];
  if (freeing === 'settled') await requireSettled(table, partnerId);
  return [
    takenClause(table, partnerId, slots.limit, freeingRange(slots), -1),
    ...(share === null ? [] : [shareClause(table, partnerId, share, { granted: -1, taken: -1 })]),
  ];
};
