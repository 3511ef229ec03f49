import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { platformTokenContext } from '../../lambdas/domain/vault.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { instanceClauses, readInstance } from '../../lambdas/store/instances/instances.ts';
import { beginWatchClause } from '../../lambdas/store/instances/instance-watches.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { hour, isoOf } from '../../lambdas/kernel/time.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { InstanceTokens } from '../../lambdas/template-sync/instance-tokens.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld } from '../../tools/harness/world.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

test('a pass goes on with the token of a line that was reconnected while its former token was refused', async () => {
  const { now: clock } = testClock();
  const world = await startWorld(table, clock);
  const { partnerId } = world.partner;
  const id = await world.instance(await world.customer('C-1'), 'line');
  await world.connect(id, '6001', 'waba');
  await commit(table, [beginWatchClause(table, partnerId, 'waba', id, clock() + hour)]);
  const { vault, platform } = world;
  const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };
  const deps = { table, clock, newId, vault, platform, deadline: noDeadline, retryPolicy };
  const reconnect = async (): Promise<void> => {
    const record = await readInstance(table, partnerId, id);
    if (record === null) throw new Error('no instance');
    const sealedToken = await vault.seal('newer', platformTokenContext(partnerId, id));
    const next = { ...record, revision: record.revision + 1, sealedToken };
    await commit(table, instanceClauses(table, partnerId, next, record.instance));
  };
  const refused = new PlatformError({ kind: 'token_invalid', code: 190, message: 'revoked' });
  const tokens = await InstanceTokens.read(deps, partnerId, 'waba');
  const used: string[] = [];
  const answer = await tokens.use(async ({ token }) => {
    used.push(token);
    if (token === 'newer') return 'templates';
    await reconnect();
    throw refused;
  });
  expect([answer, used.length]).toEqual(['templates', 2]);
  expect((await readInstance(table, partnerId, id))?.instance.status).toBe('connected');
  await expect(tokens.use(() => Promise.reject(refused))).rejects.toBe(refused);
  // A refusal alone is no proof: the line is asked about soon.
  expect((await readInstance(table, partnerId, id))?.instance.status).toBe('connected');
  expect(await getItem(table, keys.instanceWatch(partnerId, 'waba'))).toMatchObject({ due_at: isoOf(clock()) });
});
