import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { loseToken, lossOf } from '../../lambdas/lines/lose-token.ts';
import { refreshInstance } from '../../lambdas/lines/refresh-instance.ts';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { CorpusScene } from '../callbacks/corpus-scene.ts';

let scene: CorpusScene;
beforeAll(async () => {
  scene = await CorpusScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const statusOfLine = async (): Promise<string> => (await scene.line('line')).status;

test('a line that is lost after the platform was asked stays lost until the platform is asked again', async () => {
  const record = await scene.record('line');
  const { deps, partnerId } = scene;
  const platform: PlatformClient = {
    call: async (request) => {
      const answer = await scene.platform.call(request);
      const loss = lossOf(new PlatformError({ kind: 'token_invalid', message: 'revoked' }), scene.clock.now());
      await loseToken(deps, partnerId, record.instance.id, record.sealedToken ?? '', loss);
      return answer;
    },
  };
  await refreshInstance({ ...deps, platform }, partnerId, record);
  expect(await statusOfLine()).toBe('reconnect_required');
  await refreshInstance(deps, partnerId, await scene.record('line'));
  expect(await statusOfLine()).toBe('connected');
});
