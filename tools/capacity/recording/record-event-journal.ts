import { utcDayOf } from '../../../lambdas/domain/usage/utc-day.ts';
import type { EventRow } from '../../../lambdas/store/webhooks/event-row.ts';
import { addToEventJournal } from '../../../lambdas/store/webhooks/event-journal.ts';
import type { Stage } from '../../access-patterns/scene.ts';
import { idAt, randomFrom } from '../../bench/delivery/event-traffic.ts';
import { eventJournalName, journalSizes } from './journal-sizes.ts';
import type { Recording } from './recording.ts';
import { transcribed } from './transcribe.ts';

/** Far from the end of an hour. */
const at = Date.UTC(2030, 0, 2, 3, 4, 5);

/** Delivered events of different customers, as most batches have them. */
const rowsOf = (count: number): readonly EventRow[] => {
  const random = randomFrom(3);
  return Array.from({ length: count }, () => ({
    id: idAt(at, random),
    customerId: idAt(at, random),
    number: 2,
    type: 'service.partner.customer.updated',
    createdAt: at,
    turn: 1,
    end: 'delivered' as const,
    firstDelivered: utcDayOf(at),
  }));
};

/** The calls that add a partner's events of a batch to its list of events, for each number of events. */
export const recordEventJournal = async ({ table, scene }: Stage): Promise<Recording> => {
  const { partnerId } = scene.partner;
  const recording: Recording = {};
  for (const size of journalSizes) {
    const { accesses } = await table.measure(() => addToEventJournal(table, partnerId, rowsOf(size)));
    recording[eventJournalName(size)] = transcribed(accesses);
  }
  return recording;
};
