import { describe, expect, test } from '@jest/globals';
import { readInstanceOfNumber } from '../../lambdas/store/instances/connected-numbers.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const location = (answer: { headers?: Record<string, unknown> | undefined }): string =>
  String(answer.headers?.['location']);

const numberOf = async (link: Link): Promise<string> =>
  (await scene.instance(link)).instance.platform_phone_number_id ?? '';

const callsTo = async (method: string, path: RegExp): Promise<number> =>
  (await scenery.state()).calls.filter((call) => call.method === method && path.test(call.path)).length;

describe('a sign-up', () => {
  test('connects the instance, and redirects the browser to the success URL', async () => {
    const link = await scene.newInstance({ success_url: 'https://partner.example/done?from=us' });
    const answered = await scene.connect(link);
    expect(answered.statusCode).toBe(303);
    expect(location(answered)).toBe(
      `https://partner.example/done?from=us&session_id=${link.sessionId}&status=completed`,
    );
    const { instance, sealedToken } = await scene.instance(link);
    expect(instance).toMatchObject({
      status: 'connected',
      slot_state: 'occupied',
      session_id: link.sessionId,
      callback: { state: 'active', last_error: null },
      connection: { last_error: null },
      quality_rating: 'GREEN',
      platform_status: 'CONNECTED',
    });
    expect(instance.display_phone_number).toMatch(/^\+1 555/);
    expect(instance.connection.connected_at).toBe(instance.callback.verified_at);
    expect(instance.connection.token_expires_at).not.toBeNull();
    expect(sealedToken).not.toBeNull();
    const number = await numberOf(link);
    expect(await scene.callbackOf(number)).toBe(scene.endpointUrl);
    expect(await readInstanceOfNumber(scenery.table, number)).toBe(link.instanceId);
    const { wabas, numbers } = await scenery.state();
    expect(wabas.find(({ id }) => id === instance.platform_waba_id)?.subscribed).toBe(true);
    expect(numbers.find(({ id }) => id === number)?.registered).toBe(true);
    expect(await scene.session(link)).toMatchObject({
      session: { status: 'completed', error: null },
      progress: null,
      busyUntil: null,
    });
    expect(await scene.connections(link)).toMatchObject([
      {
        changed_fields: ['status', 'slot_state', 'connected_at'],
        previous: { status: 'connecting', slot_state: 'reserved', connected_at: null },
        new: { status: 'connected', slot_state: 'occupied', connected_at: instance.connection.connected_at },
        // Of the call that made the link.
        request_id: link.requestId,
      },
    ]);
  });

  test('takes the number that signed up last, of a business account with several', async () => {
    const first = await scene.newInstance();
    await scene.connect(first);
    const waba = (await scene.instance(first)).instance.platform_waba_id ?? '';
    const second = await scene.newInstance();
    await scene.connect(second, { waba });
    expect((await scene.instance(second)).instance).toMatchObject({ status: 'connected', platform_waba_id: waba });
    expect(await numberOf(second)).not.toBe(await numberOf(first));
    expect(await scene.callbackOf(await numberOf(first))).toBe(scene.endpointUrl);
    // Another subscription would clear an override at the business account.
    expect(await callsTo('POST', new RegExp(`${waba}/subscribed_apps`))).toBe(1);
  });

  test('notifies of a number that the platform blocks from the beginning, and when it is connected again', async () => {
    const waba = '700000000000002';
    const error = { error_code: 141_006, error_description: 'No payment method.', possible_solution: 'Add one.' };
    await scenery.control({ waba: { id: waba, health_errors: [error] } });
    const link = await scene.newInstance();
    const notified = async (): Promise<unknown> =>
      queryAll(scenery.table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.notification(scene.partnerId, '').pk },
      });
    await scene.connect(link, { waba });
    expect((await scene.instance(link)).instance).toMatchObject({ status: 'degraded', can_send_message: 'BLOCKED' });
    const blocked = {
      title: 'The platform blocks a number',
      body: 'Messages of the number fail (141006). No payment method. Add one.',
      entity: { id: link.instanceId },
    };
    expect(await notified()).toMatchObject([blocked]);
    scenery.clock.pass(60 * 60_000);
    const number = await numberOf(link);
    await scene.connect(await scene.invite(link.instanceId, 'reconnect'), { number, waba });
    expect(await notified()).toMatchObject([blocked, blocked]);
    // A new number is often limited until its name is reviewed.
    await scenery.control({ waba: { id: waba, health_errors: [{ ...error, can_send_message: 'LIMITED' }] } });
    await scene.connect(await scene.newInstance(), { waba });
    expect(await notified()).toMatchObject([blocked, blocked]);
  });

  test('does not register a number that can already send', async () => {
    const id = '7000000000000001';
    await scenery.control({ number: { id, waba_id: '700000000000001', registered: true, status: 'CONNECTED' } });
    const link = await scene.newInstance();
    await scene.connect(link, { number: id });
    expect((await scene.instance(link)).instance).toMatchObject({ status: 'connected', platform_phone_number_id: id });
    expect(await callsTo('POST', /\/register$/)).toBe(0);
  });

  test('registers all of an instance’s numbers with the same PIN', async () => {
    const pins: unknown[] = [];
    const { platform } = scene.deps;
    const deps: typeof scene.deps = {
      ...scene.deps,
      platform: {
        call: (request) => {
          if (request.path.endsWith('/register')) pins.push(request.body?.['pin']);
          return platform.call(request);
        },
      },
    };
    const link = await scene.newInstance();
    await scene.comeBack(link, await scene.signUp(link), deps);
    const number = await numberOf(link);
    await scene.command('deactivate-partner-instance', { instance_id: link.instanceId });
    await scenery.control({ number: { id: number, status: 'DISCONNECTED' } });
    const again = await scene.invite(link.instanceId, 'connect');
    await scene.comeBack(again, await scene.signUp(again, { number }), deps);
    expect(pins).toEqual([expect.stringMatching(/^\d{6}$/), pins[0]]);
  });

  test('does not connect the instance before the callback was read back', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    // Set, and never read back.
    const { numbers } = await scenery.state();
    const number = numbers.at(-1)?.id ?? '';
    await scenery.control({ fault: { method: 'GET', path: `/${number}`, status: 500, skip: 1 } });
    const answered = await scene.comeBack(link, code);
    expect(location(answered)).toBe(`/connect/${link.token}/progress`);
    expect(await scene.callbackOf(number)).toBe(scene.endpointUrl);
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'connecting',
      callback: { state: 'pending' },
    });
    await scenery.control({ clear: true });
    scenery.clock.pass(61_000);
    await scene.resume(link);
    expect((await scene.instance(link)).instance).toMatchObject({ status: 'connected', callback: { state: 'active' } });
  });

  test('continues when an instance was moved or labelled meanwhile', async () => {
    const link = await scene.newInstance();
    const { platform } = scene.deps;
    let changes = 0;
    const rename = async (): Promise<void> => {
      changes += 1;
      const renamed = await scene.service.call('PATCH', {
        body: {
          route: 'update-partner-instance-label',
          instance_id: link.instanceId,
          instance_name: `n${changes}`,
        },
      });
      expect(renamed.status).toBe(200);
    };
    // One after the other, because some calls of the platform run concurrently.
    let renaming = Promise.resolve();
    const deps: typeof scene.deps = {
      ...scene.deps,
      platform: {
        call: async (request) => {
          renaming = renaming.then(rename);
          await renaming;
          return platform.call(request);
        },
      },
    };
    await scene.comeBack(link, await scene.signUp(link), deps);
    expect((await scene.instance(link)).instance).toMatchObject({ status: 'connected', instance_name: `n${changes}` });
  });
});

describe('an instance that was deactivated', () => {
  test('is connected anew, with another number', async () => {
    const link = await scene.newInstance();
    await scene.connect(link);
    const before = await numberOf(link);
    await scene.command('deactivate-partner-instance', { instance_id: link.instanceId });
    const again = await scene.invite(link.instanceId, 'connect');
    await scene.connect(again);
    expect((await scene.instance(link)).instance).toMatchObject({ status: 'connected', slot_state: 'occupied' });
    expect(await numberOf(link)).not.toBe(before);
    expect(await readInstanceOfNumber(scenery.table, before)).toBeNull();
    expect(await scene.timesConnected(link)).toBe(2);
  });
});

describe('a reconnection', () => {
  const connected = async (): Promise<Link> => {
    const link = await scene.newInstance();
    await scene.connect(link);
    return link;
  };

  test('with the same number gives the instance a new token, and its callback again', async () => {
    const link = await connected();
    const number = await numberOf(link);
    const before = await scene.instance(link);
    await scenery.control({ number: { id: number, webhook_configuration: { phone_number: 'https://else.example/' } } });
    scenery.clock.pass(60_000);
    const again = await scene.invite(link.instanceId, 'reconnect');
    const answered = await scene.connect(again, { number });
    expect(location(answered)).toBe(`/connect/${again.token}`);
    const after = await scene.instance(link);
    expect(after.instance).toMatchObject({
      status: 'connected',
      slot_state: 'occupied',
      platform_phone_number_id: number,
      platform_waba_id: before.instance.platform_waba_id,
      callback: { state: 'active' },
    });
    expect(after.sealedToken).not.toBe(before.sealedToken);
    expect(after.instance.connection.connected_at).not.toBe(before.instance.connection.connected_at);
    expect(await scene.callbackOf(number)).toBe(scene.endpointUrl);
    expect(await scene.connections(link)).toMatchObject([
      {
        changed_fields: ['connected_at'],
        previous: { connected_at: before.instance.connection.connected_at },
        new: { connected_at: after.instance.connection.connected_at },
      },
      {},
    ]);
    expect(await callsTo('POST', /\/register$/)).toBe(1);
  });

  test.each([
    ['another number of the same business account', true],
    ['another business account', false],
  ])('with %s fails, and the instance is unchanged', async (_what, isSameWaba) => {
    const link = await connected();
    const before = await scene.instance(link);
    const again = await scene.invite(link.instanceId, 'reconnect', { return_url: 'https://partner.example/back' });
    const waba = before.instance.platform_waba_id ?? '';
    const answered = await scene.connect(again, isSameWaba ? { waba } : {});
    expect(location(answered)).toBe(`https://partner.example/back?session_id=${again.sessionId}&status=failed`);
    expect(await scene.session(again)).toMatchObject({
      session: { status: 'failed', error: { code: 'reconnect_mismatch' } },
      progress: null,
      busyUntil: null,
    });
    const after = await scene.instance(link);
    expect(after.instance).toEqual({
      ...before.instance,
      session_id: again.sessionId,
      updated_at: after.instance.updated_at,
      connection: {
        ...before.instance.connection,
        last_error: expect.objectContaining({ code: 'reconnect_mismatch' }),
      },
    });
    expect(after.sealedToken).toBe(before.sealedToken);
    expect(await scene.callbackOf(await numberOf(link))).toBe(scene.endpointUrl);
    expect(await scene.timesConnected(link)).toBe(1);
  });
});
