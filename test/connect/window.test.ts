import { beforeEach, describe, expect, test } from '@jest/globals';
import { location } from './page-answers.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});
beforeEach(() => {
  scene.launch = 'sdk';
});

const longAgo = '2023-08-22T19:05:53+0000';

const connectedNumber = async (link: Link): Promise<string | null> => {
  const { instance } = await scene.instance(link);
  return instance.status === 'connected' ? instance.platform_phone_number_id : null;
};

const lastNumber = async (): Promise<string> => (await scenery.state()).numbers.at(-1)?.id ?? '';

// https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
describe('the page of a sign-up in a window', () => {
  test('has the platform’s script, and the full-page dialog beside it', async () => {
    const link = await scene.newInstance();
    const { body = '', headers } = await scene.open(link);
    expect(body).toContain(scenery.platform.sdkUrl);
    expect(body).toContain(`action="/connect/${link.token}/finish"`);
    expect(headers?.['content-security-policy']).toContain(new URL(scenery.platform.sdkUrl).origin);
    expect(headers?.['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    await scene.connect(link);
    expect(await connectedNumber(link)).not.toBeNull();
  });
});

describe('a sign-up in a window', () => {
  test.each(['finish', 'none'])('with the message %s connects the instance', async (message) => {
    const link = await scene.newInstance({ success_url: 'https://partner.example/done' });
    const answered = await scene.press(link, 'finish', await scene.signUpInWindow({ message }));
    expect(location(answered)).toEqual([
      303,
      `https://partner.example/done?session_id=${link.sessionId}&status=completed`,
    ]);
    expect(await connectedNumber(link)).toBe(await lastNumber());
  });

  test('connects the number that the window reported, whatever the platform says of times', async () => {
    const waba = '8100001';
    for (const id of ['8100011', '8100012']) await scenery.control({ number: { id, waba_id: waba } });
    const link = await scene.newInstance();
    const returned = await scene.signUpInWindow({ waba, number: '8100012' });
    await scenery.control({ number: { id: '8100012', last_onboarded_time: longAgo } });
    await scene.press(link, 'finish', returned);
    expect(await connectedNumber(link)).toBe('8100012');
  });

  test('does not believe the window: what the token does not read is ignored', async () => {
    const theirs = await scene.newInstance();
    await scene.press(theirs, 'finish', await scene.signUpInWindow());
    const { platform_waba_id: waba_id, platform_phone_number_id: phone_number_id } = (await scene.instance(theirs))
      .instance;
    const link = await scene.newInstance();
    const { code } = await scene.signUpInWindow();
    const mine = await lastNumber();
    const info = { type: 'WA_EMBEDDED_SIGNUP', event: 'FINISH', data: { waba_id, phone_number_id } };
    await scene.press(link, 'finish', { code, info: JSON.stringify(info) });
    expect(await connectedNumber(link)).toBe(mine);
  });

  test('connects no other number while the account of the one that the window named is locked', async () => {
    const [locked, other] = ['8200001', '8200002'];
    for (const id of [locked, other]) await scenery.control({ waba: { id, portfolio: '820000' } });
    await scenery.control({ number: { id: '8200011', waba_id: locked } });
    await scenery.control({ number: { id: '8200021', waba_id: other } });
    const link = await scene.newInstance();
    const returned = await scene.signUpInWindow({ waba: locked, number: '8200011' });
    const at = new Date(scenery.clock.now()).toISOString().replace(/\.\d+Z$/, '+0000');
    await scenery.control({ number: { id: '8200021', last_onboarded_time: at } });
    const body = { error: { code: 131_031, message: 'Account has been locked' } };
    await scenery.control({ fault: { path: `/${locked}/phone_numbers`, status: 403, body } });
    await scene.press(link, 'finish', returned);
    expect((await scene.session(link)).session.error).toMatchObject({ code: 'account_restricted' });
    expect(await connectedNumber(link)).toBeNull();
  });

  test.each(['', 'no JSON', '{}', '[]', 'null', '{"type":"WA_EMBEDDED_SIGNUP"}', '{"type":"x","event":"FINISH"}'])(
    'is connected with the message %j too',
    async (info) => {
      const link = await scene.newInstance();
      const { code } = await scene.signUpInWindow();
      await scene.press(link, 'finish', { code, info });
      expect(await connectedNumber(link)).not.toBeNull();
    },
  );

  test('of a number of the business app connects the one of the business account', async () => {
    const link = await scene.newInstance();
    await scene.press(link, 'finish', await scene.signUpInWindow({ coexistence: '1' }));
    expect((await scene.instance(link)).instance).toMatchObject({ status: 'connected', coexistence: true });
  });

  test('finds the business account that the token does not name', async () => {
    const link = await scene.newInstance();
    const returned = await scene.signUpInWindow();
    await scenery.control({ debug_token: { target_ids: false } });
    await scene.press(link, 'finish', returned);
    expect(await connectedNumber(link)).not.toBeNull();
  });

  test('of a code that belongs to the dialog leaves the link open', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    expect(location(await scene.press(link, 'finish', { code, info: '' }))).toEqual([
      303,
      `/connect/${link.token}?notice=interrupted`,
    ]);
    expect((await scene.session(link)).session.status).toBe('open');
  });

  test('for a reconnection fails when the window reported another number', async () => {
    const first = await scene.newInstance();
    await scene.press(first, 'finish', await scene.signUpInWindow());
    const { platform_waba_id: waba } = (await scene.instance(first)).instance;
    const link = await scene.invite(first.instanceId, 'reconnect');
    await scene.press(link, 'finish', await scene.signUpInWindow({ waba: waba ?? '' }));
    expect((await scene.session(link)).session.error).toMatchObject({ code: 'reconnect_mismatch' });
  });
});

// https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/errors
describe('a window that gave no code', () => {
  test.each([
    [{ message: 'cancel' }, 'stopped_at_phone'],
    [{ message: 'cancel', current_step: 'PERMISSIONS' }, 'stopped_at_permissions'],
    [{ message: 'error' }, 'platform_error'],
  ])('because of %j leaves the link open, with a notice', async (choice, notice) => {
    const link = await scene.newInstance();
    const answered = await scene.press(link, 'finish', await scene.signUpInWindow(choice));
    expect(location(answered)).toEqual([303, `/connect/${link.token}?notice=${notice}`]);
    expect(await scene.session(link)).toMatchObject({ session: { status: 'open' }, progress: null });
    expect((await scenery.state()).calls).toEqual([]);
    await scene.press(link, 'finish', await scene.signUpInWindow());
    expect(await connectedNumber(link)).not.toBeNull();
  });

  test('and no message is no cancellation', async () => {
    const link = await scene.newInstance();
    expect(location(await scene.press(link, 'finish', { code: '', info: '' }))).toEqual([
      303,
      `/connect/${link.token}?notice=no_code`,
    ]);
  });

  test('is logged with the platform’s code and session, without its text', async () => {
    const link = await scene.newInstance();
    const returned = await scene.signUpInWindow({ message: 'error' });
    await scene.press(link, 'finish', returned);
    const line = scene.logLines.find((text) => text.includes('gave no code')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      session_id: link.sessionId,
      platform_error_code: '100100100',
      platform_session_id: expect.stringMatching(/^\d{16}$/),
    });
    expect(line).not.toContain('display name');
  });

  test('that is finished twice connects once', async () => {
    const link = await scene.newInstance();
    await scene.open(link);
    const returned = await scene.signUpInWindow();
    const answers = await Promise.all([1, 2].map(() => scene.sendForm(link, 'finish', returned)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(await scene.timesConnected(link)).toBe(1);
  });
});
