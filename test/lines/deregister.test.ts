import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Instance } from '../../lambdas/domain/instance.ts';
import type { InTurn } from '../../lambdas/kernel/in-turn.ts';
import { runDeactivation, type InstanceDeactivation } from '../../lambdas/lines/deactivate-instance.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { instanceClauses, readInstance, type InstanceRecord } from '../../lambdas/store/instances/instances.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';

let table: TestTable;
let world: World;
let customer: string;
let lines = 0;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  world = await startWorld(table);
  customer = await world.customer('C-1');
});

const number = (): string => `77${String((lines += 1)).padStart(6, '0')}`;

const connected = async (phoneNumberId: string): Promise<string> => {
  const id = await world.instance(customer, `line-${phoneNumberId}`);
  await world.connect(id, phoneNumberId, 'waba-1');
  return id;
};

const recordOf = async (id: string): Promise<InstanceRecord> => {
  const record = await readInstance(table, world.partner.partnerId, id);
  if (record === null) throw new Error('no such instance');
  return record;
};

const deactivate = (id: string, deregister: boolean, inTurn?: InTurn): Promise<InstanceDeactivation> =>
  runDeactivation(
    world.dispatcher.deps,
    {
      partnerId: world.partner.partnerId,
      cause: { origin: 'api', actor: { type: 'partner_key', id: 'k' }, requestId: world.dispatcher.deps.newId(0) },
      reason: null,
      deregister,
      idempotencyKey: null,
      isResumable: false,
      ...(inTurn !== undefined && { inTurn }),
    },
    id,
  );

const refusing =
  (codes: { code: number; subcode?: number }, kind: PlatformError['kind'], times = Infinity) =>
  (call: string): PlatformError | null => {
    if (!call.endsWith('/deregister') || times === 0) return null;
    times -= 1;
    return new PlatformError({ kind, ...codes, message: `refused with ${codes.code}` });
  };

/** Another worker ends the deactivation before the last commit. */
const meanwhile =
  (id: string, changes: Partial<Instance>): InTurn =>
  async (last) => {
    const record = await recordOf(id);
    const next = { ...record, instance: { ...record.instance, ...changes }, revision: record.revision + 1 };
    await commit(table, instanceClauses(table, world.partner.partnerId, next, record.instance));
    return last();
  };

describe('a deactivation that another worker ends', () => {
  it('has failed when the other one left the line failed', async () => {
    const id = await connected(number());
    const error = { code: 'platform_error', message: 'not removed', at: '2030-01-02T00:00:00.000Z' };
    const { callback } = (await recordOf(id)).instance;
    const failed = { status: 'deactivation_failed', callback: { ...callback, last_error: error } } as const;
    expect(await deactivate(id, false, meanwhile(id, failed))).toMatchObject({
      kind: 'failed',
      error,
      instance: { status: 'deactivation_failed' },
    });
  });

  it('is completed when the other one ended the line, though this one failed', async () => {
    const phone = number();
    const id = await connected(phone);
    world.platform.fail = () => new PlatformError({ kind: 'permission', code: 200, message: 'refused' });
    expect(await deactivate(id, false, meanwhile(id, { status: 'inactive' }))).toMatchObject({
      kind: 'completed',
      instance: { status: 'inactive' },
    });
  });
});

describe('a deactivation that deregisters the number', () => {
  it('does so after the callback is removed and read back', async () => {
    const phone = number();
    const id = await connected(phone);
    expect(await deactivate(id, true)).toMatchObject({ kind: 'completed', instance: { status: 'inactive' } });
    expect(world.platform.calls).toEqual([`POST /${phone}`, `GET /${phone}`, `POST /${phone}/deregister`]);
  });

  it('is not what a deactivation does by itself', async () => {
    const phone = number();
    await deactivate(await connected(phone), false);
    expect(world.platform.deregistered.has(phone)).toBe(false);
  });

  // A number of the business app is never deregistered:
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
  it('leaves a number of the business app registered', async () => {
    const phone = number();
    const id = await connected(phone);
    const record = await recordOf(id);
    const next = { ...record, instance: { ...record.instance, coexistence: true }, revision: record.revision + 1 };
    await commit(table, instanceClauses(table, world.partner.partnerId, next, record.instance));
    expect((await deactivate(id, true)).kind).toBe('completed');
    expect(world.platform.callbacks.has(phone)).toBe(false);
    expect(world.platform.deregistered.has(phone)).toBe(false);
  });

  it.each([
    ['a number that is not registered (133010)', { code: 133010 }, Infinity, 1],
    ['a number that is not registered (100/2207051)', { code: 100, subcode: 2207051 }, Infinity, 1],
    ['an earlier deregistration that was left incomplete (133000), again', { code: 133000 }, 1, 2],
  ])('takes %s as done', async (_about, codes, times, calls) => {
    const phone = number();
    const id = await connected(phone);
    world.platform.fail = refusing(codes, 'unknown', times);
    expect((await deactivate(id, true)).kind).toBe('completed');
    expect(world.platform.calls.filter((call) => call.endsWith('/deregister'))).toHaveLength(calls);
  });

  it('fails at the limit of ten in 72 hours (133016), keeps the slot, and says that the callback is removed', async () => {
    const phone = number();
    const id = await connected(phone);
    world.platform.fail = refusing({ code: 133016 }, 'throttled');
    expect(await deactivate(id, true)).toMatchObject({
      kind: 'failed',
      error: { code: 'throttled_133016' },
      instance: {
        status: 'deactivation_failed',
        slot_state: 'release_blocked',
        callback: { state: 'removed', last_error: { code: 'throttled_133016' } },
      },
    });
    expect(world.platform.callbacks.has(phone)).toBe(false);
    const again = await deactivate(id, true);
    expect(again.kind).toBe('failed');
    expect(world.platform.calls.slice(-1)).toEqual([`POST /${phone}/deregister`]);
    expect(await deactivate(id, false)).toMatchObject({
      kind: 'completed',
      instance: { status: 'inactive', callback: { state: 'removed', last_error: null } },
    });
  });

  it('has nothing to deregister when the number no longer exists', async () => {
    const phone = number();
    const id = await connected(phone);
    world.platform.fail = () => new PlatformError({ kind: 'gone', code: 100, subcode: 33, message: 'gone' });
    expect((await deactivate(id, true)).kind).toBe('completed');
    expect(world.platform.calls).toEqual([`POST /${phone}`, 'GET /debug_token', 'GET /waba-1/phone_numbers']);
  });
});

describe('the parameter deregister', () => {
  const askedOf = async (
    method: 'POST' | 'PATCH' | 'DELETE',
    query: Readonly<Record<string, string>>,
    body: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly status: number; readonly isDeregistered: boolean }> => {
    const phone = number();
    const instance_id = await connected(phone);
    const { status } = await world.call(method, {
      query: { route: 'deactivate-partner-instance', ...query },
      body: { instance_id, ...body },
    });
    return { status, isDeregistered: world.platform.deregistered.has(phone) };
  };

  it.each([
    ['POST', {}, { deregister: true }, true],
    ['PATCH', {}, { deregister: true }, true],
    ['DELETE', { deregister: 'true' }, {}, true],
    ['DELETE', { deregister: '1' }, {}, true],
    ['POST', { deregister: 'true' }, { deregister: true }, true],
    ['DELETE', { deregister: 'false' }, {}, false],
    ['DELETE', { deregister: '0' }, { deregister: false }, false],
    ['POST', {}, { deregister: false }, false],
    ['POST', {}, {}, false],
  ] as const)('of %s with %j in the query and %j in the body', async (method, query, body, isDeregistered) => {
    expect(await askedOf(method, query, body)).toEqual({ status: 200, isDeregistered });
  });

  it.each([
    [{ deregister: 'yes' }, {}],
    [{}, { deregister: 'true' }],
    [{}, { deregister: 1 }],
    [{}, { deregister: null }],
    [{ deregister: 'true' }, { deregister: false }],
  ])('is refused as %j in the query with %j in the body, and the line stays', async (query, body) => {
    const asked = askedOf('POST', query, body);
    expect(await asked).toEqual({ status: 400, isDeregistered: false });
  });

  it('is one parameter for the Idempotency-Key, in the query or in the body', async () => {
    const instance_id = await connected(number());
    const key = { 'idempotency-key': 'deregister-once' };
    const query = { route: 'deactivate-partner-instance', instance_id, deregister: '1' };
    const body = { route: 'deactivate-partner-instance', instance_id, deregister: true };
    const first = await world.call('POST', { query, headers: key });
    const again = await world.call('POST', { body, headers: key });
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('of a customer’s deactivation is for all its lines', async () => {
    const phones = [number(), number()];
    for (const phone of phones) await connected(phone);
    const body = { partner_customer_id: customer, deregister: true };
    expect((await world.command('POST', 'deactivate-partner-customer', body)).status).toBe(200);
    expect(phones.filter((phone) => world.platform.deregistered.has(phone))).toEqual(phones);
  });
});
