import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dispatch } from '../../lambdas/api/dispatch.ts';
import { runners } from '../../lambdas/jobs/lifecycle-runners.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { readInstance, type InstanceRecord } from '../../lambdas/store/instances/instances.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { readSlots } from '../../lambdas/store/instances/slots.ts';
import { eventOf } from '../../tools/harness/service.ts';
import { mortal, type Death } from '../mortal.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { nobodyConnects } from '../../tools/harness/nobody-connects.ts';

let table: TestTable;
let world: World;
let customer: string;
let now = Date.UTC(2030, 0, 2, 3);

beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table, () => now);
  customer = await world.customer('crashing');
});
afterAll(() => table.stop());

const fiveMinutes = 5 * 60_000;
let instances = 0;
const connectedInstance = async (): Promise<{ id: string; number: string }> => {
  instances += 1;
  const number = String(5_000 + instances);
  const id = await world.instance(customer, `crash-${instances}`);
  await world.connect(id, number, 'waba-5');
  return { id, number };
};

/** A request that deactivates an instance, with a worker that crashes. @returns null when the client has to repeat it */
const deactivate = async (id: string, death: Death | null): Promise<{ status: number; effects: readonly string[] }> => {
  const { deps, effects } = mortal(world.dispatcher.deps, death);
  const headers = {
    apikey: world.apikey,
    authorization: `Bearer ${world.partner.apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': `take-down-${id}`,
  };
  const body = { route: 'deactivate-partner-instance', instance_id: id };
  const answer = await dispatch({ ...world.dispatcher, deps }, eventOf('POST', { body }, headers));
  return { status: answer.statusCode ?? 0, effects };
};

const instanceOf = async (id: string): Promise<InstanceRecord> => {
  const record = await readInstance(table, world.partner.partnerId, id);
  if (record === null) throw new Error('the instance has gone');
  return record;
};

const timesDeactivated = async (id: string): Promise<number> => {
  const reply = await world.query('get-partner-customer-history', { customer_id: customer, page_size: '200' });
  return reply.text.split(`"event":"instance_deactivated"`).filter((part) => part.slice(0, 1_500).includes(id)).length;
};

const expectDown = async ({ id, number }: { id: string; number: string }, taken: number): Promise<void> => {
  expect((await instanceOf(id)).instance).toMatchObject({ status: 'inactive', slot_state: 'released' });
  expect(world.platform.callbacks.has(number)).toBe(false);
  expect((await readSlots(table, world.partner.partnerId)).taken).toBe(taken);
};

describe('a worker that crashes while it deactivates an instance', () => {
  it('is followed by the client’s retry at any point, which repeats at most one call of the platform', async () => {
    const whole = await connectedInstance();
    const { status, effects } = await deactivate(whole.id, null);
    expect(status).toBe(200);
    await expectDown(whole, 0);
    const needed = world.platform.calls.length;
    for (const effect of effects.keys()) {
      for (const when of ['before', 'after'] as const) {
        const created = await connectedInstance();
        world.platform.calls.length = 0;
        await deactivate(created.id, { effect: effect + 1, when });
        now += fiveMinutes;
        expect([effect, when, (await deactivate(created.id, null)).status]).toEqual([effect, when, 200]);
        await expectDown(created, 0);
        expect(world.platform.calls.length).toBeLessThanOrEqual(2 * needed);
        expect([effect, when, await timesDeactivated(created.id)]).toEqual([effect, when, 1]);
      }
    }
  });

  it('is followed by the background when the client gave up', async () => {
    const { effects } = await deactivate((await connectedInstance()).id, null);
    let begun = 0;
    for (const effect of effects.keys()) {
      for (const when of ['before', 'after'] as const) {
        const created = await connectedInstance();
        await deactivate(created.id, { effect: effect + 1, when });
        now += fiveMinutes;
        const { instance } = await instanceOf(created.id);
        if (instance.status === 'connected') {
          await deactivate(created.id, null);
          continue;
        }
        begun += 1;
        const deps = { ...world.dispatcher.deps, ...nobodyConnects, index: tableIndex(table), quiet: 0 };
        await runWork(runners(deps, Infinity), keys.instance(world.partner.partnerId, created.id));
        await expectDown(created, 0);
        expect([effect, when, await timesDeactivated(created.id)]).toEqual([effect, when, 1]);
      }
    }
    expect(begun).toBeGreaterThan(effects.length);
  });
});
