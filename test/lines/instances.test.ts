import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { platformTokenContext } from '../../lambdas/domain/vault.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { instanceClauses, readInstance } from '../../lambdas/store/instances/instances.ts';
import { readSlots } from '../../lambdas/store/instances/slots.ts';
import { z } from 'zod';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';

let table: TestTable;
let world: World;
let customer: string;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  // Each test has a partner of its own in the one table.
  world = await startWorld(table);
  customer = await world.customer('C-1');
});

const dead = new PlatformError({ kind: 'token_invalid', code: 190, message: 'token expired' });

describe('create-customer-instance', () => {
  it('creates an instance with a slot and, by default, a link to connect it', async () => {
    const made = await world.command('POST', 'create-customer-instance', {
      partner_customer_id: customer,
      instance_key: 'line-1',
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      instance: {
        status: 'awaiting_connection',
        slot_state: 'reserved',
        occupies_slot: true,
        partner_customer_id: customer,
        callback: { state: 'none' },
      },
      session: {
        mode: 'connect',
        status: 'open',
        error: null,
        url: expect.stringMatching(/^https:\/\/api\.example\/connect\/[\w-]{43}$/),
      },
    });
    expect((await world.query('get-partner-customer', { customer_id: customer })).body['customer']).toMatchObject({
      instance_count: 1,
      instances: [{ instance_key: 'line-1' }],
      slot: { state: 'occupied', occupied: 1, releasing: 0, limit: null },
      platform_risk: { level: 'unknown' },
      lifecycle: null,
    });
  });

  it('shows metadata in the detail, `{}` when none was given, and not in the list', async () => {
    const given = { queue: 'front desk', tags: ['a', 1, null] };
    for (const [key, metadata] of [
      ['meta', given],
      ['none', undefined],
    ] as const) {
      const body = { partner_customer_id: customer, instance_key: key, ...(metadata && { metadata }) };
      const made = await world.command('POST', 'create-customer-instance', body);
      const shown = await world.query('get-partner-instance', { instance_key: key });
      for (const reply of [made, shown]) expect(reply.body['instance']).toMatchObject({ metadata: metadata ?? {} });
    }
    const listed = await world.query('list-partner-instances', { customer_id: customer });
    expect(listed.body).toMatchObject({ total: 2 });
    expect(listed.text).not.toContain('metadata');
  });

  it('shows whether the number is used in the business app as well', async () => {
    const id = await world.instance(customer, 'line-1');
    const shown = async (): Promise<unknown> =>
      (await world.query('get-partner-instance', { instance_id: id })).body['instance'];
    expect(await shown()).toMatchObject({ coexistence: false });
    const record = await readInstance(table, world.partner.partnerId, id);
    if (record === null) throw new Error('no such instance');
    const next = { ...record, instance: { ...record.instance, coexistence: true }, revision: record.revision + 1 };
    await commit(table, instanceClauses(table, world.partner.partnerId, next, record.instance));
    expect(await shown()).toMatchObject({ coexistence: true });
    expect((await world.query('search-partner-instances', {})).body['items']).toMatchObject([{ coexistence: true }]);
  });

  it('answers a replay with the same link, which is stored nowhere in the table', async () => {
    const body = { partner_customer_id: customer, instance_key: 'line-2' };
    const first = await world.command('POST', 'create-customer-instance', body, 'key-line-2');
    const again = await world.command('POST', 'create-customer-instance', body, 'key-line-2');
    expect(again.text).toBe(first.text);
    const token = /connect\/([\w-]{43})/.exec(first.text)?.[1] ?? 'none';
    const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
    const scan = await table.client.send(new ScanCommand({ TableName: table.name }));
    expect(JSON.stringify(scan.Items)).not.toContain(token);
  });

  it('reserves an instance key for ever', async () => {
    const id = await world.instance(customer, 'line-3');
    const again = await world.command('POST', 'create-customer-instance', {
      partner_customer_id: customer,
      instance_key: 'line-3',
    });
    expect(again.body).toMatchObject({ error: { code: 'instance_key_taken', details: { instance_id: id } } });
  });
});

describe('create-connect-session', () => {
  it('revokes the previous link', async () => {
    const id = await world.instance(customer, 'again');
    await world.command('POST', 'create-connect-session', { instance_id: id });
    const second = await world.command('POST', 'create-connect-session', { instance_key: 'again', ttl_hours: 0.25 });
    expect(second.status).toBe(201);
    const shown = await world.query('get-partner-instance', { instance_id: id });
    expect(shown.body['instance']).toMatchObject({ status: 'awaiting_connection', session: { status: 'open' } });
    expect(JSON.stringify(shown.body)).not.toContain('/connect/');
  });

  it('reconnects only instances that were connected, and connects only those that were not', async () => {
    const id = await world.instance(customer, 'modes');
    const early = await world.command('POST', 'create-connect-session', { instance_id: id, mode: 'reconnect' });
    expect(early.body).toMatchObject({ error: { code: 'invalid_state' } });
    await world.connect(id, '1001', 'waba-1');
    const late = await world.command('POST', 'create-connect-session', { instance_id: id });
    expect(late.body).toMatchObject({ error: { code: 'invalid_state' } });
    const right = await world.command('POST', 'create-connect-session', { instance_id: id, mode: 'reconnect' });
    expect(right.status).toBe(201);
  });
});

describe('deactivate-partner-instance', () => {
  it('releases an instance that never connected without a call of the platform', async () => {
    const id = await world.instance(customer, 'never');
    const gone = await world.command('DELETE', 'deactivate-partner-instance', { instance_id: id });
    expect(gone.body).toMatchObject({
      lifecycle: { status: 'completed', callback_state: 'none', slot_state: 'released' },
    });
    expect(world.platform.calls).toEqual([]);
    expect((await readSlots(table, world.partner.partnerId)).taken).toBe(0);
  });

  it('removes the callback, reads it back, then frees the slot, once', async () => {
    const id = await world.instance(customer, 'remote');
    await world.connect(id, '2001', 'waba-2');
    const body = { instance_id: id, reason: 'moved away' };
    const gone = await world.command('POST', 'deactivate-partner-instance', body, 'key-remote-1');
    expect(gone.status).toBe(200);
    expect(gone.body).toMatchObject({
      instance: { status: 'inactive', occupies_slot: false },
      lifecycle: { status: 'completed', callback_state: 'removed', slot_state: 'released' },
    });
    expect(world.platform.calls).toEqual(['POST /2001', 'GET /2001']);
    const replayed = await world.command('POST', 'deactivate-partner-instance', body, 'key-remote-1');
    expect(replayed.text).toBe(gone.text);
    const again = await world.command('PATCH', 'deactivate-partner-instance', body);
    expect(again.body).toMatchObject({ lifecycle: { status: 'already_inactive' } });
    expect(world.platform.calls).toHaveLength(2);
    expect((await readSlots(table, world.partner.partnerId)).taken).toBe(0);
  });

  it('keeps the slot while the removal fails, and frees it when it succeeds', async () => {
    const id = await world.instance(customer, 'fails');
    await world.connect(id, '2002', 'waba-2');
    world.platform.fail = () => dead;
    const failed = await world.command('POST', 'deactivate-partner-instance', { instance_id: id }, 'key-fails-01');
    expect(failed.status).toBe(409);
    expect(failed.body).toMatchObject({
      error: {
        code: 'remote_removal_failed',
        details: { lifecycle: { callback_state: 'remove_failed', slot_state: 'release_blocked' } },
      },
    });
    expect((await readSlots(table, world.partner.partnerId)).taken).toBe(1);
    world.platform.fail = () => null;
    const done = await world.command('POST', 'deactivate-partner-instance', { instance_id: id }, 'key-fails-01');
    expect(done.body).toMatchObject({ lifecycle: { status: 'completed', slot_state: 'released' } });
    expect((await readSlots(table, world.partner.partnerId)).taken).toBe(0);
  });

  it('treats a number that no longer exists as removed', async () => {
    const id = await world.instance(customer, 'gone');
    await world.connect(id, '2003', 'waba-2');
    world.platform.fail = () => new PlatformError({ kind: 'gone', code: 100, subcode: 33, message: 'gone' });
    const done = await world.command('POST', 'deactivate-partner-instance', { instance_key: 'gone' });
    expect(done.body).toMatchObject({ lifecycle: { status: 'completed', callback_state: 'removed' } });
  });

  it('does not touch the other instance of the business account', async () => {
    const [one, two] = [await world.instance(customer, 'w-1'), await world.instance(customer, 'w-2')];
    await world.connect(one, '2101', 'waba-3');
    await world.connect(two, '2102', 'waba-3');
    await world.command('POST', 'deactivate-partner-instance', { instance_id: one });
    expect(world.platform.callbacks.get('2102')).toBe('https://partner.example/hook');
    expect(world.platform.calls.some((call) => call.includes('subscribed_apps'))).toBe(false);
    expect((await readInstance(table, world.partner.partnerId, two))?.instance.status).toBe('connected');
  });
});

describe('move-partner-instance-to-customer', () => {
  it('changes the owner and nothing else', async () => {
    const id = await world.instance(customer, 'move');
    await world.connect(id, '3001', 'waba-4');
    const other = await world.customer('C-2');
    const before = await readInstance(table, world.partner.partnerId, id);
    const moved = await world.command('POST', 'move-partner-instance-to-customer', {
      instance_id: id,
      target_customer_id: other,
      reason: 'sold',
    });
    expect(moved.status).toBe(200);
    const after = await readInstance(table, world.partner.partnerId, id);
    expect(after?.instance).toEqual({ ...before?.instance, partner_customer_id: other });
    expect(after?.sealedToken).toBe(before?.sealedToken);
    for (const [owner, count] of [
      [customer, 0],
      [other, 1],
    ] as const) {
      const shown = await world.query('get-partner-customer', { customer_id: owner });
      expect(shown.body['customer']).toMatchObject({ instance_count: count });
      expect((await world.query('list-partner-instances', { customer_id: owner })).body['total']).toBe(count);
      const history = await world.query('get-partner-customer-history', { customer_id: owner });
      expect(history.body['items']).toContainEqual(
        expect.objectContaining({ event: 'instance_moved', reason: 'sold' }),
      );
    }
    const again = await world.command('POST', 'move-partner-instance-to-customer', {
      instance_id: id,
      target_customer_id: other,
    });
    expect(again.status).toBe(200);
    expect((await readInstance(table, world.partner.partnerId, id))?.revision).toBe(after?.revision);
  });
});

describe('reveal-partner-instance-platform-token', () => {
  it('shows the token to callers with the scope, and records that in the history', async () => {
    const id = await world.instance(customer, 'reveal');
    await world.connect(id, '4001', 'waba-5');
    const shown = await world.command(
      'POST',
      'reveal-partner-instance-platform-token',
      { instance_id: id },
      'key-reveal-1',
    );
    expect(shown.body).toMatchObject({
      instance_id: id,
      platform_access_token: expect.stringMatching(/^token-/),
      expires_at: null,
    });
    expect(shown.headers['cache-control']).toBe('no-store');
    const history = await world.query('get-partner-customer-history', { customer_id: customer });
    expect(history.body['items']).toContainEqual(expect.objectContaining({ event: 'platform_token_revealed' }));
    expect(world.logLines.join('\n')).not.toContain(String(shown.body['platform_access_token']));
  });

  it('notifies owners and admins once an hour of each reader', async () => {
    const id = await world.instance(customer, 'reveal-often');
    await world.connect(id, '4004', 'waba-5');
    const reveal = () => world.command('POST', 'reveal-partner-instance-platform-token', { instance_id: id });
    for (const reply of [await reveal(), await reveal()]) expect(reply.status).toBe(200);
    const notified = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.adminNotification(world.partner.partnerId, '').pk },
    });
    const ofLine = notified.filter(({ entity }) => z.object({ id: z.string() }).parse(entity).id === id);
    expect(ofLine).toMatchObject([{ kind: 'platform_token_revealed', facts: { actor_type: 'partner_key' } }]);
  });

  it('shows the token that the instance has when the reveal is recorded', async () => {
    const { partnerId } = world.partner;
    const id = await world.instance(customer, 'reveal-late');
    await world.connect(id, '4003', 'waba-5');
    let replaced: Promise<void> | undefined;
    const replace = async (): Promise<void> => {
      const record = await readInstance(table, partnerId, id);
      if (record === null) throw new Error('no instance');
      const sealedToken = await world.vault.seal('token-of-a-reconnection', platformTokenContext(partnerId, id));
      const next = { ...record, revision: record.revision + 1, sealedToken };
      await commit(table, instanceClauses(table, partnerId, next, record.instance));
    };
    table.client.middlewareStack.add(
      (next, context) => async (request) => {
        const isFirst = context.commandName === 'TransactWriteItemsCommand' && replaced === undefined;
        if (isFirst) await (replaced = replace());
        return next(request);
      },
      { step: 'initialize', name: 'reconnected' },
    );
    const shown = await world.command('POST', 'reveal-partner-instance-platform-token', { instance_id: id });
    table.client.middlewareStack.remove('reconnected');
    expect(replaced).toBeDefined();
    expect(shown.body).toMatchObject({ platform_access_token: 'token-of-a-reconnection' });
    const history = await world.query('get-partner-customer-history', { customer_id: customer });
    expect(JSON.stringify(history.body).split('platform_token_revealed')).toHaveLength(2);
  });

  it('does not open a token that was copied to another record', async () => {
    const [one, two] = [await world.instance(customer, 'seal-1'), await world.instance(customer, 'seal-2')];
    await world.connect(one, '4101', 'waba-5');
    await world.connect(two, '4102', 'waba-5');
    const stolen = (await readInstance(table, world.partner.partnerId, one))?.sealedToken;
    const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb');
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: `P#${world.partner.partnerId}#I`, sk: two },
        UpdateExpression: 'SET sealed_token = :stolen',
        ExpressionAttributeValues: { ':stolen': stolen },
      }),
    );
    const reply = await world.command('POST', 'reveal-partner-instance-platform-token', { instance_id: two });
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('token-');
  });
});
