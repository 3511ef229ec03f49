import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { startService, type Reply, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { headerOf } from '../api/replies.ts';
import { laggingReplica, type Change } from './lagging-replica.ts';

let here: TestTable;
let there: TestTable;
let service: TestService;
let elsewhere: TestService;
let replication: ReturnType<typeof laggingReplica>;
let made = 0;

const drain = async (): Promise<void> => {
  await replication.deliver(await replication.waiting());
};

beforeAll(async () => {
  [here, there] = await Promise.all([startTestTable(), startTestTable()]);
  replication = laggingReplica(here, there);
  service = await startService(here);
  await drain();
  // It finds the publishable key that came with the replication.
  elsewhere = await startService(there);
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
  const waiting = await replication.waiting();
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

  test.each([[['entry']], [['entry', 'receipt']]] as const)(
    'with %j there and not the record, no command changes the customer, until the entry is deleted',
    async (arrived) => {
      const { customer } = await renamed(arrived);
      expect((await rename(elsewhere, customer, `next-${customer}`, 'Third')).status).toBe(500);
      const key = { pk: `P#${service.partner.partnerId}#C#${customer}`, sk: 'H#0000000002' };
      await there.client.send(new DeleteCommand({ TableName: there.name, Key: key }));
      expect((await rename(elsewhere, customer, `next-${customer}`, 'Third')).status).toBe(200);
      expect(await entriesOf(customer)).toEqual(['1', '2']);
    },
  );
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
  const shown = await elsewhere.call('GET', {
    query: { route: 'get-partner-customer', customer_id: customer },
    bearer: service.partner.apiKey,
  });
  expect(shown.body).toMatchObject({ customer: { customer_name: 'Here' } });
  expect(await entriesOf(customer)).toEqual(['1', '2']);
});
