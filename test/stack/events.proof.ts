import { PutItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { startWholeStack, until, type Received, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

let whole: WholeStack;

beforeAll(async () => {
  whole = await startWholeStack({ fastRetries: true });
});
afterAll(() => whole.stack.stop());

const shown = z.object({ customer: z.object({ customer_id: z.string() }) });
const event = z.object({
  id: z.string(),
  type: z.string(),
  sequence: z.number(),
  data: z.object({ customer: z.object({ customer_id: z.string(), customer_name: z.string() }) }),
});

const newCustomer = async (externalId: string): Promise<string> => {
  const { body } = await whole.command('POST', 'upsert-partner-customer', {
    external_customer_id: externalId,
    customer_name: 'Acme',
  });
  return shown.parse(body).customer.customer_id;
};

const rename = async (customerId: string, name: string): Promise<number> =>
  (await whole.command('PATCH', 'update-partner-customer', { customer_id: customerId, customer_name: name })).status;

/** The verified requests by their signatures. Each is verified once: a signature is too old after five minutes. */
const known = new Map<string, z.infer<typeof event>>();

/** Verifies as a partner does: the signature first, then the body. */
const verified = ({ headers, body }: Received) => {
  const signature = headers['webhook-signature'] ?? '';
  const earlier = known.get(signature);
  if (earlier !== undefined) return earlier;
  new Webhook(whole.partner.webhook_secret).verify(body, headers);
  const verifiedNow = event.parse(JSON.parse(body));
  known.set(signature, verifiedNow);
  return verifiedNow;
};

const eventsOf = async (customers: readonly string[]) =>
  (await whole.received()).map(verified).filter(({ data }) => customers.includes(data.customer.customer_id));

const client = () => clientSettings(whole.stack.description);

/**
 * After so many questions, of 50 ms or more, the next sweep is fired. Sweeps that are fired faster than they end would wait in the
 * queue, and each finds what the one before it has found.
 */
const asksOfSweep = 40;

const source = (name: string) => {
  const mapping = whole.stack.mappings.get(name);
  if (mapping === undefined) throw new Error(`there is no mapping ${name}`);
  return mapping;
};

describe('an event', () => {
  test('is delivered to the endpoint, signed, in the order of its customer', async () => {
    const customer = await newCustomer('events-1');
    for (const name of ['Acme 2', 'Acme 3', 'Acme 4']) expect(await rename(customer, name)).toBe(200);
    const events = await until(
      () => eventsOf([customer]),
      ({ length }) => length === 3,
    );
    expect(events.map(({ type, sequence, data }) => [type, sequence, data.customer.customer_name])).toEqual([
      ['service.partner.customer.updated', 1, 'Acme 2'],
      ['service.partner.customer.updated', 2, 'Acme 3'],
      ['service.partner.customer.updated', 3, 'Acme 4'],
    ]);
  });

  test('is delivered again with the same id until the endpoint accepts it', async () => {
    const customer = await newCustomer('events-2');
    await whole.receiver({ status: 503, times: 3 });
    await rename(customer, 'Acme 5');
    const events = await until(
      () => eventsOf([customer]),
      ({ length }) => length === 4,
    );
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });
});

test('a record of the stream that cannot be processed goes to the failed queue, and its neighbours are processed', async () => {
  const customer = await newCustomer('events-3');
  const { table } = whole.stack.description.dynamodb;
  const poison = { pk: { S: 'P#poison' }, sk: { S: 'H#1' }, due_shard: { S: 'event#0' }, due_at: { S: 'some day' } };
  await new DynamoDBClient(client()).send(new PutItemCommand({ TableName: table, Item: poison }));
  await rename(customer, 'Acme 6');
  await until(
    () => eventsOf([customer]),
    ({ length }) => length === 1,
  );
  const queueUrl = whole.stack.description.sqs.queues['swift-worker-local-FailedQueue'];
  const sqs = new SQSClient({ ...client(), endpoint: whole.stack.description.sqs.endpoint });
  const { Messages: messages = [] } = await until(
    () => sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: 5 })),
    ({ Messages: found = [] }) => found.length > 0,
  );
  expect(messages.map(({ Body: body = '' }): unknown => JSON.parse(body))).toEqual([
    expect.objectContaining({ pk: 'P#poison', sk: 'H#1' }),
  ]);
});

test('events are found by the sweep while the stream is disabled, each delivered once', async () => {
  const customers = await Promise.all(Array.from({ length: 20 }, (_, index) => newCustomer(`swept-${index}`)));
  await source('ChangeRelaySource').pause();
  for (let round = 1; round <= 5; round += 1) {
    const statuses = await Promise.all(customers.map((customer) => rename(customer, `Acme round ${round}`)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  expect(await eventsOf(customers)).toEqual([]);
  let asked = 0;
  const events = await until(
    async () => {
      if (asked % asksOfSweep === 0) whole.stack.schedules.fire('DueSweepSchedule');
      asked += 1;
      return eventsOf(customers);
    },
    ({ length }) => length >= 100,
  );
  expect(events).toHaveLength(100);
  expect(new Set(events.map(({ id }) => id)).size).toBe(100);
  for (const customer of customers) {
    const own = events.filter(({ data }) => data.customer.customer_id === customer);
    expect(own.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  }
  source('ChangeRelaySource').resume();
});
