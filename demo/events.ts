import { setTimeout as wait } from 'node:timers/promises';
import { verifyEvent } from '../packages/client/src/webhook.ts';
import type { Screen } from './screen.ts';
import { deliveriesTo, type Delivery, type Surroundings } from './surroundings.ts';

/** Checks the signature before it reads the event, as every receiver must. */
const rowOf = async (secret: string, { headers, body, received_at }: Delivery): Promise<string[]> => {
  // As of the time of arrival: the inbox also keeps old events.
  const event = await verifyEvent({ headers, body }, { secret, now: () => Date.parse(received_at) });
  return [event.timestamp, 'verified', 'sequence' in event ? String(event.sequence) : '–', event.type];
};

/** Events arrive within about a second. An inbox that stays empty for so many tries will get none. */
const retryPolicy = 50;
const shown = 8;

/** Shows the events that the partner's endpoint received since the stack started. @throws Error when one does not verify */
export const showEvents = async (surroundings: Surroundings, screen: Screen): Promise<void> => {
  let count = -1;
  let deliveries = await deliveriesTo(surroundings);
  for (let look = 0; look < retryPolicy && (deliveries.length === 0 || deliveries.length > count); look += 1) {
    count = deliveries.length;
    await wait(200);
    deliveries = await deliveriesTo(surroundings);
  }
  const rows = await Promise.all(deliveries.map((delivery) => rowOf(surroundings.webhookSecret, delivery)));
  screen.line(`${rows.length} events, all with a valid signature${rows.length > 0 ? '; the last:' : ''}`);
  if (rows.length > 0) screen.table(['time', 'signature', 'number', 'event'], rows.slice(-shown));
};
