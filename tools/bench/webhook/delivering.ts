import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DescribedPartner } from '../../../local/state-file.ts';
import { startWholeStack, until, type WholeStack } from '../../harness/whole-stack.ts';
import type { Section } from '../section.ts';
import { median } from '../speed/statistics.ts';

const customersEach = 20;
const burst = 400;
const rounds = 5;
/** Longer than the time limit of an exchange. */
const endless = 60_000;

const inbox = z.array(z.object({ received_at: z.string(), body: z.string() }));
const event = z.object({
  timestamp: z.string(),
  data: z.object({ customer: z.object({ customer_name: z.string() }) }),
});
const made = z.object({ customer: z.object({ customer_id: z.string() }) });

interface Sender {
  readonly upsert: (externalId: string, name: string) => Promise<string>;
  readonly rename: (customerId: string, name: string) => Promise<void>;
}

const senderOf = ({ stack }: WholeStack, { api_key: key }: DescribedPartner): Sender => {
  const { api_url: url, apikey } = stack.description;
  const send = async (method: string, body: object): Promise<unknown> => {
    const headers = { apikey, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  return {
    upsert: async (externalId, name) => {
      const body = { route: 'upsert-partner-customer', external_customer_id: externalId, customer_name: name };
      return made.parse(await send('POST', body)).customer.customer_id;
    },
    rename: async (customerId, name) => {
      const body = { route: 'update-partner-customer', customer_id: customerId, changes: { customer_name: name } };
      await send('PATCH', body);
    },
  };
};

/** Milliseconds from the commit to the endpoint, for each event with the mark in the name. */
const delaysOf = async (whole: WholeStack, mark: string, count: number): Promise<readonly number[]> => {
  const { inbox_url: url } = whole.stack.description.receiver;
  const arrived = await until(
    async () =>
      inbox.parse(await (await fetch(`${url}?partner=1`)).json()).flatMap(({ body, received_at: at }) => {
        const read = event.safeParse(JSON.parse(body === '' ? '{}' : body)).data;
        if (read?.data.customer.customer_name.startsWith(mark) !== true) return [];
        return [Date.parse(at) - Date.parse(read.timestamp)];
      }),
    ({ length }) => length >= count,
  );
  return arrived;
};

const renameAll = (sender: Sender, customers: readonly string[], mark: string): Promise<unknown> =>
  Promise.all(customers.map((customer) => sender.rename(customer, `${mark}-${customer.slice(-8)}`)));

const roundsOf = async (
  whole: WholeStack,
  sender: Sender,
  customers: readonly string[],
  name: string,
  before: () => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly number[]> => {
  const delays: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await before();
    await renameAll(sender, customers, `${name}${round}`);
    delays.push(...(await delaysOf(whole, `${name}${round}`, customers.length)));
  }
  return delays;
};

const row = (name: string, delays: readonly number[], alone: number): readonly (string | number)[] => {
  const middle = median(delays);
  return [name, delays.length, middle, Math.max(...delays), middle / alone];
};

/** Events through the whole local stack to a fast endpoint, alone and beside an endpoint that never answers. */
export const delivering: Section = {
  name: 'webhook-delivering',
  measure: async () => {
    const whole = await startWholeStack();
    try {
      const [first, second] = whole.stack.description.partners;
      if (first === undefined || second === undefined) throw new Error('there are two partners');
      const [sender, neighbour] = [senderOf(whole, first), senderOf(whole, second)];
      const numbers = Array.from({ length: customersEach }, (_, number) => `bench-${number}`);
      const customers = await Promise.all(numbers.map((number) => sender.upsert(number, number)));
      const others = await Promise.all(numbers.map((number) => neighbour.upsert(number, number)));
      await roundsOf(whole, sender, customers.slice(0, 1), 'warm');

      const began = performance.now();
      for (let done = 0; done < burst; done += customers.length) await renameAll(sender, customers, `burst${done}`);
      await delaysOf(whole, 'burst', burst);
      const perSecond = (burst * 1_000) / (performance.now() - began);

      const alone = await roundsOf(whole, sender, customers, 'alone');
      await whole.receiver({ partner: 2, delay_ms: endless, times: 100_000 });
      const beside = await roundsOf(whole, sender, customers, 'beside', () => renameAll(neighbour, others, 'hole'));
      const middle = median(alone);
      return [
        {
          title: 'Events to a fast endpoint, from the call to the endpoint, through the whole local stack',
          head: ['events', 'committed and delivered a second'],
          rows: [[burst, perSecond]],
        },
        {
          title: "Delay of a partner's events beside another partner's black hole (milliseconds)",
          head: ['', 'events', 'median', 'most', 'of alone'],
          rows: [row('alone', alone, middle), row('beside a black hole', beside, middle)],
        },
      ];
    } finally {
      await whole.stack.stop();
    }
  },
};
