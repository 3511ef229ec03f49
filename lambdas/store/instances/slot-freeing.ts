import { phaseAfter, slotShareOf } from '../../domain/slots.ts';
import type { Clause } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { isShareAhead, readSlotsFor, shareAheadClause, shareClause } from './slot-shares.ts';
import { addTakenClause, takenClause } from './slots.ts';

/**
 * Frees an instance's slot. The slot of a spread instance is freed in the instance's share, whichever share it was taken from,
 * and in the partner's item too unless the share is ahead. What is freed in both is freed in any phase, so these commits hold
 * whatever others do.
 * The clauses are part of the instance's commit, so the slot is freed once.
 */
export const freeSlotClauses = async (
  table: Table,
  partnerId: string,
  instanceId: string,
): Promise<readonly Clause[]> => {
  const number = slotShareOf(instanceId);
  const { slots, share } = await readSlotsFor(table, partnerId, instanceId);
  if (number !== null && share !== null && isShareAhead(slots, share)) {
    return [shareAheadClause(table, partnerId, number, { granted: 0, taken: -1 }, slots.phase)];
  }
  const isPhaseOver = phaseAfter(slots.phase, { ...slots, taken: slots.taken - 1 }) !== slots.phase;
  return [
    isPhaseOver
      ? takenClause(table, partnerId, slots, { least: -Infinity, most: Infinity }, -1)
      : addTakenClause(table, partnerId, -1),
    ...(number === null ? [] : [shareClause(table, partnerId, number, { granted: -1, taken: -1 })]),
  ];
};
