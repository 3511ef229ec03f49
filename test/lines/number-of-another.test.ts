import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import type { Scene } from '../../tools/harness/connect-scene.ts';
import { runDeactivation } from '../../lambdas/lines/deactivate-instance.ts';
import { readInstanceOfNumber } from '../../lambdas/store/instances/connected-numbers.ts';
import { interposed } from '../interposed-table.ts';
import { withScenes } from '../connect/suite-scene.ts';

let scene: Scene;
withScenes((started) => {
  scene = started;
});

test('a line whose former number is connected to another line can be deactivated', async () => {
  const link = await scene.newInstance();
  await scene.connect(link);
  const { instanceId: instance_id } = link;
  const { platform_phone_number_id: number } = (await scene.instance(link)).instance;
  expect((await scene.command('deactivate-partner-instance', { instance_id })).status).toBe(200);
  const other = await scene.newInstance();
  await scene.connect(other, { number: String(number) });
  expect((await scene.instance(other)).instance).toMatchObject({
    status: 'connected',
    platform_phone_number_id: number,
  });
  await scene.invite(instance_id, 'connect');
  expect(await scene.command('deactivate-partner-instance', { instance_id })).toMatchObject({
    status: 200,
    body: { instance: { status: 'inactive' } },
  });
  expect((await scene.instance(other)).instance.status).toBe('connected');
});

test('a line that changes while its deactivation ends gives its number back all the same', async () => {
  const link = await scene.newInstance();
  await scene.connect(link);
  const { instanceId: instance_id } = link;
  const number = String((await scene.instance(link)).instance.platform_phone_number_id);
  let isRenamed = false;
  const table = interposed(scene.deps.table, async (command, send) => {
    const ends = command instanceof TransactWriteCommand && JSON.stringify(command.input).includes('"inactive"');
    if (ends && !isRenamed) {
      isRenamed = true;
      const body = { route: 'update-partner-instance-label', instance_id, instance_name: 'Another' };
      expect((await scene.service.call('PATCH', { body })).status).toBe(200);
    }
    return send();
  });
  const { partnerId } = scene;
  const cause = { origin: 'api', actor: { type: 'partner_key', id: 'key' }, requestId: 'request' } as const;
  const asked = { partnerId, cause, reason: null, deregister: false, idempotencyKey: null, isResumable: true };
  await runDeactivation({ ...scene.deps, table }, asked, instance_id);
  expect((await scene.instance(link)).instance).toMatchObject({ status: 'inactive', instance_name: 'Another' });
  expect(await readInstanceOfNumber(scene.deps.table, number)).toBeNull();
});
