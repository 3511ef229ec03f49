import { expect, test } from '@jest/globals';
import { hour } from '../../lambdas/kernel/time.ts';
import { moveCallback } from '../../lambdas/events/migration/move-callback.ts';
import { refreshInstance } from '../../lambdas/lines/refresh-instance.ts';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import {
  readWebhookEndpoint,
  verifyTokenContext,
  webhookEndpointClause,
} from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from '../connect/suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const connected = async (): Promise<Link> => {
  const link = await scene.newInstance();
  await scene.connect(link);
  return link;
};

/** What an update of the endpoint and the migration do: the endpoint is replaced, the line's callback is set and read back. */
const moveTo = async (link: Link): Promise<string> => {
  const { table, vault } = scene.deps;
  const endpoint = await readWebhookEndpoint(table, scene.partnerId);
  if (endpoint === null) throw new Error('no endpoint');
  const url = scenery.receiver.receiverUrl(77);
  scenery.receiver.setVerifyToken(77, 'verify-77');
  const sealed = await vault.seal('verify-77', verifyTokenContext(scene.partnerId, endpoint.id));
  const next = {
    ...endpoint,
    url,
    sealed_verify_token: sealed,
    migration_id: newId(scenery.clock.now()),
    revision: endpoint.revision + 1,
  };
  await commit(table, [webhookEndpointClause(table, scene.partnerId, next)]);
  const moved = await moveCallback(scene.deps, scene.partnerId, link.instanceId, { url, verifyToken: 'verify-77' });
  expect(moved).toEqual({ kind: 'done' });
  return url;
};

test('a line whose callback a migration moved while the platform was asked is not drifted', async () => {
  const link = await connected();
  scenery.clock.pass(6 * hour);
  let url: string | undefined;
  let moved: Promise<string> | undefined;
  // The first try is throttled for a moment, or slow on its way: the platform looks at the number after the migration.
  const platform: PlatformClient = {
    call: async (request) => {
      moved ??= moveTo(link);
      url = await moved;
      return scene.deps.platform.call(request);
    },
  };
  await refreshInstance(
    { ...scene.deps, platform, reportIncident: () => undefined },
    scene.partnerId,
    await scene.instance(link),
  );
  const { instance } = await scene.instance(link);
  expect(await scene.callbackOf(instance.platform_phone_number_id ?? '')).toBe(url);
  expect(instance).toMatchObject({ status: 'connected', callback: { state: 'active' } });
});

test('a line whose callback a migration could not move while the platform answered stays drifted', async () => {
  const link = await connected();
  scenery.clock.pass(6 * hour);
  let failed: Promise<void> | undefined;
  const fail = async (): Promise<void> => {
    const { table, vault } = scene.deps;
    const endpoint = await readWebhookEndpoint(table, scene.partnerId);
    if (endpoint === null) throw new Error('no endpoint');
    const url = scenery.receiver.receiverUrl(78);
    const sealed = await vault.seal('verify-78', verifyTokenContext(scene.partnerId, endpoint.id));
    const next = {
      ...endpoint,
      url,
      sealed_verify_token: sealed,
      migration_id: newId(scenery.clock.now()),
      revision: endpoint.revision + 1,
    };
    await commit(table, [webhookEndpointClause(table, scene.partnerId, next)]);
    const refusing: PlatformClient = {
      call: () => Promise.reject(new PlatformError({ kind: 'permission', code: 200, message: 'no' })),
    };
    const moved = await moveCallback({ ...scene.deps, platform: refusing }, scene.partnerId, link.instanceId, {
      url,
      verifyToken: 'verify-78',
    });
    expect(moved.kind).toBe('failed');
    expect((await scene.instance(link)).instance.callback.state).toBe('drifted');
  };
  const platform: PlatformClient = {
    call: async (request) => {
      const answer = await scene.deps.platform.call(request);
      failed ??= fail();
      await failed;
      return answer;
    },
  };
  await refreshInstance(
    { ...scene.deps, platform, reportIncident: () => undefined },
    scene.partnerId,
    await scene.instance(link),
  );
  const { instance } = await scene.instance(link);
  expect(instance.callback.state).toBe('drifted');
});
