import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { instanceErrorOf } from '../../lambdas/lines/instance-error.ts';
import { removeRemotely } from '../../lambdas/lines/remove-remotely.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { readInstance } from '../../lambdas/store/instances/instances.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld } from '../../tools/harness/world.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

test('the callback of a line without a token is not removed', async () => {
  const world = await startWorld(table);
  const id = await world.instance(await world.customer('C-1'), 'line');
  await world.connect(id, '88000001', 'waba-1');
  const record = await readInstance(table, world.partner.partnerId, id);
  if (record === null) throw new Error('there is no line');
  const removal = removeRemotely(
    world.dispatcher.deps,
    world.partner.partnerId,
    { ...record, sealedToken: null },
    { isResumed: false, isResumable: true },
  );
  expect(await removal).toMatchObject({ kind: 'failed', isCallbackRemoved: false, error: { code: 'token_invalid' } });
});

test('only an error of the platform becomes the error of a line', () => {
  const refused = new PlatformError({ kind: 'permission', code: 200, message: 'refused' });
  expect(instanceErrorOf(refused, 0)).toMatchObject({ code: 'permission_200', message: 'refused' });
  const fault = new TypeError('a fault of the service');
  expect(() => instanceErrorOf(fault, 0)).toThrow(fault);
});
