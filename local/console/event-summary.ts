import { z } from 'zod';
import { parseJsonObject } from '@swift-worker/local-cloud/services/json-object.ts';
import type { InboxEvent } from './state.ts';

const word = z.string().nullish().catch(null);
const customer = z
  .object({ customer_name: word, external_customer_id: word, customer_id: word })
  .optional()
  .catch(undefined);
const data = z.object({
  customer,
  source_customer: customer,
  target_customer: customer,
  instance: z.object({ instance_key: word }).optional().catch(undefined),
  customer_id: word,
});

/** docs/partners/events.md */
const event = z.object({ type: z.string(), test: z.boolean().catch(false), data: data.optional().catch(undefined) });

const callback = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string() })) })),
});

const nameOf = (one: z.infer<typeof customer>): string | null =>
  one?.customer_name ?? one?.external_customer_id ?? one?.customer_id ?? null;

const aboutOf = (told: z.infer<typeof data> | undefined): string | null => {
  const [source, target] = [nameOf(told?.source_customer), nameOf(told?.target_customer)];
  if (source !== null && target !== null) return `${source} → ${target}`;
  return nameOf(told?.customer) ?? told?.instance?.instance_key ?? told?.customer_id ?? null;
};

/** What a person reads of a request to an endpoint before opening it. @param body the exact text */
export const eventSummary = (body: string): Pick<InboxEvent, 'from' | 'title' | 'about' | 'isTest'> => {
  const read = parseJsonObject(body);
  const sent = event.safeParse(read);
  if (sent.success) {
    const { type, test, data: told } = sent.data;
    return { from: 'service', title: type, about: aboutOf(told), isTest: test };
  }
  const called = callback.safeParse(read);
  if (called.success) {
    const fields = called.data.entry.flatMap(({ changes }) => changes.map(({ field }) => field));
    return { from: 'platform', title: [...new Set(fields)].join(', '), about: null, isTest: false };
  }
  return { from: 'unknown', title: null, about: null, isTest: false };
};
