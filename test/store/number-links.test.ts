import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newInstance } from '../../lambdas/domain/instance.ts';
import { hour, isoOf, minute } from '../../lambdas/kernel/time.ts';
import { attachClauses, detachClauses } from '../../lambdas/store/instances/instance-links.ts';
import { forgetPin, keepPin, readPin } from '../../lambdas/store/instances/instance-pins.ts';
import { refreshNow, refreshSoon } from '../../lambdas/store/instances/instance-watches.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
let table: TestTable;
let count = 0;
let own = '';
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  own = `n${(count += 1)}`;
});

const put = (item: Item) => table.client.send(new PutCommand({ TableName: table.name, Item: { ...item } }));

describe('a number', () => {
  const attach = (instanceId: string) =>
    commit(
      table,
      attachClauses(table, { partnerId: 'p', instanceId, customerId: 'c', phoneNumberId: own, wabaId: 'w' }),
    );
  const detach = (id: string) => {
    const given = { id, instance_key: id, partner_customer_id: 'c', instance_name: id, metadata: {} };
    const instance = { ...newInstance(given, now), platform_phone_number_id: own, platform_waba_id: 'w' };
    return commit(table, detachClauses(table, 'p', instance));
  };
  const holder = async () => (await getItem(table, keys.connectedNumber(own)))?.['instance_id'];

  it('is connected to one instance, which may connect it again', async () => {
    await attach('one');
    await attach('one');
    await expect(attach('two')).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await holder()).toBe('one');
  });

  it('is disconnected by the instance that has it alone', async () => {
    await attach('one');
    await expect(detach('two')).rejects.toThrow('the number is connected to another instance');
    expect(await holder()).toBe('one');
    await detach('one');
    expect(await holder()).toBeUndefined();
    await detach('one');
  });
});

describe('a PIN', () => {
  it('is the first that was stored', async () => {
    expect(await keepPin(table, 'p', own, 'first')).toBe('first');
    expect(await keepPin(table, 'p', own, 'second')).toBe('first');
  });

  it.each([
    ['was stored before the change', now - 1, now, null],
    ['was stored with the change', now, now, 'pin'],
    ['has no time, and the change is recent', undefined, now + minute, null],
    ['has no time, and the change is long ago', undefined, now + hour, 'pin'],
  ])('that %s is %j, and is then %j', async (_, stored, at, left) => {
    await keepPin(table, 'p', own, 'pin', stored);
    await forgetPin(table, 'p', own, now, at);
    expect(await readPin(table, 'p', own)).toBe(left);
  });
});

describe('the watch of a business account', () => {
  const key = () => keys.instanceWatch('p', own);
  const stored = () => getItem(table, key());

  it('is not begun by a refresh', async () => {
    await refreshNow(table, 'p', own, now);
    await refreshSoon(table, 'p', own, now);
    expect(await stored()).toBeUndefined();
  });

  it.each<[string, Item, number]>([
    ['due later', { due_at: isoOf(now + hour) }, now + minute],
    ['due sooner', { due_at: isoOf(now + 1) }, now + 1],
    ['under a lease, which it loses', { due_at: isoOf(now + 1), lease: 'worker-1' }, now + minute],
  ])('is refreshed within a minute when it is %s', async (_, watch, due) => {
    await put({ ...key(), ...watch });
    await refreshSoon(table, 'p', own, now);
    expect(await stored()).toEqual({ ...key(), due_at: isoOf(due) });
  });
});
