import { describe, expect, test } from '@jest/globals';
import type { ConnectDeps } from '../../lambdas/connect/connect-deps.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import type { PlatformCall } from '../../lambdas/platform/http.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

/** What a call synchronises, or its edge; the callback is set at the number itself. */
const callOf = ({ path, body }: Pick<PlatformCall, 'path' | 'body'>): string => {
  const kind = body?.['sync_type'];
  return typeof kind === 'string' ? kind : (path.split('/')[2] ?? 'callback');
};

/** Records what is synchronised, in its order among the calls. */
const watched = (withHistory: boolean): { readonly deps: ConnectDeps; readonly calls: string[] } => {
  const calls: string[] = [];
  const { platform } = scene.deps;
  return {
    calls,
    deps: {
      ...scene.deps,
      terms: { withHistory, region: null },
      platform: {
        call: (request) => {
          if (request.method === 'POST') calls.push(callOf(request));
          return platform.call(request);
        },
      },
    },
  };
};

const connected = async (deps: ConnectDeps): Promise<Link> => {
  const link = await scene.newInstance();
  await scene.comeBack(link, await scene.signUp(link, { coexistence: '1' }), deps);
  return link;
};

// https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
describe('a number of the business app', () => {
  test('is connected without a registration, and the instance says so', async () => {
    const { deps, calls } = watched(false);
    const link = await connected(deps);
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'connected',
      coexistence: true,
      callback: { state: 'active' },
    });
    expect(calls).toEqual(['subscribed_apps', 'callback']);
  });

  test('has its contacts and then its history synchronised once, after its callback is set', async () => {
    const { deps, calls } = watched(true);
    const link = await connected(deps);
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'connected',
      connection: { last_error: null },
    });
    expect(calls).toEqual(['subscribed_apps', 'callback', 'smb_app_state_sync', 'history']);
  });

  test('has nothing synchronised again by a reconnection', async () => {
    const first = await connected(watched(true).deps);
    const number = (await scene.instance(first)).instance.platform_phone_number_id ?? '';
    scenery.clock.pass(60_000);
    const link = await scene.invite(first.instanceId, 'reconnect');
    const { deps, calls } = watched(true);
    await scene.comeBack(link, await scene.signUp(link, { number, coexistence: '1' }), deps);
    expect((await scene.session(link)).session.status).toBe('completed');
    expect(calls).not.toContain('history');
  });

  test.each([
    [2593107, null],
    [2593108, { code: 'sync_too_late' }],
    [100, { code: 'sync_refused' }],
  ])('is connected although the synchronisation is refused with %d', async (code, error) => {
    const link = await scene.newInstance();
    const codeOfSignUp = await scene.signUp(link, { coexistence: '1' });
    const id = (await scenery.state()).numbers.at(-1)?.id ?? '';
    const body = { error: { code, message: 'Not now' } };
    await scenery.control({ fault: { path: `/${id}/smb_app_data`, status: 400, body } });
    await scene.comeBack(link, codeOfSignUp, watched(true).deps);
    const { instance } = await scene.instance(link);
    expect(instance.status).toBe('connected');
    if (error === null) expect(instance.connection.last_error).toBeNull();
    else expect(instance.connection.last_error).toMatchObject(error);
  });

  test('is synchronised after the platform did not answer, and after an error of ours', async () => {
    const { deps, calls } = watched(true);
    const fault = new Error('the budget cannot be read');
    const errors = [new PlatformError({ kind: 'transient', message: 'no answer' }), fault];
    const failing: ConnectDeps = {
      ...deps,
      platform: {
        call: (request) => {
          const error = request.path.endsWith('/smb_app_data') ? errors.shift() : undefined;
          return error === undefined ? deps.platform.call(request) : Promise.reject(error);
        },
      },
    };
    const link = await connected(failing);
    scenery.clock.pass(120_000);
    await expect(scene.resume(link, failing)).rejects.toBe(fault);
    expect((await scene.instance(link)).instance.status).toBe('connecting');
    scenery.clock.pass(120_000);
    await scene.resume(link, failing);
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'connected',
      connection: { last_error: null },
    });
    expect(calls.slice(-2)).toEqual(['smb_app_state_sync', 'history']);
  });

  test('is connected although the synchronisation fails again and again', async () => {
    const { deps } = watched(true);
    const link = await scene.newInstance();
    const code = await scene.signUp(link, { coexistence: '1' });
    const id = (await scenery.state()).numbers.at(-1)?.id ?? '';
    await scenery.control({ fault: { path: `/${id}/smb_app_data`, status: 503, times: 5 }, clear_calls: true });
    await scene.comeBack(link, code, deps);
    for (let round = 0; round < 6; round += 1) {
      scenery.clock.pass(120_000);
      await scene.resume(link, deps);
    }
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'connected',
      connection: { last_error: { code: 'sync_refused' } },
    });
    const { calls } = await scenery.state();
    // The callback is not set again for it.
    expect(calls.filter(({ method, path }) => method === 'POST' && path === `/${id}`)).toHaveLength(1);
  });
});
