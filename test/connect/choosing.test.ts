import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Answer } from '../../lambdas/connect/answer.ts';
import type { Question } from '../../lambdas/domain/connect-session.ts';
import { instancesOfWaba } from '../../lambdas/store/instances/waba-instances.ts';
import { readInstanceOfNumber } from '../../lambdas/store/instances/connected-numbers.ts';
import { location, seen } from './page-answers.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

let portfolios = 0;
let portfolio = '';
beforeEach(() => {
  portfolios += 1;
  portfolio = String(900_000 + portfolios);
});

const longAgo = '2023-08-22T19:05:53+0000';

/** A business account of the customer with numbers that were signed up long ago. */
const account = async (waba: string, ...numbers: readonly string[]): Promise<string> => {
  const id = `${portfolio}${waba}`;
  await scenery.control({ waba: { id, portfolio, name: `Account ${waba}` } });
  for (const number of numbers) await number_(number, id, longAgo);
  return id;
};

const number_ = (id: string, waba: string, at: string): Promise<void> =>
  scenery.control({
    number: {
      id: `${portfolio}${id}`,
      waba_id: waba,
      display_phone_number: `+1 555-010-${id}`,
      verified_name: `Shop ${id}`,
      last_onboarded_time: at,
    },
  });

const idOf = (number: string): string => `${portfolio}${number}`;

/** Signs up with a number whose sign-up the platform does not date. */
const ambiguous = async (waba: string, number: string): Promise<Link> => {
  const link = await scene.newInstance({ success_url: 'https://partner.example/done' });
  const code = await scene.signUp(link, { waba, number: idOf(number) });
  await scenery.control({ number: { id: idOf(number), last_onboarded_time: longAgo }, clear_calls: true });
  const answered = await scene.comeBack(link, code);
  expect(location(answered)).toEqual([303, `/connect/${link.token}/progress`]);
  return link;
};

const questionOf = async (link: Link): Promise<Question | null | undefined> =>
  (await scene.session(link)).progress?.asks;

const connectedNumber = async (link: Link): Promise<string | null> => {
  const { instance } = await scene.instance(link);
  return instance.status === 'connected' ? instance.platform_phone_number_id : null;
};

const expectFailed = async (link: Link, code: string): Promise<void> => {
  expect(await scene.session(link)).toMatchObject({
    session: { status: 'failed', error: { code } },
    progress: null,
    busyUntil: null,
  });
  expect((await scene.instance(link)).instance).toMatchObject({
    status: 'awaiting_connection',
    platform_phone_number_id: null,
    connection: { last_error: { code } },
  });
};

// https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
describe('the number of a sign-up', () => {
  test('is the one that was signed up since then, of all business accounts that the token reads', async () => {
    await account('1', '1001', '1002');
    const second = await account('2', '2001', '2002');
    await account('3', '3001');
    const link = await scene.newInstance();
    await scene.connect(link, { portfolio, waba: second, number: idOf('2001') });
    expect(await connectedNumber(link)).toBe(idOf('2001'));
    expect((await scene.instance(link)).instance.platform_waba_id).toBe(second);
  });

  test.each([10, 33, 200])('is found beside a business account that is refused with %d', async (unshared) => {
    const first = await account('1', '1001');
    const second = await account('2', '2001');
    await scenery.control({ waba: { id: first, unshared } });
    const link = await scene.newInstance();
    await scene.connect(link, { waba: second, number: idOf('2001') });
    expect(await connectedNumber(link)).toBe(idOf('2001'));
  });

  test('is not one that another instance got a moment before', async () => {
    const waba = await account('1', '1001');
    const [first, second] = [await scene.newInstance(), await scene.newInstance()];
    await scene.connect(first, { waba });
    await scene.connect(second, { waba });
    const taken = await connectedNumber(first);
    expect(taken).not.toBeNull();
    expect(await connectedNumber(second)).not.toBeNull();
    expect(await connectedNumber(second)).not.toBe(taken);
  });

  test('is missing when the business accounts have none', async () => {
    const waba = await account('1');
    const link = await scene.newInstance();
    await scene.connect(link, { waba, number: 'none' });
    await expectFailed(link, 'number_missing');
  });

  test.each([['alone'], ['beside one without numbers']])(
    'is not missing while the business account that has it is locked, %s',
    async (beside) => {
      const waba = await account('1', '1001');
      if (beside !== 'alone') await account('2');
      const link = await scene.newInstance();
      const code = await scene.signUp(link, { waba, number: idOf('1001') });
      const body = { error: { code: 131_031, message: 'Account has been locked' } };
      await scenery.control({ fault: { path: `/${waba}/phone_numbers`, status: 403, body } });
      await scene.comeBack(link, code);
      await expectFailed(link, 'account_restricted');
    },
  );

  test('is not looked for in portfolios and other objects that the token names', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link, { portfolio });
    await scenery.control({ debug_token: { manage_events: true }, clear_calls: true });
    await scene.comeBack(link, code);
    await expectFailed(link, 'waba_not_shared');
    const { calls } = await scenery.state();
    expect(calls.filter(({ path }) => path.endsWith('/phone_numbers'))).toEqual([]);
  });
});

describe('a sign-up that leaves open which number was meant', () => {
  test('asks the end customer, and touches nothing before', async () => {
    const waba = await account('1', '1001', '1002');
    await account('2', '2001');
    const link = await ambiguous(waba, '1002');
    expect(await questionOf(link)).toMatchObject({ kind: 'choice' });
    const { calls } = await scenery.state();
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'connecting',
      platform_phone_number_id: null,
      platform_waba_id: null,
    });
    for (const number of ['1001', '1002', '2001']) {
      expect(await readInstanceOfNumber(scenery.table, idOf(number))).toBeNull();
    }
    const { body = '', statusCode } = await scene.open(link);
    expect(statusCode).toBe(200);
    for (const text of ['+1 555-010-1001', 'Shop 1002', 'Account 1', 'Account 2', '+1 555-010-2001']) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain('http-equiv="refresh"');
    expect((await scene.visit('GET', `/connect/${link.token}/progress`)).body).toContain(`value="${idOf('2001')}"`);
  });

  test('is completed with the number that the end customer chooses', async () => {
    const waba = await account('1', '1001', '1002');
    const other = await account('2', '2001');
    const link = await ambiguous(waba, '1002');
    const answered = await scene.press(link, 'choose', { number: idOf('2001') });
    expect(location(answered)).toEqual([
      303,
      `https://partner.example/done?session_id=${link.sessionId}&status=completed`,
    ]);
    expect(await connectedNumber(link)).toBe(idOf('2001'));
    expect((await scene.instance(link)).instance.platform_waba_id).toBe(other);
    expect(await scene.callbackOf(idOf('2001'))).toBe(scene.endpointUrl);
    expect(await scene.callbackOf(idOf('1002'))).toBeNull();
  });

  test('asks when several numbers were signed up since then', async () => {
    const waba = await account('1', '1001', '1002');
    const link = await scene.newInstance();
    const code = await scene.signUp(link, { waba, number: idOf('1001') });
    const at = new Date(scenery.clock.now()).toISOString().replace(/\.\d+Z$/, '+0000');
    await scenery.control({ number: { id: idOf('1002'), last_onboarded_time: at } });
    await scene.comeBack(link, code);
    const question = await questionOf(link);
    expect(question).toMatchObject({ kind: 'choice' });
    expect(question?.kind === 'choice' ? question.options.map((one) => one.phone_number_id).toSorted() : []).toEqual([
      idOf('1001'),
      idOf('1002'),
    ]);
  });

  test('takes none but the numbers that it asks about', async () => {
    const waba = await account('1', '1001', '1002');
    const link = await ambiguous(waba, '1002');
    const before = await scene.session(link);
    for (const number of ['', '1', 'x', idOf('9999')]) {
      const answered = await scene.press(link, 'choose', { number });
      expect(seen(answered)[0]).toBe(422);
      // The page can be sent again: it has a new proof.
      expect(answered.cookies).toEqual([expect.stringMatching(/^__Host-connect-page=[\w-]{43}; /)]);
    }
    expect(await scene.session(link)).toEqual(before);
    expect(location(await scene.press(link, 'pin', { pin: '123456' }))).toEqual([
      303,
      `/connect/${link.token}/progress`,
    ]);
    expect(await scene.session(link)).toEqual(before);
  });

  test('fails when the chosen number is connected to another instance', async () => {
    const waba = await account('1', '1001', '1002');
    const first = await scene.newInstance();
    await scene.connect(first, { waba, number: idOf('1001') });
    scenery.clock.pass(60_000);
    const link = await ambiguous(waba, '1002');
    await scene.press(link, 'choose', { number: idOf('1001') });
    await expectFailed(link, 'number_taken');
    expect(await readInstanceOfNumber(scenery.table, idOf('1001'))).toBe(first.instanceId);
  });

  test('makes one connection when the choice is sent twice at once', async () => {
    const waba = await account('1', '1001', '1002');
    const link = await ambiguous(waba, '1002');
    await scene.open(link);
    const send = (number: string): Promise<Answer> => scene.sendForm(link, 'choose', { number: idOf(number) });
    const answers = await Promise.all([send('1001'), send('1002')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(await connectedNumber(link)).not.toBeNull();
    expect(await scene.timesConnected(link)).toBe(1);
    const { calls } = await scenery.state();
    expect(calls.filter(({ path }) => path.endsWith('/register'))).toHaveLength(1);
  });

  test('waits until the session expires, and fails then', async () => {
    const waba = await account('1', '1001', '1002');
    const link = await ambiguous(waba, '1002');
    const { session, busyUntil } = await scene.session(link);
    expect(busyUntil).toBe(Date.parse(session.expires_at));
    scenery.clock.pass(3_600_000);
    await scene.resume(link);
    expect(await questionOf(link)).toMatchObject({ kind: 'choice' });
    scenery.clock.pass(24 * 3_600_000);
    await scene.resume(link);
    await expectFailed(link, 'choice_missing');
  });

  test('leaves a quarter of an hour to answer at least', async () => {
    const waba = await account('1', '1001', '1002');
    const link = await scene.newInstance();
    scenery.clock.pass(24 * 3_600_000 - 1_000);
    const code = await scene.signUp(link, { waba, number: idOf('1001') });
    await scenery.control({ number: { id: idOf('1001'), last_onboarded_time: longAgo } });
    await scene.comeBack(link, code);
    expect((await scene.session(link)).busyUntil).toBe(scenery.clock.now() + 15 * 60_000);
  });

  test('can be given up', async () => {
    const waba = await account('1', '1001', '1002');
    const link = await ambiguous(waba, '1002');
    expect(location(await scene.press(link, 'cancel'))).toEqual([303, `/connect/${link.token}`]);
    expect(await scene.session(link)).toMatchObject({
      session: { status: 'cancelled' },
      progress: null,
      busyUntil: null,
    });
    expect((await scene.instance(link)).instance.status).toBe('awaiting_connection');
  });

  test('holds neither numbers nor the token after another link replaced it', async () => {
    const waba = await account('1', '1001', '1002');
    const link = await ambiguous(waba, '1002');
    const next = await scene.invite(link.instanceId, 'connect');
    expect(await scene.session(link)).toMatchObject({ session: { status: 'revoked' }, progress: { asks: null } });
    await scene.resume(link);
    expect(await scene.session(link)).toMatchObject({ progress: null, busyUntil: null });
    await scene.connect(next, { waba, number: idOf('1001') });
    expect(await connectedNumber(next)).toBe(idOf('1001'));
  });
});

describe('a reconnection', () => {
  const connected = async (waba: string, number: string): Promise<Link> => {
    const link = await scene.newInstance();
    await scene.connect(link, { waba, number: idOf(number) });
    scenery.clock.pass(60_000);
    return scene.invite(link.instanceId, 'reconnect');
  };

  test('finds the instance’s number anywhere in the lists', async () => {
    const waba = await account('1', '1001', '1002');
    await account('2', '2001');
    const link = await connected(waba, '1001');
    const code = await scene.signUp(link, { waba, number: idOf('1001') });
    await scenery.control({ number: { id: idOf('1001'), last_onboarded_time: longAgo } });
    await scene.comeBack(link, code);
    expect((await scene.session(link)).session.status).toBe('completed');
    expect(await connectedNumber(link)).toBe(idOf('1001'));
  });

  test('follows a number that is in another business account now', async () => {
    const waba = await account('1', '1001', '1002');
    const link = await connected(waba, '1001');
    const other = await account('2', '2001');
    await scenery.control({ number: { id: idOf('1001'), waba_id: other } });
    await scene.connect(link, { waba: other, number: idOf('1001') });
    expect((await scene.session(link)).session.status).toBe('completed');
    expect((await scene.instance(link)).instance.platform_waba_id).toBe(other);
    // A change of the former account is no longer the line's.
    expect(await instancesOfWaba(scenery.table, waba)).toEqual([]);
    expect(await instancesOfWaba(scenery.table, other)).toMatchObject([{ instanceId: link.instanceId }]);
  });
});
