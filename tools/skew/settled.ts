import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../../local/stack.ts';
import type { Client } from './client.ts';
import { balance, messagesAt, type Ledger } from './ledger.ts';
import type { Accepted } from './traffic.ts';

/** The tries until all accepted work must be done after the traffic or the faults have ended. */
const longestSettling = 120;

/**
 * Runs the sweep until nothing is missing, or until the tries are used up.
 * @param before totals of the partner before the traffic began
 */
export const settled = async (
  { schedules, description }: Pick<Stack, 'schedules' | 'description'>,
  client: Client,
  accepted: Accepted,
  before: Readonly<Record<string, number>>,
): Promise<Ledger> => {
  const inboxUrl = description.receiver.inbox_url;
  const wanted = accepted.customers.reduce((sum, { names }) => sum + names.length, 0);
  for (let second = 0; second < longestSettling && (await messagesAt(inboxUrl)).length < wanted; second += 1) {
    schedules.fire('DueSweepSchedule');
    await sleep(1_000);
  }
  for (let second = 0; ; second += 5) {
    const ledger = await balance(client, accepted, inboxUrl, before);
    if (ledger.lost.length === 0 || second >= longestSettling) return ledger;
    schedules.fire('DueSweepSchedule');
    await sleep(5_000);
  }
};
