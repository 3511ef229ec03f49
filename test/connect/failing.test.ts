import { describe, expect, test } from '@jest/globals';
import { readInstanceOfNumber } from '../../lambdas/store/instances/connected-numbers.ts';
import { mortal } from '../mortal.ts';
import { newScene, type Link, type Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const lease = 61_000;

/** Makes the scene's endpoint refuse the handshake. */
const refuseHandshake = async (): Promise<void> => {
  const partner = Number(scene.endpointUrl.split('/').at(-1));
  await fetch(scenery.receiver.controlUrl, { method: 'POST', body: JSON.stringify({ partner, status: 500 }) });
};

/** The number of the last sign-up. */
const lastNumber = async (): Promise<string> => (await scenery.state()).numbers.at(-1)?.id ?? '';

const expectFailed = async (link: Link, code: string): Promise<void> => {
  const record = await scene.session(link);
  expect(record).toMatchObject({
    session: { status: 'failed', error: { code, message: expect.any(String) } },
    progress: null,
    busyUntil: null,
  });
  const { instance, sealedToken } = await scene.instance(link);
  expect(instance).toMatchObject({
    status: 'awaiting_connection',
    slot_state: 'reserved',
    platform_phone_number_id: null,
    platform_waba_id: null,
    display_phone_number: null,
    facts_at: null,
    callback: { state: 'none' },
    connection: { connected_at: null, last_error: { ...record.session.error } },
  });
  expect(sealedToken).toBeNull();
  expect(await scene.timesConnected(link)).toBe(0);
};

describe('a sign-up that cannot be connected', () => {
  test.each([
    ['no business account is listed', { debug_token: { target_ids: false } }, 'waba_not_shared'],
    ['the token may not', { fault: { path: '/debug_token', status: 403 } }, 'permission_10'],
  ])('fails when %s: the instance waits again, with the reason', async (_what, instructions, code) => {
    const link = await scene.newInstance({ error_url: 'https://partner.example/sorry' });
    const codeOfSignUp = await scene.signUp(link);
    await scenery.control(instructions);
    const answered = await scene.comeBack(link, codeOfSignUp);
    expect(answered.headers?.['location']).toBe(
      `https://partner.example/sorry?session_id=${link.sessionId}&status=failed`,
    );
    await expectFailed(link, code);
  });

  test.each([
    ['was given to another app', { app_id: 'another', is_valid: true }],
    ['is no longer valid', { is_valid: false }],
  ])('fails when the token %s', async (_, facts) => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    const { platform } = scene.deps;
    const data = { scopes: ['whatsapp_business_management'], ...facts };
    const answering: typeof platform = {
      call: (request) =>
        request.path === '/debug_token' ? Promise.resolve(request.answer.parse({ data })) : platform.call(request),
    };
    await scene.comeBack(link, code, { ...scene.deps, platform: answering });
    await expectFailed(link, 'token_invalid');
  });

  test('fails when the business account has no number', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    await scenery.control({ number: { id: await lastNumber(), deleted: true } });
    await scene.comeBack(link, code);
    await expectFailed(link, 'number_missing');
  });

  test('fails when the number is connected to another instance, of any partner, whose callback stays', async () => {
    const first = await scene.newInstance();
    await scene.connect(first);
    const number = (await scene.instance(first)).instance.platform_phone_number_id ?? '';
    const other = await newScene(scenery);
    const owner = scene;
    for (scene of [owner, other]) {
      const link = await scene.newInstance();
      await scene.connect(link, { number });
      await expectFailed(link, 'number_taken');
    }
    expect(await readInstanceOfNumber(scenery.table, number)).toBe(first.instanceId);
    expect(await owner.callbackOf(number)).toBe(owner.endpointUrl);
  });

  test('fails when the partner has no endpoint', async () => {
    scene = await newScene(scenery, false);
    const link = await scene.newInstance();
    await scene.connect(link);
    await expectFailed(link, 'webhook_endpoint_missing');
    expect(await readInstanceOfNumber(scenery.table, await lastNumber())).toBeNull();
  });

  test('fails when the endpoint refuses the handshake, and releases the number', async () => {
    const link = await scene.newInstance();
    await refuseHandshake();
    await scene.connect(link);
    await expectFailed(link, 'endpoint_unreachable');
    const number = await lastNumber();
    expect(await readInstanceOfNumber(scenery.table, number)).toBeNull();
    const next = await scene.invite(link.instanceId, 'connect');
    expect((await scene.session(next)).session.status).toBe('open');
  });

  test('has the same result when the worker crashes at any point of failing', async () => {
    await refuseHandshake();
    const first = await scene.newInstance();
    const whole = mortal(scene.deps, null);
    await scene.comeBack(first, await scene.signUp(first), whole.deps);
    await expectFailed(first, 'endpoint_unreachable');
    for (let effect = 13; effect <= whole.effects.length; effect += 1) {
      for (const when of ['before', 'after'] as const) {
        const link = await scene.newInstance();
        await scene.comeBack(link, await scene.signUp(link), mortal(scene.deps, { effect, when }).deps);
        for (let round = 0; round < 3 && (await scene.session(link)).busyUntil !== null; round += 1) {
          scenery.clock.pass(lease);
          await scene.resume(link);
        }
        await expectFailed(link, 'endpoint_unreachable');
        const number = await lastNumber();
        expect([effect, when, await readInstanceOfNumber(scenery.table, number)]).toEqual([effect, when, null]);
        expect([effect, when, await scene.callbackOf(number)]).toEqual([effect, when, null]);
      }
    }
  });

  test.each([1, 15])(
    'keeps the number until the callback that may be set is removed, after %i failures',
    async (times) => {
      const link = await scene.newInstance();
      const code = await scene.signUp(link);
      const number = await lastNumber();
      // The first handshake succeeds; its result is lost, and then the platform refuses.
      const refusal = { status: 403, method: 'GET', path: `/${number}`, skip: 1 };
      await scenery.control({ fault: refusal });
      await scenery.control({ fault: { method: 'POST', path: `/${number}`, skip: 2, status: 500, times } });
      await scene.comeBack(link, code);
      expect(await scene.session(link)).toMatchObject({
        session: { status: 'failed', error: { code: 'permission_10' } },
        progress: { phone_number_id: number },
      });
      expect((await scene.instance(link)).instance.status).toBe('awaiting_connection');
      expect(await readInstanceOfNumber(scenery.table, number)).toBe(link.instanceId);
      expect(await scene.callbackOf(number)).toBe(scene.endpointUrl);
      for (let failed = 0; failed < times; failed += 1) {
        scenery.clock.pass(5 * 60_000);
        await scene.resume(link);
      }
      expect(await scene.callbackOf(number)).toBeNull();
      expect(await readInstanceOfNumber(scenery.table, number)).toBeNull();
      await expectFailed(link, 'permission_10');
    },
  );
});

describe('a code that is not valid', () => {
  test.each([
    ['was used', { path: '/oauth/access_token', status: 400, body: { error: { code: 100, message: 'used' } } }],
    ['cannot be exchanged now', { path: '/oauth/access_token', status: 500 }],
    ['is lost on its way', { path: '/oauth/access_token', drop: true }],
  ])('because it %s leaves the link open for another sign-up', async (_what, fault) => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    await scenery.control({ fault: { ...fault, times: 1 } });
    const answered = await scene.comeBack(link, code);
    expect(answered.headers?.['location']).toBe(`/connect/${link.token}?notice=interrupted`);
    expect(await scene.session(link)).toMatchObject({ session: { status: 'open' }, progress: null, busyUntil: null });
    const { instance } = await scene.instance(link);
    expect(instance.status).toBe('awaiting_connection');
    expect(instance.connection.last_error).not.toBeNull();
    await scene.connect(link);
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'connected',
      connection: { last_error: null },
    });
  });

  test('of another app’s secret ends the session', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    const body = { error: { code: 101, message: 'Error validating application.' } };
    await scenery.control({ fault: { path: '/oauth/access_token', status: 400, body, times: 1 } });
    await scene.comeBack(link, code);
    await expectFailed(link, 'unknown_101');
  });
});

test('a sign-up finds its number beside a business account that the platform has locked', async () => {
  const [portfolio, locked, waba] = ['990001', '9900011', '9900012'];
  await scenery.control({ waba: { id: locked, portfolio, name: 'Locked' } });
  await scenery.control({ waba: { id: waba, portfolio, name: 'Open' } });
  const link = await scene.newInstance();
  const body = { error: { code: 131_031, message: 'Account has been locked' } };
  await scenery.control({ fault: { path: `/${locked}/phone_numbers`, status: 403, body } });
  await scene.connect(link, { waba });
  expect((await scene.instance(link)).instance).toMatchObject({ status: 'connected', platform_waba_id: waba });
  // A line of the locked account is not asked to choose another number.
  const again = await scene.invite(link.instanceId, 'reconnect');
  await scenery.control({ clear: true, fault: { path: `/${waba}/phone_numbers`, status: 403, body } });
  await scene.connect(again, { waba });
  expect((await scene.session(again)).session.error).toMatchObject({ code: 'account_restricted' });
});
