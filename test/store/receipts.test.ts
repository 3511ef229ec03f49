import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { receiptLifetime } from '../../lambdas/domain/idempotency.ts';
import { beingErased } from '../../lambdas/domain/erasure.ts';
import { Replay } from '../../lambdas/kernel/errors.ts';
import { minute, second } from '../../lambdas/kernel/time.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import {
  receiptClause,
  receiptLinkClauses,
  releaseLease,
  requireUnanswered,
  storeReceipt,
  takeLease,
  type PartnerClaim,
} from '../../lambdas/store/table/receipts.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const now = Date.parse('2026-06-01T12:00:00Z');
const leaseEnd = now + 25 * second;
const deadline = { calls: leaseEnd, answer: new AbortController().signal, end: leaseEnd };
const laterDeadline = { ...deadline, end: now + 10 * minute };

const claimOf = (key: string, changes: Partial<PartnerClaim> = {}): PartnerClaim => ({
  partnerId: 'p',
  key,
  fingerprint: 'f',
  fence: null,
  now,
  began: now,
  ...changes,
});

const put = (item: Item) => table.client.send(new PutCommand({ TableName: table.name, Item: { ...item } }));
const answer = (body: string) => ({ status: 201, body, sealed: false });
const stored = (key: string) => getItem(table, keys.receipt('p', key));
const inProgress = { code: 'idempotency_in_progress' };

test('a lease is taken over when it ends, and not a millisecond earlier', async () => {
  await takeLease(table, claimOf('ends'), 'first', deadline);
  const early = claimOf('ends', { now: leaseEnd - 1 });
  await expect(takeLease(table, early, 'second', laterDeadline)).rejects.toMatchObject(inProgress);
  const taken = await takeLease(table, claimOf('ends', { now: leaseEnd }), 'second', laterDeadline);
  expect(taken).toMatchObject({ fence: 2, began: now });
  expect(await stored('ends')).toMatchObject({ fence: 2, holder: 'second', lease_until: leaseEnd + 40 * second });
});

test('a lease that ended is refused to another request under the same key', async () => {
  await takeLease(table, claimOf('other'), 'first', deadline);
  const other = claimOf('other', { now: leaseEnd, fingerprint: 'g' });
  await expect(takeLease(table, other, 'second', laterDeadline)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  expect(await stored('other')).toMatchObject({ fence: 1, fingerprint: 'f' });
});

test('a command that fails before its commit does not pass by the lease of another call', async () => {
  const held = await takeLease(table, claimOf('open'), 'first', deadline);
  await requireUnanswered(table, held);
  await expect(requireUnanswered(table, claimOf('open', { fence: 2 }))).rejects.toMatchObject(inProgress);
});

test('an error of the table is no refusal', async () => {
  const broken = interposed(table, () => Promise.reject(new Error('the table is away')));
  await expect(storeReceipt(broken, claimOf('away'), answer('one'))).rejects.toThrow('the table is away');
  await expect(takeLease(broken, claimOf('away'), 'first', deadline)).rejects.toThrow('the table is away');
});

test('a receipt with data of a customer is linked to it for a day, unless it is being erased', async () => {
  const link = (id: string) => commit(table, receiptLinkClauses(table, claimOf('link'), id, []));
  for (const status of ['erasing', 'erased']) {
    await put({ ...keys.customer('p', status), status });
    await expect(link(status)).rejects.toEqual(beingErased());
    expect(await getItem(table, keys.customerReceipt('p', status, 'link'))).toBeUndefined();
  }
  await put({ ...keys.customer('p', 'active'), status: 'active' });
  await link('active');
  expect(await getItem(table, keys.customerReceipt('p', 'active', 'link'))).toMatchObject({
    ttl: (now + receiptLifetime) / 1000,
  });
});

test('a call whose lease was taken over stores no response, commits nothing and releases nothing', async () => {
  const first = await takeLease(table, claimOf('late'), 'first', deadline);
  await takeLease(table, claimOf('late', { now: leaseEnd }), 'second', laterDeadline);
  const before = await stored('late');
  await expect(storeReceipt(table, first, answer('late'))).rejects.toMatchObject(inProgress);
  await expect(commit(table, [receiptClause(table, first, answer('late'))])).rejects.toMatchObject(inProgress);
  await releaseLease(table, first);
  expect(await stored('late')).toEqual(before);
});

test('a response stays as it is when its own call stores another or releases the lease', async () => {
  const held = await takeLease(table, claimOf('done'), 'first', deadline);
  await storeReceipt(table, held, answer('one'));
  const before = await stored('done');
  await expect(storeReceipt(table, held, answer('two'))).rejects.toBeInstanceOf(Replay);
  await releaseLease(table, held);
  expect(await stored('done')).toEqual(before);
});

test('a response is replayed until it expires, and its key is new then', async () => {
  await storeReceipt(table, claimOf('day'), answer('one'));
  const end = now + receiptLifetime;
  expect(await stored('day')).toMatchObject({ expires_at: end, ttl: end / 1000 });
  const last = claimOf('day', { now: end - 1 });
  await expect(requireUnanswered(table, last)).rejects.toBeInstanceOf(Replay);
  await expect(storeReceipt(table, last, answer('two'))).rejects.toBeInstanceOf(Replay);
  await expect(takeLease(table, last, 'second', laterDeadline)).rejects.toBeInstanceOf(Replay);
  const next = claimOf('day', { now: end });
  await requireUnanswered(table, next);
  await storeReceipt(table, next, answer('two'));
  expect(await stored('day')).toMatchObject({ expires_at: end + receiptLifetime });
});

test('a lease is forgotten a day after it was taken', async () => {
  await takeLease(table, claimOf('lease'), 'first', deadline);
  const end = now + receiptLifetime;
  expect(await stored('lease')).toMatchObject({ expires_at: end, ttl: end / 1000 });
  expect(await takeLease(table, claimOf('lease', { now: end }), 'second', laterDeadline)).toMatchObject({ fence: 1 });
});
