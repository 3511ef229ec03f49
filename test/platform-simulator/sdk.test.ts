import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { APP_ID, APP_SECRET, runPlatform } from './running-platform.ts';
import type { Answer, RunningPlatform } from './running-platform.ts';

const ORIGIN = 'http://127.0.0.1:1';

let platform: RunningPlatform;

beforeAll(async () => {
  platform = await runPlatform();
});
afterAll(async () => {
  await platform.stop();
});

const windowOf = (parameters: Record<string, string> = {}): Promise<Response> => {
  const url = new URL(platform.dialogUrlWith({ auto: '1', sdk: 'joey', origin: ORIGIN, cb: 'f1', ...parameters }));
  url.searchParams.delete('redirect_uri');
  return fetch(url, { redirect: 'manual' });
};

/** What the window posts to the page that opened it, in order. */
const posted = async (parameters: Record<string, string> = {}): Promise<string[]> => {
  const html = await (await windowOf(parameters)).text();
  return z.array(z.string()).parse(JSON.parse(/const messages = (.*);/.exec(html)?.[1] ?? ''));
};
const login = (messages: readonly string[]): URLSearchParams =>
  new URLSearchParams(messages.find((message) => message.startsWith('cb=')));
const info = (messages: readonly string[]): unknown => {
  const text = messages.find((message) => message.startsWith('{'));
  return text === undefined ? null : JSON.parse(text);
};
const exchange = (code: string, more: Record<string, string> = {}): Promise<Answer> => {
  const query = new URLSearchParams({ client_id: APP_ID, client_secret: APP_SECRET, code, ...more }).toString();
  return platform.graph('GET', `/oauth/access_token?${query}`);
};

describe('the script for browsers', () => {
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
  test('is served to any origin, in every locale', async () => {
    for (const locale of ['en_US', 'pt_BR']) {
      const response = await fetch(platform.sdkUrl.replace('en_US', locale));
      expect(response.headers.get('content-type')).toMatch(/javascript/);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.text()).toContain('window.FB');
    }
  });
});

describe('a window of the script', () => {
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
  test('is refused for an origin that is no allowed domain of the app', async () => {
    for (const origin of ['https://evil.example', '', 'http://127.0.0.1:2']) {
      const response = await windowOf({ origin });
      expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(/allowed domains/)]);
    }
  });

  test.each<Record<string, string>>([
    { config_id: '1' },
    { response_type: 'token,signed_request' },
    { override_default_response_type: 'false' },
  ])('is refused like the dialog with %j', async (parameters) => {
    expect((await windowOf(parameters)).status).toBe(400);
  });

  test('posts the code and the session information, in either order', async () => {
    const first = await posted({ waba: '91001' });
    const second = await posted({ waba: '91001' });
    const orders = [first, second].map((messages) => messages.findIndex((message) => message.startsWith('{')));
    expect(orders.toSorted((one, other) => one - other)).toEqual([0, 1]);
    expect(login(first).get('cb')).toBe('f1');
    const { numbers } = await platform.described();
    const newest = numbers.findLast(({ waba_id }) => waba_id === '91001');
    expect(info(second)).toEqual({
      type: 'WA_EMBEDDED_SIGNUP',
      event: 'FINISH',
      version: '3',
      data: { phone_number_id: newest?.id, waba_id: '91001', business_id: expect.stringMatching(/^\d+$/) },
    });
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
  test('tells the business account alone of a number on the business app', async () => {
    const extras = JSON.stringify({ featureType: 'whatsapp_business_app_onboarding' });
    expect(info(await posted({ waba: '91002', coexistence: '1', extras }))).toMatchObject({
      event: 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING',
      data: { waba_id: '91002' },
    });
  });

  test('tells a sign-up without a number', async () => {
    const posting = z
      .object({ event: z.string(), data: z.looseObject({}) })
      .parse(info(await posted({ number: 'none' })));
    expect(posting.event).toBe('FINISH_ONLY_WABA');
    expect(posting.data).not.toHaveProperty('phone_number_id');
  });

  test('may tell nothing besides the code', async () => {
    const messages = await posted({ message: 'none' });
    expect(messages).toHaveLength(1);
    expect(login(messages).get('code')).toMatch(/^AQ/);
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/errors
  test.each<[Record<string, string>, object]>([
    [{ message: 'cancel', current_step: 'PERMISSIONS' }, { current_step: 'PERMISSIONS' }],
    [{ deny: '1' }, { current_step: 'PHONE_NUMBER_SETUP' }],
    [{ message: 'error' }, { error_code: '100100100', session_id: expect.stringMatching(/^\d+$/) }],
  ])('ends without a code or a number with %j', async (parameters, data) => {
    const before = await platform.described();
    const messages = await posted(parameters);
    expect(login(messages).has('code')).toBe(false);
    expect(info(messages)).toMatchObject({ event: 'CANCEL', data });
    expect((await platform.described()).numbers).toHaveLength(before.numbers.length);
  });

  test('can’t be broken out of by its parameters', async () => {
    expect(await (await windowOf({ cb: '</script><script>alert(1)</script>' })).text()).not.toContain('<script>alert');
  });
});

describe('the code of a window', () => {
  // https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-customers-as-a-tech-provider
  test('is exchanged without an address, and refused with one', async () => {
    const code = login(await posted()).get('code') ?? '';
    for (const redirectUri of ['http://127.0.0.1:1/back?from=test', '']) {
      expect(await exchange(code, { redirect_uri: redirectUri })).toMatchObject({
        status: 400,
        body: { error: { code: 100, error_subcode: 36008 } },
      });
    }
    expect(await exchange(code)).toMatchObject({ status: 200, body: { token_type: 'bearer' } });
  });
});
