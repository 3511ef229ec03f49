import type { Milliseconds } from '../domain/time.ts';
import { slotsNear } from '../domain/slot-notices.ts';
import type { Clause } from '../store/table/commit.ts';
import { noticeClauses, wasTold } from '../store/notifications/notices.ts';
import { takeSlotClause, type Slots } from '../store/instances/slots.ts';
import type { Deps } from './deps.ts';

/** Takes a slot, and tells the members when few are left: once, by whoever takes the first of these. */
export const slotClauses = async (
  { table, newId }: Pick<Deps, 'table' | 'newId'>,
  partnerId: string,
  { limit, taken }: Slots,
  now: Milliseconds,
): Promise<readonly Clause[]> => {
  const notice = slotsNear(limit, taken + 1);
  const isNews = notice !== null && !(await wasTold(table, partnerId, notice.onceKey));
  return [takeSlotClause(table, partnerId), ...(isNews ? noticeClauses(table, newId)(partnerId, [notice], now) : [])];
};
