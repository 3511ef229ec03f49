import type { ResendRange } from '../../domain/webhook/resend.ts';
import type { Item, Table } from '../table/table.ts';
import { listPartnerShard } from './event-list.ts';
import type { ShardRange } from './partner-shard.ts';
import type { ResendRow } from './resends.ts';

/** Events of one commit, beside the other clauses of it: a transaction takes 100 writes. */
export const eventsListedAtOnce = 90;

export interface UndeliveredPage {
  readonly rows: readonly ResendRow[];
  /** Where the next page begins; null on the last. */
  readonly next: Item | null;
}

/**
 * A page of the partner's undelivered events that were created in a range and ended in another one. Those without content,
 * which has expired or was erased, are left out.
 */
export const readUndelivered = async (
  table: Table,
  partnerId: string,
  { since, until }: ResendRange,
  ended: Required<Pick<ShardRange, 'since' | 'until'>>,
  start: Item | null,
): Promise<UndeliveredPage> => {
  const range = { ...ended, limit: eventsListedAtOnce, start };
  const { events, next } = await listPartnerShard(table, 'undelivered', partnerId, range);
  const wanted = events.filter(
    ({ event: { end, content }, committedAt }) =>
      end !== null && end !== 'delivered' && content !== null && committedAt >= since && committedAt <= until,
  );
  return { rows: wanted.map(({ event: { customerId, number } }) => ({ customerId, number })), next };
};
