import { expect, test } from '@jest/globals';
import { takeIn } from '../../lambdas/callbacks/take-in.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import type { Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { app } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

test('a fact that a callback reports while a connection is completed is not undone by the answer before it', async () => {
  const link = await scene.newInstance();
  const code = await scene.signUp(link);
  const number = (await scenery.state()).numbers.at(-1)?.id ?? '';
  let isReported = false;
  const log = logger(() => undefined, {});
  /** The platform flags the number 2 s after it answered the last question of the connection, whose commit is slower. */
  const platform: PlatformClient = {
    call: async (request) => {
      const answer = await scene.deps.platform.call(request);
      const { progress } = await scene.session(link);
      if (
        !isReported &&
        request.method === 'GET' &&
        progress?.step === 'callback_set' &&
        request.path === `/${number}`
      ) {
        isReported = true;
        const { instance } = await scene.instance(link);
        scenery.clock.pass(2_000);
        const at = Math.floor(scenery.clock.now() / 1000);
        await takeIn({ ...scene.deps, appId: app.id, log }, [
          {
            entryId: instance.platform_waba_id ?? '',
            time: at,
            field: 'phone_number_quality_update',
            value: {
              display_phone_number: (instance.display_phone_number ?? '').replaceAll(/\D/g, ''),
              event: 'FLAGGED',
              current_limit: 'TIER_50',
            },
          },
        ]);
        scenery.clock.pass(2_000);
      }
      return answer;
    },
  };
  await scene.comeBack(link, code, { ...scene.deps, platform });
  const { instance } = await scene.instance(link);
  expect(isReported).toBe(true);
  expect(instance).toMatchObject({ platform_status: 'FLAGGED', messaging_limit: 'TIER_50' });
});
