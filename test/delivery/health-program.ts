import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { z } from 'zod';

type Event = Pick<
  DeliveryEvent,
  'instance_id' | 'customer_id' | 'phone_number_id' | 'status' | 'occurred_at' | 'error'
> & {
  /** The first id of the report; for a report without any, an id of its own. */
  readonly message: string;
};

const counted = z.object({
  messages: z.number(),
  delivered: z.number(),
  read: z.number(),
  failed: z.number(),
  byRecipient: z.number(),
});

const page = readFileSync(path.join(import.meta.dirname, '../../docs/partners/delivery.md'), 'utf8');
const [, source = ''] = /```js\n(function messagesIn[^`]*)```/.exec(page) ?? [];
const notHeldAgainstLine = ['130472', '131021', '131026', '131047', '131049', '131050', '131062', '137000'];
const program = new Script(`${source}; messagesIn(JSON.parse(events), from, end)`);

/** The messages of a window by their present states, by the program of docs/partners/delivery.md. @param end the window ends before it */
export const messagesIn = (events: readonly Event[], from: number, end: number): z.infer<typeof counted> =>
  counted.parse(program.runInNewContext({ events: JSON.stringify(events), from, end, notHeldAgainstLine }));
