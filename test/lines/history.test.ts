import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { entriesOf } from '../api/replies.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';

let table: TestTable;
let world: World;

beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table);
});
afterAll(() => table.stop());

type Entry = ReturnType<typeof entriesOf>[number];

const history = async (customerId: string): Promise<readonly Entry[]> =>
  entriesOf(await world.query('get-partner-customer-history', { customer_id: customerId, page_size: '200' }));

const changeOf = (entry: Entry | undefined) => ({
  event: entry?.event,
  changed_fields: entry?.changed_fields,
  previous: entry?.previous,
  new: entry?.new,
});

const latest = async (customerId: string) => changeOf((await history(customerId))[0]);

const connectedInstance = async (customerId: string, key: string): Promise<string> => {
  const id = await world.instance(customerId, key);
  await world.connect(id, `number-${key}`, 'waba-1');
  return id;
};

describe("a customer's history", () => {
  it('shows the values of a new customer', async () => {
    expect(await latest(await world.customer('created'))).toEqual({
      event: 'customer_created',
      changed_fields: ['external_customer_id', 'customer_name', 'customer_email', 'customer_phone', 'metadata'],
      previous: {
        external_customer_id: null,
        customer_name: null,
        customer_email: null,
        customer_phone: null,
        metadata: null,
      },
      new: {
        external_customer_id: 'created',
        customer_name: 'Acme',
        customer_email: null,
        customer_phone: null,
        metadata: {},
      },
    });
  });

  it('shows the status of a customer that is deactivated and reactivated', async () => {
    const customer = await world.customer('closed');
    await world.command('POST', 'deactivate-partner-customer', { partner_customer_id: customer });
    expect(await latest(customer)).toEqual({
      event: 'customer_deactivated',
      changed_fields: ['status'],
      previous: { status: 'active' },
      new: { status: 'inactive' },
    });
    await world.command('POST', 'reactivate-partner-customer', { partner_customer_id: customer });
    expect(await latest(customer)).toEqual({
      event: 'customer_reactivated',
      changed_fields: ['status'],
      previous: { status: 'inactive' },
      new: { status: 'active' },
    });
  });

  it("shows the source's status and target of a merge, at the source and at the target", async () => {
    const [source, target] = [await world.customer('source'), await world.customer('target')];
    await world.command('POST', 'merge-partner-customers', { source_customer_id: source, target_customer_id: target });
    const merged = {
      event: 'customer_merged',
      changed_fields: ['status', 'merged_into'],
      previous: { status: 'active', merged_into: null },
      new: { status: 'merged', merged_into: target },
    };
    expect([await latest(source), await latest(target)]).toEqual([merged, merged]);
  });

  it('shows the owner of an instance that is moved, at both customers', async () => {
    const [from, to] = [await world.customer('from'), await world.customer('to')];
    const instance = await world.instance(from, 'moved');
    await world.command('POST', 'move-partner-instance-to-customer', { instance_id: instance, target_customer_id: to });
    const moved = {
      event: 'instance_moved',
      changed_fields: ['partner_customer_id'],
      previous: { partner_customer_id: from },
      new: { partner_customer_id: to },
    };
    expect([await latest(from), await latest(to)]).toEqual([moved, moved]);
  });

  it('shows status and slot of a deactivated instance as they were before the deactivation began', async () => {
    const customer = await world.customer('ended');
    const instance = await connectedInstance(customer, 'ended');
    await world.command('POST', 'deactivate-partner-instance', { instance_id: instance });
    expect(await latest(customer)).toEqual({
      event: 'instance_deactivated',
      changed_fields: ['status', 'slot_state'],
      previous: { status: 'connected', slot_state: 'occupied' },
      new: { status: 'inactive', slot_state: 'released' },
    });
  });

  it('shows the failed removal as the previous state when the deactivation succeeds later', async () => {
    const customer = await world.customer('again');
    const instance = await connectedInstance(customer, 'again');
    world.platform.fail = () => new PlatformError({ kind: 'transient', message: 'down' });
    await world.command('POST', 'deactivate-partner-instance', { instance_id: instance });
    world.platform.fail = () => null;
    await world.command('POST', 'deactivate-partner-instance', { instance_id: instance });
    expect(await latest(customer)).toMatchObject({
      previous: { status: 'deactivation_failed', slot_state: 'release_blocked' },
      new: { status: 'inactive', slot_state: 'released' },
    });
  });

  it('shows the new state of an instance that the operator releases', async () => {
    const customer = await world.customer('released');
    const instance = await connectedInstance(customer, 'released');
    world.platform.fail = () => new PlatformError({ kind: 'transient', message: 'down' });
    await world.command('POST', 'deactivate-partner-instance', { instance_id: instance });
    world.platform.fail = () => null;
    const { partnerId } = world.partner;
    await world.operate('instances force-release', { partner_id: partnerId, instance_id: instance, reason: 'closed' });
    expect(await latest(customer)).toEqual({
      event: 'instance_deactivated',
      changed_fields: ['status', 'slot_state'],
      previous: { status: 'deactivation_failed', slot_state: 'release_blocked' },
      new: { status: 'inactive', slot_state: 'released' },
    });
  });

  it('has no change without its fields and their values before and after; a token reveal changes nothing', async () => {
    const customer = await world.customer('whole');
    const instance = await connectedInstance(customer, 'whole');
    await world.command('POST', 'reveal-partner-instance-platform-token', { instance_id: instance });
    await world.command('POST', 'deactivate-partner-instance', { instance_id: instance });
    await world.command('PATCH', 'update-partner-customer', { customer_id: customer, customer_name: 'Other' });
    const entries = await history(customer);
    expect(entries.map(({ event }) => event)).toEqual([
      'customer_updated',
      'instance_deactivated',
      'platform_token_revealed',
      'instance_created',
      'customer_created',
    ]);
    for (const entry of entries) {
      const names = entry.changed_fields;
      expect(names.length > 0).toBe(entry.event !== 'platform_token_revealed');
      expect([Object.keys(entry.previous), Object.keys(entry.new)]).toEqual([names, names]);
    }
  });

  it('shows a changed label, with who changed it, and nothing when it is the same', async () => {
    const customer = await world.customer('labelled');
    const instance = await world.instance(customer, 'labelled');
    const label = async (name: string) => {
      await world.command('PATCH', 'update-partner-instance-label', { instance_id: instance, instance_name: name });
    };
    await label('Front desk');
    await label('Front desk');
    await label('');
    const [removed, changed, created] = await history(customer);
    expect(created?.event).toBe('instance_created');
    expect([changeOf(changed), changeOf(removed)]).toEqual([
      {
        event: 'instance_label_changed',
        changed_fields: ['instance_name'],
        previous: { instance_name: null },
        new: { instance_name: 'Front desk' },
      },
      {
        event: 'instance_label_changed',
        changed_fields: ['instance_name'],
        previous: { instance_name: 'Front desk' },
        new: { instance_name: null },
      },
    ]);
    expect(changed).toMatchObject({ origin: 'api', actor: { type: 'partner_key' } });
  });

  it('shows each line that ends with its customer, with the actor and the reason of the call', async () => {
    const customer = await world.customer('with-lines');
    await connectedInstance(customer, 'with-lines-1');
    await world.instance(customer, 'with-lines-2');
    const closing = { partner_customer_id: customer, reason: 'contract ended' };
    await world.command('POST', 'deactivate-partner-customer', closing);
    const ended = (await history(customer)).filter(({ event }) => event === 'instance_deactivated');
    expect(ended.map(({ reason, actor }) => [reason, actor.type])).toEqual([
      ['contract ended', 'partner_key'],
      ['contract ended', 'partner_key'],
    ]);
    expect(ended.map(({ previous }) => previous['status']).toSorted()).toEqual(['connected', 'created']);
  });

  it('shows a failed deactivation with its actor and reason, and the call that finishes it with its own', async () => {
    const customer = await world.customer('left');
    await connectedInstance(customer, 'left');
    const closing = (reason: string) =>
      world.command('POST', 'deactivate-partner-customer', { partner_customer_id: customer, reason });
    world.platform.fail = () => new PlatformError({ kind: 'transient', message: 'down' });
    expect((await closing('first try')).status).toBe(409);
    expect((await closing('second try')).status).toBe(409);
    world.platform.fail = () => null;
    expect((await closing('third try')).status).toBe(200);
    const ends = (await history(customer)).filter(({ event }) => event.startsWith('instance_deactivat'));
    expect(ends.map((entry) => [entry.reason, changeOf(entry)])).toEqual([
      [
        'third try',
        {
          event: 'instance_deactivated',
          changed_fields: ['status', 'slot_state'],
          previous: { status: 'deactivation_failed', slot_state: 'release_blocked' },
          new: { status: 'inactive', slot_state: 'released' },
        },
      ],
      [
        'second try',
        {
          event: 'instance_deactivation_failed',
          changed_fields: ['status', 'slot_state'],
          previous: { status: 'deactivating', slot_state: 'releasing' },
          new: { status: 'deactivation_failed', slot_state: 'release_blocked' },
        },
      ],
      [
        'first try',
        {
          event: 'instance_deactivation_failed',
          changed_fields: ['status', 'slot_state'],
          previous: { status: 'connected', slot_state: 'occupied' },
          new: { status: 'deactivation_failed', slot_state: 'release_blocked' },
        },
      ],
    ]);
    expect(ends.map(({ actor }) => actor.type)).toEqual(['partner_key', 'partner_key', 'partner_key']);
  });
});
