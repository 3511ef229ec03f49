import { expect, test } from '@jest/globals';
import { moveCallback } from '../../../lambdas/events/migration/move-callback.ts';
import type { CallbackTarget } from '../../../lambdas/lines/callback-target.ts';
import type { PlatformClient } from '../../../lambdas/platform/client.ts';
import { PlatformError } from '../../../lambdas/platform/errors.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { commit } from '../../../lambdas/store/table/commit.ts';
import {
  readWebhookEndpoint,
  verifyTokenContext,
  webhookEndpointClause,
  type WebhookEndpoint,
} from '../../../lambdas/store/webhooks/webhook-endpoints.ts';
import type { Link, Scene } from '../../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../../tools/harness/connect-scenery.ts';
import { withScenes } from '../../connect/suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const endpointNow = async (): Promise<WebhookEndpoint> => {
  const endpoint = await readWebhookEndpoint(scene.deps.table, scene.partnerId);
  if (endpoint === null) throw new Error('no endpoint');
  return endpoint;
};

const targetNow = async (): Promise<CallbackTarget> => {
  const { id, url, sealed_verify_token: sealed } = await endpointNow();
  return { url, verifyToken: await scene.deps.vault.open(sealed, verifyTokenContext(scene.partnerId, id)) };
};

/** Replaces the endpoint, as an update of it does. */
const replaceEndpoint = async (number: number): Promise<CallbackTarget> => {
  const { table, vault } = scene.deps;
  const endpoint = await endpointNow();
  const url = scenery.receiver.receiverUrl(number);
  const verifyToken = `verify-${number}`;
  scenery.receiver.setVerifyToken(number, verifyToken);
  const sealed = await vault.seal(verifyToken, verifyTokenContext(scene.partnerId, endpoint.id));
  const more = { migration_id: newId(scenery.clock.now()), revision: endpoint.revision + 1 };
  const next = { ...endpoint, ...more, url, sealed_verify_token: sealed };
  await commit(table, [webhookEndpointClause(table, scene.partnerId, next)]);
  return { url, verifyToken };
};

const shown = async (link: Link) => {
  const { instance } = await scene.instance(link);
  const { status, callback, platform_phone_number_id: number } = instance;
  return { status, state: callback.state, url: await scene.callbackOf(number ?? '') };
};

test('a migration does not remove the callback of a line that is connecting', async () => {
  const link = await scene.newInstance();
  const code = await scene.signUp(link);
  const number = (await scenery.state()).numbers.at(-1)?.id ?? '';
  const target = await targetNow();
  let moved: unknown;
  /** The migration comes to the line when its callback has been read back, before the commit of that. */
  const platform: PlatformClient = {
    call: async (request) => {
      const answer = await scene.deps.platform.call(request);
      const { progress } = await scene.session(link);
      const isReadBack = request.query?.['fields'] === 'webhook_configuration';
      if (moved === undefined && isReadBack && progress?.step === 'callback_set' && request.path === `/${number}`) {
        moved = await moveCallback(scene.deps, scene.partnerId, link.instanceId, target);
      }
      return answer;
    },
  };
  await scene.comeBack(link, code, { ...scene.deps, platform });
  expect(moved).toEqual({ kind: 'done' });
  expect(await shown(link)).toEqual({ status: 'connected', state: 'active', url: target.url });
});

/** The platform, of which the first call that sets a callback is slow: meanwhile something else happens. */
const slowToSet = (meanwhile: () => Promise<unknown>): PlatformClient => {
  let isSet = false;
  return {
    call: async (request) => {
      if (request.method === 'POST' && !isSet) {
        isSet = true;
        await meanwhile();
      }
      return scene.deps.platform.call(request);
    },
  };
};

test('a migration that lands after a newer one leads the callback to the newer endpoint', async () => {
  const link = await scene.newInstance();
  await scene.connect(link);
  const older = await replaceEndpoint(81);
  let newer: CallbackTarget | undefined;
  const platform = slowToSet(async () => {
    newer = await replaceEndpoint(82);
    await moveCallback(scene.deps, scene.partnerId, link.instanceId, newer);
  });
  await moveCallback({ ...scene.deps, platform }, scene.partnerId, link.instanceId, older);
  expect(await shown(link)).toEqual({ status: 'connected', state: 'active', url: newer?.url });
});

test('a migration takes back a callback that it set on a line that was deactivated meanwhile', async () => {
  const link = await scene.newInstance();
  await scene.connect(link);
  const { platform_phone_number_id: number } = (await scene.instance(link)).instance;
  const target = await replaceEndpoint(83);
  const platform = slowToSet(() => scene.command('deactivate-partner-instance', { instance_id: link.instanceId }));
  await moveCallback({ ...scene.deps, platform }, scene.partnerId, link.instanceId, target);
  expect(await scene.callbackOf(number ?? '')).toBeNull();
});

test('a migration takes back a callback that it set on the former number of a line', async () => {
  const link = await scene.newInstance();
  await scene.connect(link);
  const number = (await scene.instance(link)).instance.platform_phone_number_id ?? '';
  const target = await replaceEndpoint(86);
  const platform = slowToSet(async () => {
    await scene.command('deactivate-partner-instance', { instance_id: link.instanceId });
    await scene.connect(await scene.invite(link.instanceId, 'connect'));
  });
  await moveCallback({ ...scene.deps, platform }, scene.partnerId, link.instanceId, target);
  expect(await shown(link)).toEqual({ status: 'connected', state: 'active', url: target.url });
  expect((await scene.instance(link)).instance.platform_phone_number_id).not.toBe(number);
  expect(await scene.callbackOf(number)).toBeNull();
});

test('a migration leaves the callback of a number that is connected to another line by then', async () => {
  const link = await scene.newInstance();
  await scene.connect(link);
  const number = (await scene.instance(link)).instance.platform_phone_number_id ?? '';
  const target = await replaceEndpoint(85);
  const other = await scene.newInstance();
  const platform = slowToSet(async () => {
    await scene.command('deactivate-partner-instance', { instance_id: link.instanceId });
    await scene.connect(other, { number });
  });
  await moveCallback({ ...scene.deps, platform }, scene.partnerId, link.instanceId, target);
  expect(await shown(other)).toEqual({ status: 'connected', state: 'active', url: target.url });
});

test('a migration looks again at a line that was reconnected while the platform refused its former token', async () => {
  const link = await scene.newInstance();
  await scene.connect(link);
  const number = (await scene.instance(link)).instance.platform_phone_number_id ?? '';
  const target = await replaceEndpoint(84);
  const refused = new PlatformError({ kind: 'token_invalid', code: 190, message: 'revoked' });
  let asked: Promise<unknown> | undefined;
  const refusing: PlatformClient = {
    call: async () => {
      asked ??= scene.invite(link.instanceId, 'reconnect').then((again) => scene.connect(again, { number }));
      await asked;
      throw refused;
    },
  };
  const deps = { ...scene.deps, platform: refusing };
  const moved = await moveCallback(deps, scene.partnerId, link.instanceId, target);
  expect(moved).toEqual({ kind: 'later', at: scenery.clock.now() });
  expect(await shown(link)).toEqual({ status: 'connected', state: 'active', url: target.url });
  expect(await moveCallback(scene.deps, scene.partnerId, link.instanceId, target)).toEqual({ kind: 'done' });
  expect(await moveCallback(deps, scene.partnerId, link.instanceId, target)).toMatchObject({ kind: 'failed' });
});
