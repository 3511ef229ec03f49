import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { APP_ID, APP_SECRET, Ids, REDIRECT_URI, runPlatform } from './running-platform.ts';
import type { Instance, RunningPlatform } from './running-platform.ts';

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

  const manualFlow = 'https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow';
  const whatsapp = 'https://developers.facebook.com/documentation/business-messaging/whatsapp';
  const implementation = `${whatsapp}/embedded-signup/implementation`;
  const businessApp = `${whatsapp}/embedded-signup/onboarding-business-app-users`;

  test.each<[string, Record<string, string | null>, RegExp, string]>([
    ['another app', { client_id: '1' }, /app/, manualFlow],
    ['no config_id', { config_id: null }, /config_id\) is missing/, implementation],
    ['an unknown config_id', { config_id: '1' }, /config_id\) is unknown/, implementation],
    ['no response_type', { response_type: null }, /response_type/, implementation],
    ['a response_type other than code', { response_type: 'token' }, /response_type/, implementation],
    ['the default response type', { override_default_response_type: null }, /override_default/, implementation],
    ['no address to go back to', { redirect_uri: '' }, /redirect_uri/, manualFlow],
    ['a script as the address', { redirect_uri: 'javascript:alert(1)' }, /redirect_uri/, manualFlow],
    [
      'an address that the app does not list',
      { redirect_uri: 'https://elsewhere.example/' },
      /valid OAuth/,
      manualFlow,
    ],
    ['an address with more than the listed one', { redirect_uri: `${REDIRECT_URI}&a=b` }, /valid OAuth/, manualFlow],
    ['extras that are no JSON', { extras: 'coexistence' }, /JSON/, implementation],
    ['an unknown featureType', { extras: '{"featureType":"only_waba_sharing"}' }, /featureType/, implementation],
    ['a version that has ended', { extras: '{"version":"v3"}' }, /version/, `${whatsapp}/embedded-signup/versions`],
    ['coexistence that is not offered', { coexistence: '1' }, /coexistence/, businessApp],
    ['an unknown number', { number: '1' }, /number/, 'local-stack'],
    ['a business account that is no id', { waba: '<b>' }, /digits/, 'local-stack'],
  ])('does not redirect for %s', async (_case, changes, sentence, _source) => {
    const url = new URL(platform.dialogUrlWith({ auto: '1' }));
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    const response = await fetch(url, { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(response.headers.has('location')).toBe(false);
    expect(await response.text()).toMatch(sentence);
  });

  test('lets the person choose among the accounts and numbers there are', async () => {
    const line = await platform.connect();
    const html = await (await fetch(platform.dialogUrlWith({}))).text();
    expect(html).toContain(`<option value="number:${line.numberId}">`);
    expect(html).toContain(`<option value="waba:${line.wabaId}">`);
    expect(await platform.connect({ choice: `number:${line.numberId}` })).toMatchObject({ numberId: line.numberId });
    const second = await platform.connect({ choice: `waba:${line.wabaId}` });
    expect(second.wabaId).toBe(line.wabaId);
    expect(second.numberId).not.toBe(line.numberId);
  });

  test('offers coexistence only when the app does', async () => {
    const extras = JSON.stringify({ version: 'v4', setup: {}, featureType: 'whatsapp_business_app_onboarding' });
    expect(await (await fetch(platform.dialogUrlWith({}))).text()).not.toContain('name="coexistence"');
    expect(await (await fetch(platform.dialogUrlWith({ extras }))).text()).toContain('name="coexistence"');
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

describe('what a sign-up yields in a portfolio', () => {
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-phone-numbers
  test('is the newest number of the portfolio, in whole seconds', async () => {
    const one = await platform.connect({ portfolio: '88500', waba: '88501' });
    const two = await platform.connect({ portfolio: '88500', waba: '88502' });
    const again = await platform.connect({ number: one.numberId });
    expect(again).toMatchObject({ wabaId: '88501', numberId: one.numberId });
    const read = async ({ numberId, token }: Instance): Promise<string> =>
      z
        .object({ last_onboarded_time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/) })
        .parse((await platform.graph('GET', `/${numberId}?fields=last_onboarded_time`, token)).body)
        .last_onboarded_time;
    expect((await read(again)) > (await read(two))).toBe(true);
  });

  test('is refused for a business account of another portfolio', async () => {
    await platform.connect({ portfolio: '88510', waba: '88511' });
    const url = platform.dialogUrlWith({ auto: '1', portfolio: '88512', waba: '88511' });
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400);
  });

  test('may have no number', async () => {
    await platform.signUp({ waba: '88520', number: 'none' });
    const { numbers, wabas } = await platform.described();
    expect(wabas.some(({ id }) => id === '88520')).toBe(true);
    expect(numbers.filter(({ waba_id }) => waba_id === '88520')).toEqual([]);
  });

  test('is a number that stays on the business app', async () => {
    const extras = JSON.stringify({ featureType: 'whatsapp_business_app_onboarding' });
    const line = await platform.connect({ coexistence: '1', extras });
    const fields = 'is_on_biz_app,platform_type,status';
    expect((await platform.graph('GET', `/${line.numberId}?fields=${fields}`, line.token)).body).toEqual({
      id: line.numberId,
      is_on_biz_app: true,
      platform_type: 'CLOUD_API',
      status: 'CONNECTED',
    });
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

  // https://github.com/facebookarchive/php-graph-sdk/issues/1051
  test('of the dialog is not exchanged without the address it was asked for', async () => {
    const code = await platform.signUp();
    const query = new URLSearchParams({ client_id: APP_ID, client_secret: APP_SECRET, code }).toString();
    expect(await platform.graph('GET', `/oauth/access_token?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 36008 } },
    });
    expect(await platform.exchange(code, { redirect_uri: REDIRECT_URI })).toMatchObject({ status: 200 });
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
            { scope: 'whatsapp_business_manage_events', target_ids: [expect.not.stringMatching(wabaId)] },
            { scope: 'whatsapp_business_management', target_ids: [wabaId] },
            { scope: 'whatsapp_business_messaging', target_ids: [wabaId] },
          ],
        },
      },
    });
  });

  test('leaves the business accounts out when asked to', async () => {
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

  test('answers only the app', async () => {
    const { token } = await platform.connect();
    expect(await debug(token, token)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });
});
