import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { startService, type Reply, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { outboxWorld, type OutboxWorld } from '../events/outbox-world.ts';
import { headerOf } from '../api/replies.ts';
import { laggingReplica, type Change } from './lagging-replica.ts';

let here: TestTable;
let there: TestTable;
let service: TestService;
let elsewhere: TestService;
let replication: ReturnType<typeof laggingReplica>;
/** Delivers what is in the other region. */
let outbox: OutboxWorld;
let made = 0;

const drain = async (): Promise<void> => {
  await replication.deliver(await replication.waiting());
};

beforeAll(async () => {
  [here, there] = await Promise.all([startTestTable(), startTestTable()]);
  replication = laggingReplica(here, there);
  const planted = outboxWorld(here);
  const clock = planted.clock.now;
  service = await startService(here, { clock });
  const { partnerId } = service.partner;
  await planted.newPartner({ partnerId });
  outbox = outboxWorld(there, { vault: planted.deps.vault });
  for (const secrets of planted.receiver.secrets) outbox.receiver.secrets.set(...secrets);
  await drain();
  // It finds the publishable key that came with the replication.
  elsewhere = await startService(there, { clock });
});
afterAll(() => Promise.all([here.stop(), there.stop()]));

const answered = z.object({ customer: z.object({ customer_id: z.string() }) });
const command = (at: TestService, method: string, key: string, body: object): Promise<Reply> =>
  at.call(method, { body, bearer: service.partner.apiKey, headers: { 'idempotency-key': key } });
const newCustomer = async (): Promise<string> => {
  made += 1;
  const body = {
    route: 'upsert-partner-customer',
    external_customer_id: `EXT-${String(made)}`,
    customer_name: 'First',
  };
  return answered.parse((await command(service, 'POST', `create-${String(made)}`, body)).body).customer.customer_id;
};
const rename = (at: TestService, customer: string, key: string, name: string): Promise<Reply> =>
  command(at, 'PATCH', key, {
    route: 'update-partner-customer',
    customer_id: customer,
    changes: { customer_name: name },
  });
const shownOf = async (customer: string): Promise<unknown> => {
  const query = { route: 'get-partner-customer', customer_id: customer };
  return (await elsewhere.call('GET', { query, bearer: service.partner.apiKey })).body;
};
const named = z.object({ customer: z.object({ customer_id: z.string(), customer_name: z.string() }) });
const isReplay = (reply: Reply): boolean => headerOf(reply, 'idempotent-replayed') === 'true';

const parts = ['record', 'entry', 'receipt'] as const;
type Part = (typeof parts)[number];

const partOf = ({ key }: Change): Part => {
  if (key.endsWith(' RECEIPT')) return 'receipt';
  return / H#\d+$/.test(key) ? 'entry' : 'record';
};

/** A rename of which some parts reached the other region before the first one was lost. */
const renamed = async (arrived: readonly Part[]): Promise<{ readonly customer: string; readonly key: string }> => {
  const customer = await newCustomer();
  await drain();
  const key = `rename-${customer}`;
  await rename(service, customer, key, 'Second');
  // The count of the day's calls is an item of its own, and no part of the commit. The place of an event by its id changes nothing else.
  const waiting = (await replication.waiting()).filter(({ key: itemKey }) => !/#U#|#EVENT#/.test(itemKey));
  expect(waiting.map(partOf).toSorted()).toEqual(parts.toSorted());
  await replication.deliver(waiting.filter((change) => arrived.includes(partOf(change))));
  return { customer, key };
};

const entriesOf = async (customer: string): Promise<readonly string[]> => {
  const { Items = [] } = await there.client.send(
    new QueryCommand({
      TableName: there.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
      ExpressionAttributeValues: { ':pk': `P#${service.partner.partnerId}#C#${customer}`, ':entry': 'H#' },
    }),
  );
  return Items.map(({ sk }) => String(sk).replace(/^H#0*/, ''));
};

describe('when everything has arrived', () => {
  test('a repeated command is answered as before, and the sequence continues', async () => {
    const { customer, key } = await renamed(parts);
    const again = await rename(elsewhere, customer, key, 'Second');
    expect([again.status, isReplay(again)]).toEqual([200, true]);
    expect((await rename(elsewhere, customer, `next-${customer}`, 'Third')).status).toBe(200);
    expect(await entriesOf(customer)).toEqual(['1', '2', '3']);
  });
});

describe('when the first region is lost in the middle of a commit', () => {
  test.each([
    { arrived: [], replayed: false, entries: ['1', '2', '3'] },
    { arrived: ['record', 'entry'], replayed: false, entries: ['1', '2', '3'] },
    { arrived: ['receipt'], replayed: true, entries: ['1', '2'] },
    // The entry is also the event, which is lost.
    { arrived: ['record'], replayed: false, entries: ['1', '3'] },
    { arrived: ['record', 'receipt'], replayed: true, entries: ['1', '3'] },
  ] as const)(
    'with $arrived replicated, the customer can be changed: replayed $replayed, entries $entries',
    async (row) => {
      const { customer, key } = await renamed(row.arrived);
      const again = await rename(elsewhere, customer, key, 'Second');
      expect([again.status, isReplay(again)]).toEqual([200, row.replayed]);
      expect((await rename(elsewhere, customer, `next-${customer}`, 'Third')).status).toBe(200);
      expect(await entriesOf(customer)).toEqual(row.entries);
    },
  );

  // The entry's change is in the history, and not in the record.
  test.each([
    { arrived: ['entry'], replayed: false },
    { arrived: ['entry', 'receipt'], replayed: true },
  ] as const)('with $arrived there and not the record, the next change has the number after it', async (row) => {
    const { customer, key } = await renamed(row.arrived);
    expect(await shownOf(customer)).toMatchObject({ customer: { customer_name: 'First' } });
    const again = await rename(elsewhere, customer, key, 'Second');
    expect([again.status, isReplay(again)]).toEqual([200, row.replayed]);
    expect((await rename(elsewhere, customer, `next-${customer}`, 'Third')).status).toBe(200);
    expect((await rename(elsewhere, customer, `last-${customer}`, 'Fourth')).status).toBe(200);
    const numbers = Array.from({ length: row.replayed ? 4 : 5 }, (_, index) => String(index + 1));
    expect(await entriesOf(customer)).toEqual(numbers);
    const history = await elsewhere.call('GET', {
      query: { route: 'get-partner-customer-history', customer_id: customer },
      bearer: service.partner.apiKey,
    });
    expect(history.body).toMatchObject({ total: numbers.length });
    expect(await shownOf(customer)).toMatchObject({ customer: { customer_name: 'Fourth' } });
  });

  test('several entries are there without their record', async () => {
    const customer = await newCustomer();
    await drain();
    for (const name of ['Second', 'Third', 'Fourth']) await rename(service, customer, `${name}-${customer}`, name);
    const waiting = await replication.waiting();
    await replication.deliver(waiting.filter((change) => partOf(change) === 'entry'));
    // Whoever changes the customer at the same time finds the numbers after them, too.
    const replies = await Promise.all(
      ['Fifth', 'Sixth', 'Seventh'].map((name) => rename(elsewhere, customer, `${name}-${customer}`, name)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await entriesOf(customer)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  test('the event of an entry without its record is delivered in its place', async () => {
    const { customer } = await renamed(['entry']);
    expect((await rename(elsewhere, customer, `next-${customer}`, 'Third')).status).toBe(200);
    const pk = `P#${service.partner.partnerId}#C#${customer}`;
    outbox.clock.pass(1_000);
    for (const number of [3, 2, 3]) {
      const hint = { pk, sk: `H#${String(number).padStart(10, '0')}` };
      expect(await deliverBatch(outbox.deps, [hint], 'event')).toEqual([{ hint, error: null }]);
    }
    const received = outbox.receiver.messages.filter(({ data }) => named.parse(data).customer.customer_id === customer);
    expect(received.map(({ sequence, data }) => [sequence, named.parse(data).customer.customer_name])).toEqual([
      [1, 'Second'],
      [2, 'Third'],
    ]);
  });
});

test('a new customer whose external id arrived alone can be made again when that item is deleted', async () => {
  await drain();
  await newCustomer();
  const waiting = await replication.waiting();
  const taken = waiting.filter(({ key }) => key.endsWith(' EXTERNAL_ID'));
  await replication.deliver(taken);
  const external_customer_id = `EXT-${String(made)}`;
  const body = { route: 'upsert-partner-customer', external_customer_id, customer_name: 'Again' };
  const again = (key: string): Promise<Reply> => command(elsewhere, 'POST', `${key}-${external_customer_id}`, body);
  expect((await again('first')).status).toBe(503);
  await replication.deliver(taken.map(({ key }) => ({ key, now: null })));
  expect((await again('second')).status).toBe(201);
});

test('a change that both regions took at once is one of the two: only one region may write', async () => {
  const customer = await newCustomer();
  await drain();
  const both = [
    await rename(service, customer, `here-${customer}`, 'Here'),
    await rename(elsewhere, customer, `there-${customer}`, 'There'),
  ];
  // Each region has met its own condition on the revision.
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await drain();
  expect(await shownOf(customer)).toMatchObject({ customer: { customer_name: 'Here' } });
  expect(await entriesOf(customer)).toEqual(['1', '2']);
});
