import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Instance } from '../../lambdas/domain/instance.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { instanceClauses, readInstance } from '../../lambdas/store/instances/instances.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
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
  world = await startWorld(table);
  customer = await world.customer('C-1');
});

const refusal = (kind: PlatformError['kind'], code: number, subcode?: number): PlatformError =>
  new PlatformError({ kind, code, subcode, message: 'refused' });

let phones = 8000;
const line = async (access: Partial<Instance['access']>): Promise<{ readonly id: string; readonly phone: string }> => {
  const phone = String((phones += 1));
  const { partnerId } = world.partner;
  const id = await world.instance(customer, `line-${phone}`);
  await world.connect(id, phone, 'waba-1');
  const record = await readInstance(table, partnerId, id);
  if (record === null) throw new Error('no such instance');
  const { instance } = record;
  const next = {
    ...record,
    instance: { ...instance, status: 'reconnect_required' as const, access: { ...instance.access, ...access } },
    revision: record.revision + 1,
  };
  await commit(table, instanceClauses(table, partnerId, next, instance));
  return { id, phone };
};

const deactivate = (id: string) => world.command('POST', 'deactivate-partner-instance', { instance_id: id });

describe('the deactivation of an instance that the platform took the access to', () => {
  const completed = { lifecycle: { status: 'completed', callback_state: 'removed', slot_state: 'released' } };

  it('completes when the customer removed the app (190/458) and the token is not valid, for nothing is left to remove', async () => {
    const { id } = await line({});
    world.platform.fail = () => refusal('token_invalid', 190, 458);
    expect((await deactivate(id)).body).toMatchObject({ error: { code: 'remote_removal_failed' } });
    world.platform.isTokenValid = false;
    expect((await deactivate(id)).body).toMatchObject(completed);
  });

  it.each([
    ['the token', refusal('token_invalid', 190, 463)],
    ['a permission', refusal('permission', 200)],
  ])('completes when a callback reported it and the platform refuses %s', async (_what, error) => {
    const { id } = await line({ taken: true });
    world.platform.fail = () => error;
    expect((await deactivate(id)).body).toMatchObject(completed);
  });

  it('removes a callback that the platform still lets it remove', async () => {
    const { id, phone } = await line({ taken: true });
    expect((await deactivate(id)).body).toMatchObject(completed);
    expect(world.platform.callbacks.has(phone)).toBe(false);
  });

  it.each([
    ['an expired token, since the callback may still be set', refusal('token_invalid', 190, 463)],
    ['a missing permission, since it may be back', refusal('permission', 200)],
  ])('fails after %s', async (_about, error) => {
    const { id } = await line({});
    world.platform.fail = () => error;
    expect((await deactivate(id)).body).toMatchObject({ error: { code: 'remote_removal_failed' } });
  });

  it('fails while the platform does not answer', async () => {
    const { id } = await line({ taken: true });
    world.platform.fail = () => refusal('transient', 2);
    expect((await deactivate(id)).body).toMatchObject({ error: { code: 'remote_removal_failed' } });
  });
});
