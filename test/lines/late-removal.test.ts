import { expect, test } from '@jest/globals';
import { serviceCause } from '../../lambdas/domain/history.ts';
import { minute } from '../../lambdas/kernel/time.ts';
import { runDeactivation, type InstanceDeactivation } from '../../lambdas/lines/deactivate-instance.ts';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from '../connect/suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const deactivate = (instanceId: string, platform: PlatformClient): Promise<InstanceDeactivation> =>
  runDeactivation(
    { ...scene.deps, platform },
    {
      partnerId: scene.partnerId,
      cause: serviceCause('platform', newId(scenery.clock.now())),
      reason: null,
      deregister: false,
      idempotencyKey: null,
      isResumable: true,
    },
    instanceId,
  );

/** A platform that answers when it is let go on. */
const held = (client: PlatformClient) => {
  const asked = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const platform: PlatformClient = {
    call: async (request) => {
      asked.resolve(undefined);
      await released.promise;
      return client.call(request);
    },
  };
  return {
    platform,
    asked: asked.promise,
    release: () => {
      released.resolve(undefined);
    },
  };
};

test('a removal that fails late says nothing about a later deactivation of the line', async () => {
  const link = await scene.newInstance();
  await scene.connect(link);
  const { instanceId } = link;
  const refused = new PlatformError({ kind: 'permission', code: 200, message: 'no' });
  const late = held({ call: () => Promise.reject(refused) });
  const first = deactivate(instanceId, late.platform);
  await late.asked;
  scenery.clock.pass(5 * minute);
  expect(await deactivate(instanceId, scene.deps.platform)).toMatchObject({ kind: 'completed' });
  await scene.connect(await scene.invite(instanceId, 'connect'));
  const running = held(scene.deps.platform);
  const second = deactivate(instanceId, running.platform);
  await running.asked;
  late.release();
  await first;
  expect((await scene.instance(link)).instance.status).toBe('deactivating');
  running.release();
  expect(await second).toMatchObject({ kind: 'completed', instance: { status: 'inactive' } });
});
