import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { Screen } from './screen.ts';
import { deliveriesTo, type Delivery, type Surroundings } from './surroundings.ts';

const event = z.object({ type: z.string(), sequence: z.number(), timestamp: z.string() });

/** Checks the signature, as every receiver should, before it looks at what came. */
const rowOf = (webhookSecret: string, { headers, body }: Delivery): string[] => {
  new Webhook(webhookSecret).verify(body, headers);
  const { type, sequence, timestamp } = event.parse(JSON.parse(body));
  return [timestamp, 'verified', String(sequence), type];
};

/** Events come within a second or so; an inbox that stays empty so long will get none. */
const patience = 50;
const shown = 8;

/** Shows the events that the partner's endpoint got since the stack started. @throws Error when one does not verify */
export const showEvents = async (surroundings: Surroundings, screen: Screen): Promise<void> => {
  let count = -1;
  let deliveries = await deliveriesTo(surroundings);
  for (let look = 0; look < patience && (deliveries.length === 0 || deliveries.length > count); look += 1) {
    count = deliveries.length;
    await wait(200);
    deliveries = await deliveriesTo(surroundings);
  }
  const rows = deliveries.map((delivery) => rowOf(surroundings.webhookSecret, delivery));
  screen.line(`${rows.length} events, all of them signed${rows.length > 0 ? '; the last:' : ''}`);
  if (rows.length > 0) screen.table(['time', 'signature', 'number', 'event'], rows.slice(-shown));
};
