import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { ConnectDeps } from '../../lambdas/connect/connect-deps.ts';
import { day, hour, minute } from '../../lambdas/kernel/time.ts';
import { work } from '../../lambdas/kernel/work.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { readInstanceOfNumber } from '../../lambdas/store/instances/connected-numbers.ts';
import { extendIncident, keepWitness, readPlatformHealth } from '../../lambdas/store/platform/platform-health.ts';
import { location, seen } from './page-answers.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { reportApprovedName } from './report-approved-name.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const Shown = z.object({ instance: z.object({ session: z.object({ awaits: z.unknown() }) }) });

/** A sign-up with a fresh number, whose state at the platform is changed before the browser returns. */
const signedUp = async (
  change: object,
): Promise<{ readonly link: Link; readonly code: string; readonly id: string }> => {
  const link = await scene.newInstance();
  const code = await scene.signUp(link);
  const id = (await scenery.state()).numbers.at(-1)?.id ?? '';
  await scenery.control({ number: { id, ...change } });
  return { link, code, id };
};

/** The platform refuses to replace the PIN of the number. */
const keepsItsPin = (id: string): Promise<void> =>
  scenery.control({
    fault: {
      method: 'POST',
      path: `/${id}`,
      skip: 1,
      times: 1,
      status: 400,
      body: { error: { code: 100, message: 'Invalid parameter' } },
    },
  });

/** A session that asks for the PIN of its number. */
const asking = async (value = '482913'): Promise<{ readonly link: Link; readonly id: string }> => {
  const { link, code, id } = await signedUp({ pin: { state: 'other', value } });
  await keepsItsPin(id);
  expect(location(await scene.comeBack(link, code))).toEqual([303, `/connect/${link.token}/progress`]);
  expect((await scene.session(link)).progress?.asks).toEqual({ kind: 'pin', wrong: false });
  return { link, id };
};

const registrations = async (): Promise<number> =>
  (await scenery.state()).calls.filter(({ path }) => path.endsWith('/register')).length;

const statusOf = async (link: Link): Promise<string> => (await scene.instance(link)).instance.status;

const awaits = async ({ instanceId }: Link): Promise<unknown> => {
  const { body } = await scene.service.call('GET', {
    query: { route: 'get-partner-instance', instance_id: instanceId },
  });
  return Shown.parse(body).instance.session.awaits;
};

const errorOf = async (link: Link) => (await scene.session(link)).session.error;

// https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/two-step-verification
describe('a number with another PIN', () => {
  test('gets the instance’s, and is registered with it', async () => {
    const { link, code } = await signedUp({ pin: { state: 'other' } });
    await scene.comeBack(link, code);
    expect(await statusOf(link)).toBe('connected');
    expect(await registrations()).toBe(2);
  });

  test('is registered at once when the platform ignores the PIN', async () => {
    const { link, code } = await signedUp({ pin: { state: 'ignored' } });
    await scene.comeBack(link, code);
    expect(await statusOf(link)).toBe('connected');
    expect(await registrations()).toBe(1);
  });

  test('is registered with the PIN that the end customer enters, when the platform does not replace it', async () => {
    const { link } = await asking('482913');
    const { body = '', statusCode } = await scene.open(link);
    expect(statusCode).toBe(200);
    expect(body).toContain(`action="/connect/${link.token}/pin"`);
    expect(body).not.toContain('http-equiv="refresh"');
    await scene.press(link, 'pin', { pin: ' 482 913 ' });
    expect(await statusOf(link)).toBe('connected');
    expect(await registrations()).toBe(2);
    expect((await scene.session(link)).progress).toBeNull();
  });

  test.each<[string, Pick<PlatformError, 'kind'> & { readonly code?: number }, string]>([
    ['does not answer', { kind: 'transient' }, 'in_progress'],
    ['refuses a token that it calls valid', { kind: 'token_invalid', code: 190 }, 'in_progress'],
    ['has revoked the token', { kind: 'token_invalid' }, 'failed'],
  ])('is not asked for while the platform %s when the PIN is replaced', async (_, facts, status) => {
    const { link, code, id } = await signedUp({ pin: { state: 'other' } });
    const { platform } = scene.deps;
    const failing: typeof platform = {
      call: (request) =>
        request.path === `/${id}` && request.body?.['pin'] !== undefined
          ? Promise.reject(new PlatformError({ ...facts, message: 'refused' }))
          : platform.call(request),
    };
    await scene.comeBack(link, code, { ...scene.deps, platform: failing });
    const { session, progress } = await scene.session(link);
    expect(progress?.asks ?? null).toBeNull();
    expect(session.status).toBe(status);
  });

  test('is registered with the same PIN the next time', async () => {
    const { link, id } = await asking('482913');
    await scene.press(link, 'pin', { pin: '482913' });
    await scene.command('deactivate-partner-instance', { instance_id: link.instanceId });
    await scenery.control({
      number: { id, status: 'DISCONNECTED', registered: false, pin: { state: 'other', value: '482913' } },
      clear_calls: true,
    });
    const again = await scene.invite(link.instanceId, 'connect');
    await scene.connect(again, { number: id });
    expect(await statusOf(link)).toBe('connected');
    expect(await registrations()).toBe(1);
  });

  test('is asked for again after a wrong one, five times at most', async () => {
    const { link, id } = await asking();
    for (let wrong = 1; wrong <= 4; wrong += 1) {
      await scenery.control({ number: { id, pin: { state: 'other', value: '482913' } } });
      expect(location(await scene.press(link, 'pin', { pin: '000000' }))).toEqual([
        303,
        `/connect/${link.token}/progress`,
      ]);
      expect((await scene.session(link)).progress).toMatchObject({
        asks: { kind: 'pin', wrong: true },
        wrong_pins: wrong,
        sealed_pin: null,
      });
      expect(seen(await scene.open(link))[0]).toBe(422);
    }
    await scene.press(link, 'pin', { pin: '000000' });
    expect(await errorOf(link)).toMatchObject({ code: 'pin_wrong' });
    expect(await readInstanceOfNumber(scenery.table, id)).toBeNull();
  });

  test('takes six digits as a PIN, and nothing else', async () => {
    const { link } = await asking();
    const before = await scene.session(link);
    for (const pin of ['', '12345', '1234567', 'abcdef']) {
      expect(seen(await scene.press(link, 'pin', { pin }))[0]).toBe(422);
    }
    expect(await scene.session(link)).toEqual(before);
    expect(await registrations()).toBe(1);
  });

  test('is released when the PIN is not entered in time', async () => {
    const { link, id } = await asking();
    scenery.clock.pass(25 * 3_600_000);
    await scene.resume(link);
    expect(await scene.session(link)).toMatchObject({
      session: { status: 'failed', error: { code: 'pin_missing' } },
      progress: null,
      busyUntil: null,
    });
    expect(await scene.instance(link)).toMatchObject({
      instance: { status: 'awaiting_connection', platform_phone_number_id: null },
      sealedToken: null,
    });
    expect(await readInstanceOfNumber(scenery.table, id)).toBeNull();
  });

  test('is released when the end customer gives up', async () => {
    const { link, id } = await asking();
    await scene.press(link, 'cancel');
    expect((await scene.session(link)).session.status).toBe('cancelled');
    expect(await readInstanceOfNumber(scenery.table, id)).toBeNull();
    expect((await scene.instance(link)).instance).toMatchObject({
      status: 'awaiting_connection',
      platform_phone_number_id: null,
    });
  });

  test('is recognised by 131031 too, if its details speak of a PIN', async () => {
    const { link, code, id } = await signedUp({});
    const details = 'The two-step verification PIN is wrong.';
    const body = { error: { code: 131031, message: 'Account locked', error_data: { details } } };
    await scenery.control({ fault: { path: `/${id}/register`, times: 1, status: 403, body } });
    await scene.comeBack(link, code);
    expect(await statusOf(link)).toBe('connected');
    expect(await registrations()).toBe(2);
  });

  test('has its PIN nowhere in clear text', async () => {
    const { link } = await asking('482913');
    const held = { ...scene.deps, platform: { call: () => Promise.reject(new Error('the worker crashed')) } };
    await scene.press(link, 'pin', { pin: '482913' }, held);
    const record = await scene.session(link);
    expect(record.progress?.sealed_pin).not.toBeNull();
    expect(JSON.stringify(record) + scene.logLines.join()).not.toContain('482913');
    scenery.clock.pass(61_000);
    await scene.resume(link);
    expect(await statusOf(link)).toBe('connected');
  });
});

// https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
describe('a number that the platform does not register', () => {
  test.each([
    ['is not verified', { code_verification_status: 'NOT_VERIFIED' }, 'number_not_verified', 1],
    ['is locked after too many PINs', { pin: { state: 'locked' } }, 'pin_locked', 1],
    ['had PINs too fast', { pin: { state: 'too_fast' } }, 'pin_locked', 1],
  ])('ends the session when it %s, after one try', async (_what, change, code, calls) => {
    const { link, code: codeOfSignUp } = await signedUp(change);
    await scene.comeBack(link, codeOfSignUp);
    expect(await errorOf(link)).toMatchObject({ code });
    expect(await registrations()).toBe(calls);
    expect(await statusOf(link)).toBe('awaiting_connection');
  });

  test('says how long it is locked', async () => {
    const { link, code } = await signedUp({ pin: { state: 'locked' } });
    await scene.comeBack(link, code);
    expect((await errorOf(link))?.message).toMatch(/after \d+ minutes/);
  });

  test('waits for 72 hours when it was registered ten times in as many, and is registered by itself', async () => {
    const { link, code, id } = await signedUp({});
    const body = { error: { code: 133016, message: 'Account register / deregister rate limit exceeded' } };
    await scenery.control({ fault: { path: `/${id}/register`, times: 1, status: 400, body } });
    await scene.comeBack(link, code);
    const until = scenery.clock.now() + 72 * hour;
    expect((await scene.session(link)).busyUntil).toBe(until);
    expect((await scene.open(link)).body).toMatch(
      new RegExp(`has locked it for three days\\.</p>\\s*<p>.*after <time datetime="${new Date(until).toISOString()}"`),
    );
    expect(await awaits(link)).toBe('registration_limit');
    scenery.clock.pass(72 * hour);
    await scene.resume(link);
    expect(await statusOf(link)).toBe('connected');
    expect(await awaits(link)).toBeNull();
    expect(await registrations()).toBe(2);
  });

  test('is not registered before its lock ends when its name is approved meanwhile', async () => {
    const { link, code, id } = await signedUp({});
    const refuse = (error: object): Promise<void> =>
      scenery.control({ clear: true, fault: { path: `/${id}/register`, status: 400, body: { error } } });
    await refuse({ code: 131037, message: 'Display name approval needed' });
    await scene.comeBack(link, code);
    expect(await awaits(link)).toBe('name_not_approved');
    await refuse({ code: 133016, message: 'Account register / deregister rate limit exceeded' });
    scenery.clock.pass(8 * hour);
    await scene.resume(link);
    expect(await awaits(link)).toBe('registration_limit');
    await reportApprovedName(scene, (await scene.instance(link)).instance);
    expect((await scene.session(link)).busyUntil).toBe(scenery.clock.now() + 72 * hour);
    await refuse({ code: 131000, message: 'Something went wrong' });
    scenery.clock.pass(72 * hour);
    await scene.resume(link);
    expect(await awaits(link)).toBeNull();
  });

  test('fails after thirty days of such refusals, and says until when', async () => {
    const { link, code, id } = await signedUp({});
    const body = { error: { code: 133016, message: 'Account register / deregister rate limit exceeded' } };
    await scenery.control({ fault: { path: `/${id}/register`, status: 400, body } });
    await scene.comeBack(link, code);
    scenery.clock.pass(30 * day);
    await scene.resume(link);
    const until = new Date(scenery.clock.now() + 72 * hour).toISOString();
    expect(await errorOf(link)).toMatchObject({
      code: 'registration_limit',
      message: expect.stringContaining(until),
    });
  });

  test('is released at once when its line is deactivated while it waits', async () => {
    const { link, code, id } = await signedUp({});
    const body = { error: { code: 133016, message: 'Account register / deregister rate limit exceeded' } };
    await scenery.control({ fault: { path: `/${id}/register`, status: 400, body } });
    await scene.comeBack(link, code);
    await scene.command('deactivate-partner-instance', { instance_id: link.instanceId });
    await scene.resume(link);
    expect((await scene.session(link)).session.status).toBe('revoked');
  });

  test('loses no try while the platform takes no more calls, and is tried ever less often', async () => {
    const { link, code, id } = await signedUp({});
    const body = { error: { code: 80007, message: 'There have been too many calls' } };
    await scenery.control({ fault: { path: `/${id}/register`, status: 400, body } });
    await scene.comeBack(link, code);
    expect((await scene.session(link)).busyUntil).toBe(scenery.clock.now() + 5 * minute);
    expect((await scene.open(link)).body).toContain('The messaging platform is very busy at the moment.');
    expect(await awaits(link)).toBe('platform_busy');
    for (let tries = 0; tries <= work.connection.retry.tries; tries += 1) {
      scenery.clock.pass(3 * hour);
      await scene.resume(link);
    }
    const { session, busyUntil } = await scene.session(link);
    expect(session.status).toBe('in_progress');
    expect(busyUntil).toBe(scenery.clock.now() + hour);
    await scenery.control({ clear: true });
    scenery.clock.pass(hour);
    await scene.resume(link);
    expect(await statusOf(link)).toBe('connected');
  });

  test.each([
    [368, 'account_restricted'],
    [131031, 'account_restricted'],
  ])('ends the session for %d with %s', async (platformCode, code) => {
    const { link, code: codeOfSignUp, id } = await signedUp({});
    const body = { error: { code: platformCode, message: 'Account locked' } };
    await scenery.control({ fault: { path: `/${id}/register`, status: 403, body } });
    await scene.comeBack(link, codeOfSignUp);
    expect(await errorOf(link)).toMatchObject({ code });
  });

  test.each([
    [133004, 15_000],
    [133015, 300_000],
  ])('is tried again later after %d', async (platformCode, pause) => {
    const { link, code, id } = await signedUp({});
    const body = { error: { code: platformCode, message: 'Try again later' } };
    await scenery.control({ fault: { path: `/${id}/register`, times: 1, status: 503, body } });
    await scene.comeBack(link, code);
    expect((await scene.session(link)).busyUntil).toBe(scenery.clock.now() + pause);
    scenery.clock.pass(pause);
    await scene.resume(link);
    expect(await statusOf(link)).toBe('connected');
  });
});

describe('a number whose display name is not approved yet', () => {
  const namePause = 8 * hour;
  const refuse = (id: string, error: object): Promise<void> =>
    scenery.control({ fault: { path: `/${id}/register`, status: 400, body: { error } } });

  test.each([
    ['100/2388001', { code: 100, error_subcode: 2388001, message: 'Cannot Create Certificate' }],
    ['131037', { code: 131037, message: 'Display name approval needed' }],
  ])('is registered by itself once it can be, after %s', async (_, error) => {
    const { link, code, id } = await signedUp({});
    await refuse(id, error);
    await scene.comeBack(link, code);
    for (let tries = 1; tries < 9; tries += 1) {
      scenery.clock.pass(namePause);
      await scene.resume(link);
    }
    const waiting = await scene.session(link);
    expect(waiting).toMatchObject({ session: { status: 'in_progress' }, progress: { awaits_name: true } });
    expect(waiting.busyUntil).toBe(scenery.clock.now() + namePause);
    const { body } = await scene.open(link);
    expect(body).toContain('The display name of the phone number is not approved yet.');
    expect(body).toContain('waits for the approval for up to 30 days');
    await scenery.control({ clear: true });
    scenery.clock.pass(namePause);
    await scene.resume(link);
    expect(await statusOf(link)).toBe('connected');
  });

  test('is registered by the schedule alone when it is approved after a day, without a callback and a browser', async () => {
    const { link, code, id } = await signedUp({ hindrance: 'name_in_review' });
    await scene.comeBack(link, code);
    let hours = 0;
    while ((await statusOf(link)) !== 'connected' && hours < 48) {
      hours += 1;
      scenery.clock.pass(hour);
      if (hours === 25) await scenery.control({ number: { id, hindrance: null } });
      if (await scene.isDue(link)) await scene.resume(link);
    }
    expect(hours).toBe(32);
    expect(await registrations()).toBe(5);
  });

  test('is registered a minute after the platform reports that it is approved', async () => {
    const { link, code, id } = await signedUp({});
    await refuse(id, { code: 131037, message: 'Display name approval needed' });
    await scene.comeBack(link, code);
    await scenery.control({ clear: true });
    scenery.clock.pass(hour);
    const { instance } = await scene.instance(link);
    await reportApprovedName(scene, instance);
    expect((await scene.session(link)).busyUntil).toBe(scenery.clock.now() + minute);
    scenery.clock.pass(minute);
    await scene.resume(link);
    expect(await statusOf(link)).toBe('connected');
    // The line is connected: there is nothing to continue.
    await reportApprovedName(scene, instance);
    expect((await scene.session(link)).busyUntil).toBeNull();
  });

  test('fails after thirty days', async () => {
    const { link, code, id } = await signedUp({});
    await refuse(id, { code: 131037, message: 'Display name approval needed' });
    await scene.comeBack(link, code);
    scenery.clock.pass(30 * day);
    await scene.resume(link);
    expect(await errorOf(link)).toMatchObject({ code: 'account_131037' });
    expect(await statusOf(link)).toBe('awaiting_connection');
  });

  test('is released at once when its line is deactivated meanwhile', async () => {
    const { link, code, id } = await signedUp({});
    await refuse(id, { code: 131037, message: 'Display name approval needed' });
    await scene.comeBack(link, code);
    await scene.command('deactivate-partner-instance', { instance_id: link.instanceId });
    await scene.resume(link);
    expect((await scene.session(link)).session.status).toBe('revoked');
    expect(await readInstanceOfNumber(scenery.table, id)).toBeNull();
  });
});

describe('while the platform refuses valid tokens of several accounts', () => {
  const pause = 10 * minute;
  const refuseTokens = (): Promise<void> =>
    scenery.control({
      fault: { status: 401, body: { error: { code: 190, type: 'OAuthException', message: 'Invalid token' } } },
    });

  test('a connection waits for the end of the incident, and has lost no try', async () => {
    const { link, code, id } = await signedUp({});
    await scenery.control({ fault: { path: `/${id}/register`, times: 1, status: 500 } });
    await scene.comeBack(link, code);
    await extendIncident(scenery.table, scenery.clock.now());
    await refuseTokens();
    for (let asked = 0; asked < work.connection.retry.tries + 1; asked += 1) {
      scenery.clock.pass(pause);
      await extendIncident(scenery.table, scenery.clock.now());
      await scene.resume(link);
    }
    const waiting = await scene.session(link);
    expect(waiting.session.status).toBe('in_progress');
    expect(waiting.busyUntil).toBe(scenery.clock.now() + pause);
    expect(await awaits(link)).toBe('platform_busy');
    await scenery.control({ clear: true });
    scenery.clock.pass(pause);
    await scene.resume(link);
    expect(await statusOf(link)).toBe('connected');
  });
});

describe('a token that the platform calls invalid, while a line of another account gives no answer', () => {
  /** The platform fails about a line that would show whether it refuses other accounts too. */
  const refused = async (): Promise<Link> => {
    const other = await signedUp({});
    await scene.comeBack(other.link, other.code);
    const { instance } = await scene.instance(other.link);
    await keepWitness(
      scenery.table,
      await readPlatformHealth(scenery.table),
      { partnerId: scene.partnerId, instanceId: instance.id, wabaId: instance.platform_waba_id ?? '' },
      scenery.clock.now(),
    );
    await scenery.control({ fault: { method: 'GET', path: `/${other.id}`, status: 500 } });
    const { link, code, id } = await signedUp({});
    const waba = (await scenery.state()).numbers.find((number) => number.id === id)?.waba_id;
    await scenery.control({ fault: { path: '/debug_token', times: 1, status: 500 } });
    await scene.comeBack(link, code);
    await scenery.control({ token: { expire: true, waba_id: waba } });
    return link;
  };

  test('is tried again, and fails after the last try', async () => {
    const link = await refused();
    const statuses: string[] = [];
    for (let tried = 1; tried < work.connection.retry.tries; tried += 1) {
      scenery.clock.pass(hour);
      await scene.resume(link);
      statuses.push((await scene.session(link)).session.status);
    }
    expect(statuses).toEqual(['in_progress', 'in_progress', 'in_progress', 'failed']);
    expect(await errorOf(link)).toMatchObject({ code: 'token_invalid' });
  });
});

describe('a valid token that the platform refuses about its number', () => {
  /** Resumes the connection each hour. */
  const waits = async (hours: number): Promise<Link> => {
    const { link, code, id } = await signedUp({});
    const body = { error: { code: 190, type: 'OAuthException', message: 'Error validating access token' } };
    await scenery.control({ fault: { path: `/${id}/register`, status: 401, body } });
    await scene.comeBack(link, code);
    for (let waited = 0; waited < hours; waited += 1) {
      scenery.clock.pass(hour);
      await scene.resume(link);
    }
    return link;
  };

  test('is tried again for longer than an error is', async () => {
    const link = await waits(work.connection.retry.tries + 4);
    expect((await scene.session(link)).session.status).toBe('in_progress');
    expect(await awaits(link)).toBe('platform_busy');
    await scenery.control({ clear: true });
    scenery.clock.pass(hour);
    await scene.resume(link);
    expect(await statusOf(link)).toBe('connected');
  });

  test('fails after a day', async () => {
    const link = await waits(25);
    expect((await scene.session(link)).session.status).toBe('failed');
    expect(await errorOf(link)).toMatchObject({ code: 'token_invalid_190' });
  });
});

describe('the stage’s country for the data of numbers', () => {
  test.each([
    [null, undefined],
    ['BR', 'BR'],
  ])('%s goes with the registration', async (region, sent) => {
    const bodies: unknown[] = [];
    const { platform } = scene.deps;
    const deps: ConnectDeps = {
      ...scene.deps,
      terms: { withHistory: false, region },
      platform: {
        call: (request) => {
          if (request.path.endsWith('/register')) bodies.push(request.body?.['data_localization_region']);
          return platform.call(request);
        },
      },
    };
    const link = await scene.newInstance();
    await scene.comeBack(link, await scene.signUp(link), deps);
    expect(bodies).toEqual([sent]);
    expect(await statusOf(link)).toBe('connected');
  });
});
