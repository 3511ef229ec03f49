import { describe, expect, test } from '@jest/globals';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { readWebhookEndpoint, webhookEndpointClause } from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import { mortal } from '../mortal.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const lease = 61_000;
const subscriptions = { method: 'GET', path: '/', status: 500, skip: 3 };

const stepOf = async (link: Link): Promise<unknown> => {
  const { progress } = await scene.session(link);
  return progress === null ? null : [progress.step, progress.attempts];
};

describe('a step that fails for a transient reason', () => {
  test('is retried in the background, and the browser is shown the progress', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    await scenery.control({ fault: subscriptions });
    const answered = await scene.comeBack(link, code);
    expect(answered.headers?.['location']).toBe(`/connect/${link.token}/progress`);
    expect(await stepOf(link)).toEqual(['identified', 0]);
    expect(await scene.isDue(link)).toBe(false);
    await scenery.control({ clear: true });
    await scene.resume(link);
    expect(await stepOf(link)).toEqual(['identified', 0]);
    scenery.clock.pass(15_000);
    expect(await scene.isDue(link)).toBe(true);
    await scene.resume(link);
    expect((await scene.instance(link)).instance.status).toBe('connected');
    expect(await scene.isDue(link)).toBe(false);
  });

  test('leaves an instance that never connected: it cannot be refreshed, and ends without a callback', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    await scenery.control({ fault: subscriptions });
    await scene.comeBack(link, code);
    await scenery.control({ clear: true });
    const before = await scene.instance(link);
    expect([before.sealedToken, before.instance.callback.state]).toEqual([expect.any(String), 'pending']);
    const given = { instance_id: link.instanceId };
    const body = { route: 'refresh-partner-instance-platform', ...given };
    const refused = await scene.service.call('POST', { body });
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'invalid_state' } }]);
    const ended = await scene.command('deactivate-partner-instance', given);
    expect(ended.body['lifecycle']).toEqual({ status: 'completed', callback_state: 'none', slot_state: 'released' });
  });

  test('is tried five times, with longer and longer pauses; then the session fails', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    await scenery.control({ fault: subscriptions });
    await scene.comeBack(link, code);
    const pauses: number[] = [];
    for (let busyUntil = (await scene.session(link)).busyUntil; busyUntil !== null;) {
      pauses.push(busyUntil - scenery.clock.now());
      scenery.clock.pass(busyUntil - scenery.clock.now());
      await scene.resume(link);
      ({ busyUntil } = await scene.session(link));
    }
    expect(pauses).toEqual([15_000, 30_000, 60_000, 120_000]);
    expect(await scene.session(link)).toMatchObject({
      session: { status: 'failed', error: { code: 'transient_2' } },
      progress: null,
    });
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'awaiting_connection',
      platform_phone_number_id: null,
      connection: { last_error: { code: 'transient_2' } },
    });
  });

  test('waits as long as the platform requires when it throttles', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    const body = { error: { code: 80007, message: 'Rate limit hit' } };
    await scenery.control({ fault: { ...subscriptions, status: 400, body } });
    await scene.comeBack(link, code);
    expect((await scene.session(link)).busyUntil).toBe(scenery.clock.now() + 5 * 60_000);
  });
});

describe('a session whose worker crashed', () => {
  const dying = async (effect: number): Promise<Link> => {
    const link = await scene.newInstance();
    await scene.comeBack(link, await scene.signUp(link), mortal(scene.deps, { effect, when: 'before' }).deps);
    return link;
  };

  test('before it had a token is open again after its lease, for another sign-up', async () => {
    const link = await dying(3);
    expect(await scene.session(link)).toMatchObject({ session: { status: 'in_progress' }, progress: null });
    expect((await scene.instance(link)).instance.status).toBe('connecting');
    await scene.resume(link);
    expect((await scene.session(link)).session.status).toBe('in_progress');
    scenery.clock.pass(lease);
    expect(await scene.isDue(link)).toBe(true);
    await scene.resume(link);
    expect(await scene.session(link)).toMatchObject({ session: { status: 'open' }, busyUntil: null });
    expect((await scene.instance(link)).instance.status).toBe('awaiting_connection');
    await scene.connect(link);
    expect((await scene.instance(link)).instance.status).toBe('connected');
  });

  test('before it had a token is open to the end customer at once when the lease has expired', async () => {
    const link = await dying(3);
    const isOpen = async (): Promise<boolean> =>
      (await scene.visit('GET', `/connect/${link.token}`)).body?.includes('Continue to sign-in') === true;
    const { busyUntil } = await scene.session(link);
    scenery.clock.pass((busyUntil ?? 0) - scenery.clock.now() - 1);
    expect(await isOpen()).toBe(false);
    scenery.clock.pass(1);
    expect(await isOpen()).toBe(true);
    await scene.connect(link);
    expect((await scene.instance(link)).instance.status).toBe('connected');
    expect(await scene.timesConnected(link)).toBe(1);
  });

  test('before it had a token can be cancelled when the lease has expired', async () => {
    const link = await dying(3);
    scenery.clock.pass(lease);
    await scene.press(link, 'cancel');
    expect((await scene.session(link)).session.status).toBe('cancelled');
    expect((await scene.instance(link)).instance.status).toBe('awaiting_connection');
  });

  test('is taken over by one worker, however many try', async () => {
    const link = await dying(9);
    await scenery.control({ clear_calls: true });
    scenery.clock.pass(lease);
    await Promise.all([1, 2, 3, 4].map(() => scene.resume(link)));
    expect((await scene.instance(link)).instance.status).toBe('connected');
    expect(await scene.timesConnected(link)).toBe(1);
    const { calls } = await scenery.state();
    expect(calls.filter(({ path }) => path.endsWith('/register'))).toHaveLength(1);
  });

  test('fails after repeated crashes, and leaves nothing behind', async () => {
    const link = await dying(15);
    const number = (await scene.instance(link)).instance.platform_phone_number_id ?? '';
    for (let death = 0; death < 4; death += 1) {
      scenery.clock.pass(lease);
      // Its first write claims the session; the second call is never made.
      const worker = mortal(scene.deps, { effect: 3, when: 'before' });
      await expect(scene.resume(link, worker.deps)).rejects.toThrow('before write');
    }
    scenery.clock.pass(lease);
    await scene.resume(link);
    expect(await scene.session(link)).toMatchObject({
      session: { status: 'failed', error: { code: 'interrupted' } },
      progress: null,
      busyUntil: null,
    });
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'awaiting_connection',
      platform_phone_number_id: null,
    });
    expect(await scene.callbackOf(number)).toBeNull();
  });
});

describe('a session that ended with cleanup left to do', () => {
  /** The worker crashes with the callback set; the partner replaces the session before another worker takes over. */
  const replaced = async (): Promise<{ readonly link: Link; readonly number: string; readonly next: Link }> => {
    const link = await scene.newInstance();
    const worker = mortal(scene.deps, { effect: 14, when: 'after' });
    await scene.comeBack(link, await scene.signUp(link), worker.deps);
    const number = (await scene.instance(link)).instance.platform_phone_number_id ?? '';
    expect(await scene.callbackOf(number)).toBe(scene.endpointUrl);
    const next = await scene.invite(link.instanceId, 'connect');
    scenery.clock.pass(61_000);
    return { link, number, next };
  };

  test('has its callback, its number and its token removed by the worker that finds it due', async () => {
    const { link, number } = await replaced();
    await scene.resume(link);
    expect(await scene.session(link)).toMatchObject({
      session: { status: 'revoked' },
      progress: null,
      busyUntil: null,
    });
    expect(await scene.callbackOf(number)).toBeNull();
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'awaiting_connection',
      platform_phone_number_id: null,
      callback: { state: 'none' },
    });
  });

  test('has its number released by the next session, and releases no number of that', async () => {
    const { link, number, next } = await replaced();
    const { platform } = scene.deps;
    const stuck: typeof platform = {
      call: (request) =>
        request.query?.['fields'] === 'webhook_configuration'
          ? Promise.reject(new PlatformError({ kind: 'transient', message: 'no answer' }))
          : platform.call(request),
    };
    await scene.comeBack(next, await scene.signUp(next), { ...scene.deps, platform: stuck });
    const { platform_phone_number_id: other } = (await scene.instance(next)).instance;
    expect(other).not.toBe(number);
    expect([await scene.callbackOf(number), await scene.callbackOf(other ?? '')]).toEqual([null, scene.endpointUrl]);
    await scene.invite(link.instanceId, 'connect');
    scenery.clock.pass(61_000);
    await scene.resume(link);
    expect((await scene.instance(link)).instance.platform_phone_number_id).toBe(other);
    await scene.resume(next);
    expect((await scene.instance(link)).instance.platform_phone_number_id).toBeNull();
    expect(await scene.callbackOf(other ?? '')).toBeNull();
  });

  test('keeps them while the platform does not answer, and after an error of ours', async () => {
    const { link, number } = await replaced();
    const failing = (error: Error) => ({ ...scene.deps, platform: { call: () => Promise.reject(error) } });
    await scene.resume(link, failing(new PlatformError({ kind: 'transient', message: 'no answer' })));
    const left = { session: { status: 'revoked' }, progress: { phone_number_id: number } };
    expect(await scene.session(link)).toMatchObject(left);
    scenery.clock.pass(5 * 60_000);
    const fault = new Error('the budget cannot be read');
    await expect(scene.resume(link, failing(fault))).rejects.toBe(fault);
    expect(await scene.session(link)).toMatchObject(left);
    expect(await scene.callbackOf(number)).toBe(scene.endpointUrl);
    scenery.clock.pass(5 * 60_000);
    await scene.resume(link);
    expect(await scene.session(link)).toMatchObject({ progress: null, busyUntil: null });
    expect(await scene.callbackOf(number)).toBeNull();
  });
});

describe('a webhook endpoint that changes while an instance is being connected', () => {
  test('gets the callback at its new URL', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    const url = scenery.receiver.receiverUrl(900);
    scenery.receiver.setVerifyToken(900, `verify-${scene.endpointUrl.split('/').at(-1) ?? ''}`);
    const { platform } = scene.deps;
    let calls = 0;
    const moving: typeof scene.deps = {
      ...scene.deps,
      platform: {
        call: async (request) => {
          const answer = await platform.call(request);
          calls += 1;
          if (calls !== 10) return answer;
          const endpoint = await readWebhookEndpoint(scenery.table, scene.partnerId);
          if (endpoint === null) throw new Error('no endpoint');
          const moved = { ...endpoint, url, revision: endpoint.revision + 1, updated_at: isoOf(scenery.clock.now()) };
          await commit(scenery.table, [webhookEndpointClause(scenery.table, scene.partnerId, moved)]);
          return answer;
        },
      },
    };
    await scene.comeBack(link, code, moving);
    expect((await scene.instance(link)).instance.status).toBe('connecting');
    expect(await stepOf(link)).toEqual(['registered', 0]);
    scenery.clock.pass(lease);
    await scene.resume(link);
    const { instance } = await scene.instance(link);
    expect(instance).toMatchObject({ status: 'connected', callback: { state: 'active' } });
    expect(await scene.callbackOf(instance.platform_phone_number_id ?? '')).toBe(url);
  });
});
