import { z } from 'zod';
import type { Client } from './client.ts';
import type { Accepted, OwnCustomer } from './traffic.ts';

/** The comparison of the accepted commands with the records. */
export interface Ledger {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Messages that were repeated with the same id. */
  readonly repeated: number;
  readonly events: number;
}

const entries = z.object({
  total: z.int(),
  items: z.array(z.object({ event: z.string(), new: z.looseObject({ customer_name: z.string().optional() }) })),
});
const event = z.object({
  id: z.string(),
  type: z.string(),
  sequence: z.number().optional(),
  data: z.looseObject({
    customer: z.looseObject({ customer_id: z.string(), customer_name: z.string() }).optional(),
  }),
});
const received = z.array(z.object({ method: z.string(), status: z.number(), body: z.string() }));
const totals = z.object({ total: z.int() });
const instanceAnswer = z.object({ instance: z.object({ status: z.string() }) });
const shownReports = z.object({
  next_cursor: z.string().nullable(),
  items: z.array(z.looseObject({ message_id: z.string() })),
});

type Message = z.infer<typeof event>;

/** The messages that the endpoint received, in the order of arrival, with any answer. */
export const messagesAt = async (inboxUrl: string): Promise<readonly Message[]> => {
  const all = received.parse(await (await fetch(`${inboxUrl}?partner=1`)).json());
  return all
    .filter(({ method, status }) => method === 'POST' && status < 300)
    .map(({ body }) => event.parse(JSON.parse(body)));
};

class Account {
  readonly lost: string[] = [];
  readonly doubled: string[] = [];

  /** Checks that each accepted item is there once. */
  hold(what: string, wanted: readonly string[], found: readonly string[]): void {
    const counts = Map.groupBy(found, (one) => one);
    for (const one of wanted) {
      const times = counts.get(one)?.length ?? 0;
      if (times === 0) this.lost.push(`${what}: ${one}`);
      if (times > 1) this.doubled.push(`${what}: ${one}, ${times} times`);
    }
    const known = new Set(wanted);
    for (const one of counts.keys()) if (!known.has(one)) this.doubled.push(`${what}: ${one}, which was not requested`);
  }

  count(what: string, wanted: number, found: number): void {
    if (found < wanted) this.lost.push(`${what}: ${found} of ${wanted}`);
    if (found > wanted) this.doubled.push(`${what}: ${found}, but ${wanted} were requested`);
  }
}

const namesInHistory = async (client: Client, customer: OwnCustomer): Promise<readonly string[]> => {
  const names: string[] = [];
  for (let page = 1; ; page += 1) {
    const given = { customer_id: customer.id, page: String(page), page_size: '200' };
    const { items, total } = entries.parse(await client.query('get-partner-customer-history', given));
    const updates = items.filter((entry) => entry.event === 'customer_updated');
    names.push(...updates.flatMap((entry) => entry.new.customer_name ?? []));
    if (page * 200 >= total) return names;
  }
};

const reportedMessages = async (client: Client): Promise<readonly string[]> => {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const given: Readonly<Record<string, string>> = { cursor, page_size: '200' };
    const part = shownReports.parse(await client.query('search-partner-delivery-events', given));
    found.push(...part.items.map((item) => item.message_id));
    cursor = part.next_cursor;
  }
  return found;
};

/** @param before totals of the partner before the traffic began */
export const balance = async (
  client: Client,
  accepted: Accepted,
  inboxUrl: string,
  before: Readonly<Record<string, number>>,
): Promise<Ledger> => {
  const account = new Account();
  const messages = await messagesAt(inboxUrl);
  const first = Array.from(new Map(messages.map((message) => [message.id, message] as const).toReversed()).values());
  const inOrder = first.toReversed();
  const byCustomer = Map.groupBy(inOrder, ({ data }) => data.customer?.customer_id ?? '');
  for (const customer of accepted.customers) {
    account.hold('history', customer.names, await namesInHistory(client, customer));
    const own = (byCustomer.get(customer.id) ?? []).filter(({ type }) => type === 'service.partner.customer.updated');
    const names = own.map(({ data }) => data.customer?.customer_name ?? '');
    account.hold('event', customer.names, names);
    const sequences = own.map(({ sequence = 0 }) => sequence);
    if (sequences.some((sequence, index) => sequence <= (sequences[index - 1] ?? 0))) {
      account.lost.push(`the order of the events of ${customer.id}: ${sequences.join()}`);
    }
    for (const { id, isDown } of customer.instances) {
      const { status } = instanceAnswer.parse(await client.query('get-partner-instance', { instance_id: id })).instance;
      if (isDown !== (status === 'inactive')) account.lost.push(`instance ${id} is ${status}`);
    }
  }
  account.hold('report', Array.from(accepted.reports), await reportedMessages(client));
  const instances = accepted.customers.reduce((sum, customer) => sum + customer.instances.length, 0);
  const now = await existingTotals(client);
  account.count('customers', accepted.customers.length, (now['customers'] ?? 0) - (before['customers'] ?? 0));
  account.count('instances', instances, (now['instances'] ?? 0) - (before['instances'] ?? 0));
  const { lost, doubled } = account;
  return { lost, doubled, repeated: messages.length - first.length, events: first.length };
};

export const existingTotals = async (client: Client): Promise<Readonly<Record<string, number>>> => ({
  customers: totals.parse(await client.query('list-partner-customers')).total,
  instances: totals.parse(await client.query('list-partner-instances')).total,
});
