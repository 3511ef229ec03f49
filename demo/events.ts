import { setTimeout as wait } from 'node:timers/promises';
import { verifyEvent } from '../packages/client/src/webhook.ts';
import type { Screen } from './screen.ts';
import { deliveriesTo, type Delivery, type Surroundings } from './surroundings.ts';

/** Checks the signature, as every receiver should, before it looks at what came. */
const rowOf = async (secret: string, { headers, body, received_at }: Delivery): Promise<string[]> => {
  // As of then: the inbox keeps what came long ago.
  const event = await verifyEvent({ headers, body }, { secret, now: () => Date.parse(received_at) });
  return [event.timestamp, 'verified', 'sequence' in event ? String(event.sequence) : '–', event.type];
};

/** Events come within a second or so; an inbox that stays empty so long will get none. */
const retryPolicy = 50;
const shown = 8;

/** Shows the events that the partner's endpoint got since the stack started. @throws Error when one does not verify */
export const showEvents = async (surroundings: Surroundings, screen: Screen): Promise<void> => {
  let count = -1;
  let deliveries = await deliveriesTo(surroundings);
  for (let look = 0; look < retryPolicy && (deliveries.length === 0 || deliveries.length > count); look += 1) {
    count = deliveries.length;
    await wait(200);
    deliveries = await deliveriesTo(surroundings);
  }
  const rows = await Promise.all(deliveries.map((delivery) => rowOf(surroundings.webhookSecret, delivery)));
  screen.line(`${rows.length} events, all of them signed${rows.length > 0 ? '; the last:' : ''}`);
  if (rows.length > 0) screen.table(['time', 'signature', 'number', 'event'], rows.slice(-shown));
};
