import { isAhead, levelRange, mostAhead, phaseAfter, slotLevel, type SlotCount } from '../../domain/slots.ts';
import type { Clause } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { beginExactPhase } from './slot-phase.ts';
import { limitClause, readSlots } from './slots.ts';

/** A change of a partner's slot limit. */
export interface LimitChange {
  readonly before: SlotCount;
  readonly after: SlotCount;
  readonly clause: Clause;
}

/**
 * The change of a limit. The number of taken slots is exact when 80 % or more of the new limit are taken, so that the level is
 * known.
 * @throws Contended
 */
export const readyLimit = async (
  table: Table,
  partnerId: string,
  limit: number | null,
  hasShares: boolean,
): Promise<LimitChange> => {
  const before = await readSlots(table, partnerId);
  const next = { ...before, limit };
  if (hasShares && isAhead(before) && slotLevel(next) !== 'free')
    return beginExactPhase(table, partnerId, before.phase);
  const after = { ...next, phase: phaseAfter(before.phase, next) };
  const { least, most } = levelRange(after);
  const range = { least, most: after.phase === before.phase ? most : Math.min(most, mostAhead(limit)) };
  return { before, after, clause: limitClause(table, partnerId, before, range, after) };
};
