import { mapLimited } from '../../kernel/map-limited.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { judge, type ResendVerdict } from '../../domain/webhook/resend.ts';
import { keys } from '../../store/table/keys.ts';
import { getItem, getItems } from '../../store/table/read.ts';
import { resendEvent } from '../../store/webhooks/event-resend.ts';
import { eventIn, type OutboxEvent } from '../../store/webhooks/outbox-events.ts';
import { readLeftBefore, type ResendRecord, type StoredRow } from '../../store/webhooks/resends.ts';
import type { DeliveryDeps } from '../delivery/delivery-deps.ts';

/** Customers whose events are made due at once. */
const concurrency = 10;

interface Found {
  readonly row: StoredRow;
  /** Null when the entry is gone. */
  readonly event: OutboxEvent | null;
}

/** An event of a resend after a look at it. */
export interface LookedAt {
  readonly row: StoredRow;
  readonly verdict: Exclude<ResendVerdict, 'send'>;
}

const verdictOf = ({ resend, range }: ResendRecord, event: OutboxEvent | null, now: Milliseconds): ResendVerdict =>
  event === null
    ? 'gone'
    : judge(
        {
          end: event.end,
          isResent: event.resentBy === resend.id,
          hasContent: event.content !== null,
          waits: event.attempts > 0 || !event.reachesWorker(now),
        },
        range === null,
      );

/** The customer's last event before others that is not done: its number while it waits for its delivery, or `held` until it is sent. */
type Before = number | 'held' | null;

/**
 * Makes a customer's events due in their order. A due event waits for its `previous` only. So an event behind one that is
 * not done is sent only when that one waits for its delivery and is its previous. Otherwise it is held for a later look.
 */
const sendOwn = async (
  deps: DeliveryDeps,
  record: ResendRecord,
  found: readonly Found[],
  before: Before,
  sends: boolean,
): Promise<readonly LookedAt[]> => {
  const looked: LookedAt[] = [];
  let open = before;
  for (const { row, event } of found) {
    const now = deps.clock();
    const verdict = verdictOf(record, event, now);
    if (event === null || verdict !== 'send') {
      looked.push({ row, verdict: verdict === 'send' ? 'gone' : verdict });
      if (verdict !== 'done' && verdict !== 'gone') open = row.number;
    } else if (!sends || (open !== null && event.previous !== open)) {
      looked.push({ row, verdict: 'late' });
    } else {
      await resendEvent(deps.table, event, now, record.resend.id);
      looked.push({ row, verdict: 'near' });
      open = row.number;
    }
  }
  return looked;
};

/** Rows are sorted, so that only the first customer of some can have another one before them. */
const beforeFirst = async ({ table }: DeliveryDeps, { partnerId }: ResendRecord, first: StoredRow): Promise<Before> => {
  const left = await readLeftBefore(table, first);
  if (left === null) return null;
  const event = eventIn(await getItem(table, keys.historyEntry(partnerId, first.customerId, left)));
  return event?.end === null ? left : 'held';
};

/**
 * Looks at the events of some rows, and makes those due that this resend has not sent.
 * @param sends false: the endpoint accepts no events, so that none is made due
 * @returns one result for each row, in their order
 */
export const sendRows = async (
  deps: DeliveryDeps,
  record: ResendRecord,
  rows: readonly StoredRow[],
  sends: boolean,
): Promise<readonly LookedAt[]> => {
  const [first] = rows;
  if (first === undefined) return [];
  const [items, before] = await Promise.all([
    getItems(
      deps.table,
      rows.map(({ customerId, number }) => keys.historyEntry(record.partnerId, customerId, number)),
    ),
    beforeFirst(deps, record, first),
  ]);
  const found = rows.map((row, index): Found => ({ row, event: eventIn(items[index]) }));
  const customers = Array.from(Map.groupBy(found, ({ row }) => row.customerId).values());
  const looked = await mapLimited(customers, concurrency, (own, index) =>
    sendOwn(deps, record, own, index === 0 ? before : null, sends),
  );
  return looked.flat();
};
