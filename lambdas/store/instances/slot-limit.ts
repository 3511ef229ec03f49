import { freeingOf, freeingRange, type Slots } from '../../domain/slots.ts';
import type { Clause } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { recallShares, requireSettled } from './slot-shares.ts';
import { limitClause, readSlots } from './slots.ts';

/** A change of a partner's slot limit. */
export interface LimitChange {
  readonly before: Slots;
  readonly after: Slots;
  readonly clause: Clause;
}

/**
 * The change of a limit. When the limit is committed, the slots that were granted and those that are taken are on one level of
 * it, so that the level is known.
 * @throws Contended
 */
export const readyLimit = async (
  table: Table,
  partnerId: string,
  limit: number | null,
  hasShares: boolean,
): Promise<LimitChange> => {
  const read = await readSlots(table, partnerId);
  const freeing = freeingOf({ ...read, limit });
  if (hasShares && freeing === 'settled') await requireSettled(table, partnerId);
  const isRecalled = hasShares && freeing === 'both' && (await recallShares(table, partnerId)) > 0;
  const before = isRecalled ? await readSlots(table, partnerId) : read;
  const after = { ...before, limit };
  return { before, after, clause: limitClause(table, partnerId, before.limit, freeingRange(after), limit) };
};
