import { expect, test } from '@jest/globals';
import type { Scene } from '../../tools/harness/connect-scene.ts';
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
