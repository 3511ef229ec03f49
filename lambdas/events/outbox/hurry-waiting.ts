import { batchesOf } from '../../kernel/batches.ts';
import { mapLimited } from '../../kernel/map-limited.ts';
import { keys } from '../../store/table/keys.ts';
import { getItems } from '../../store/table/read.ts';
import { readWaiting } from '../../store/webhooks/event-counts.ts';
import { listedOf } from '../../store/webhooks/event-list.ts';
import { hurryEvent } from '../../store/webhooks/event-waits.ts';
import type { DeliveryDeps } from '../delivery/delivery-deps.ts';
import { lastExchangeOf } from '../delivery/deliver-event.ts';

/** Events that are read at once: a batch of DynamoDB has 100. */
const readAtOnce = 100;
const concurrency = 10;

/**
 * Makes a partner's events due that wait for their next attempt, because its endpoint was found well. The journal of events is some
 * seconds late: what it lacks waits for seconds only. One that is blocked follows the one before it.
 */
export const hurryWaiting = async (
  { table, clock, deadline }: Pick<DeliveryDeps, 'table' | 'clock' | 'deadline'>,
  partnerId: string,
): Promise<void> => {
  for (const rows of batchesOf(await readWaiting(table, partnerId, clock()), readAtOnce)) {
    if (clock() >= lastExchangeOf(deadline)) return;
    const items = await getItems(
      table,
      rows.map(({ customerId, number }) => keys.historyEntry(partnerId, customerId, number)),
    );
    const late = items
      .filter((item) => item !== undefined)
      .map(listedOf)
      .filter(({ state, event }) => state === 'due' && !event.reachesWorker(clock()));
    await mapLimited(late, concurrency, ({ event }) => hurryEvent(table, event, clock()));
  }
};
