import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { APP_ID, APP_SECRET, Ids, runPlatform } from './running-platform.ts';
import type { RunningPlatform } from './running-platform.ts';

let platform: RunningPlatform;

beforeAll(async () => {
  platform = await runPlatform();
});
afterAll(async () => {
  await platform.stop();
});

describe('the sign-up page', () => {
  test('has one button, which leads back with a code and the state', async () => {
    const page = await fetch(platform.dialogUrlWith({ state: '"><script>' }));
    const html = await page.text();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html.match(/<button/g)).toHaveLength(1);
    expect(html).not.toContain('<script>');

    const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']): [string, string] => [
        name,
        value.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<'),
      ],
    );
    const pressed = await fetch(platform.dialogUrl, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    expect(pressed.status).toBe(302);
    const back = new URL(pressed.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe('http://127.0.0.1:1/back');
    expect(back.searchParams.get('from')).toBe('test');
    expect(back.searchParams.get('state')).toBe('"><script>');
    expect(await platform.exchange(back.searchParams.get('code') ?? '')).toMatchObject({ status: 200 });
  });

  test('makes nothing until the button is pressed', async () => {
    const before = await platform.described();
    await fetch(platform.dialogUrlWith({ waba: '42' }));
    expect((await platform.described()).wabas).toEqual(before.wabas);
  });

  test('leads back with access_denied from its cancel link', async () => {
    const html = await (await fetch(platform.dialogUrlWith({}))).text();
    const href = /class="cancel" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const response = await fetch(new URL(href, platform.dialogUrl), { redirect: 'manual' });
    const back = new URL(response.headers.get('location') ?? '').searchParams;
    expect(Object.fromEntries(back)).toMatchObject({ error: 'access_denied', state: 'st/ate', from: 'test' });
    expect(back.has('code')).toBe(false);
  });

  test.each([
    ['another app', { client_id: '1' }],
    ['no address to go back to', { redirect_uri: '' }],
    ['a script as the address', { redirect_uri: 'javascript:alert(1)' }],
    ['an unknown number', { number: '1' }],
    ['a business account that is no id', { waba: '<b>' }],
  ])('does not redirect for %s', async (_case, parameters) => {
    const response = await fetch(platform.dialogUrlWith({ auto: '1', ...parameters }), { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(response.headers.has('location')).toBe(false);
  });
});

describe('what a sign-up yields', () => {
  test('is a fresh number of a fresh business account', async () => {
    const [one, two] = [await platform.connect(), await platform.connect()];
    expect(one.numberId).not.toBe(two.numberId);
    expect(one.wabaId).not.toBe(two.wabaId);
  });

  test('is a fresh number of the business account that was named, the newest of its list', async () => {
    const one = await platform.connect({ waba: '77001' });
    const two = await platform.connect({ waba: '77001' });
    expect([one.wabaId, two.wabaId]).toEqual(['77001', '77001']);
    const path = '/77001/phone_numbers?sort=last_onboarded_time.desc';
    const list = Ids.parse((await platform.graph('GET', path, two.token)).body);
    expect(list.data.map(({ id }) => id)).toEqual([two.numberId, one.numberId]);
  });

  test('is the number that was named, by id or digits, which is the newest then', async () => {
    const one = await platform.connect({ waba: '77002' });
    await platform.connect({ waba: '77002' });
    expect(await platform.connect({ number: one.numberId })).toMatchObject({ wabaId: '77002', numberId: one.numberId });
    const read = await platform.graph('GET', `/${one.numberId}?fields=display_phone_number`, one.token);
    const { display_phone_number: display } = z.object({ display_phone_number: z.string() }).parse(read.body);
    await platform.connect({ waba: '77002' });
    expect(await platform.connect({ number: display })).toMatchObject({ numberId: one.numberId });
  });

  test('is nothing when the number belongs to another business account', async () => {
    const { numberId } = await platform.connect();
    const response = await fetch(platform.dialogUrlWith({ auto: '1', number: numberId, waba: '77003' }), {
      redirect: 'manual',
    });
    expect(response.status).toBe(400);
  });
});

describe('the code', () => {
  test('is good once', async () => {
    const code = await platform.signUp();
    expect(await platform.exchange(code)).toMatchObject({ status: 200, body: { token_type: 'bearer' } });
    expect(await platform.exchange(code)).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 36009 } },
    });
  });

  test('is good for 30 seconds', async () => {
    const [early, late] = [await platform.signUp(), await platform.signUp()];
    platform.clock.now += 29_999;
    expect(await platform.exchange(early)).toMatchObject({ status: 200 });
    platform.clock.now += 1;
    expect(await platform.exchange(late)).toMatchObject({ body: { error: { code: 100, error_subcode: 36007 } } });
  });

  test.each([
    ['a wrong secret', { client_secret: 'wrong' }, 1],
    ['another app', { client_id: '1' }, 101],
    ['another address', { redirect_uri: 'http://127.0.0.1:1/elsewhere' }, 100],
    ['an invented code', { code: 'AQinvented' }, 100],
  ])('is not exchanged for %s, and stays good', async (_case, parameters, code) => {
    const signUpCode = await platform.signUp();
    expect(await platform.exchange(signUpCode, parameters)).toMatchObject({ status: 400, body: { error: { code } } });
    expect(await platform.exchange(signUpCode)).toMatchObject({ status: 200 });
  });

  test('is exchanged with the address it was asked for', async () => {
    const code = await platform.signUp();
    expect(await platform.exchange(code, { redirect_uri: 'http://127.0.0.1:1/back?from=test' })).toMatchObject({
      status: 200,
    });
  });
});

describe('debug_token', () => {
  const debug = (token: string, by = `${APP_ID}|${APP_SECRET}`): ReturnType<RunningPlatform['graph']> =>
    platform.graph('GET', `/debug_token?input_token=${token}&access_token=${encodeURIComponent(by)}`);

  test('tells the business account and the end of a token', async () => {
    const { token, wabaId } = await platform.connect();
    expect(await debug(token)).toMatchObject({
      status: 200,
      body: {
        data: {
          app_id: APP_ID,
          is_valid: true,
          expires_at: Math.floor(platform.clock.now / 1_000) + 60 * 86_400,
          granular_scopes: [
            { scope: 'business_management', target_ids: [expect.not.stringMatching(wabaId)] },
            { scope: 'whatsapp_business_management', target_ids: [wabaId] },
            { scope: 'whatsapp_business_messaging', target_ids: [wabaId] },
          ],
        },
      },
    });
  });

  test('leaves the business accounts out when told to', async () => {
    const { token } = await platform.connect();
    await platform.control({ debug_token: { target_ids: false } });
    const { body } = await debug(token);
    await platform.control({ clear: true });
    expect(JSON.stringify(body)).not.toContain('target_ids');
    expect(JSON.stringify((await debug(token)).body)).toContain('target_ids');
  });

  test('tells of a dead token, and of an unknown one', async () => {
    const { token, wabaId } = await platform.connect();
    await platform.control({ token: { expire: true, waba_id: wabaId } });
    expect(await debug(token)).toMatchObject({
      status: 200,
      body: { data: { is_valid: false, error: { subcode: 463 } } },
    });
    expect(await debug('EAAunknown')).toMatchObject({ status: 200, body: { data: { is_valid: false } } });
  });

  test('answers nobody but the app', async () => {
    const { token } = await platform.connect();
    expect(await debug(token, token)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });
});
