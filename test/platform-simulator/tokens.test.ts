import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { APP_ID, APP_SECRET, Ids, runPlatform } from './running-platform.ts';
import type { Answer, RunningPlatform } from './running-platform.ts';

const APP_TOKEN = `${APP_ID}|${APP_SECRET}`;

let platform: RunningPlatform;

beforeAll(async () => {
  platform = await runPlatform();
});
afterAll(async () => {
  await platform.stop();
});
afterEach(async () => {
  await platform.control({ clear: true });
});

const Debug = z.object({
  data: z.object({
    is_valid: z.boolean(),
    expires_at: z.number(),
    scopes: z.array(z.string()),
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() })),
  }),
});
const debug = async (token: string): Promise<z.infer<typeof Debug>['data']> =>
  Debug.parse((await platform.graph('GET', `/debug_token?input_token=${token}`, APP_TOKEN)).body).data;
const targets = async (token: string, scope = 'whatsapp_business_management'): Promise<string[]> =>
  (await debug(token)).granular_scopes.find((granted) => granted.scope === scope)?.target_ids ?? [];
const read = (id: string, token: string): Promise<Answer> => platform.graph('GET', `/${id}`, token);

describe('a token of a portfolio', () => {
  // https://github.com/ChatbotXIO/ChatbotX/pull/1094
  test('reads and lists every business account of it, in another order each time', async () => {
    const one = await platform.connect({ portfolio: '5101', waba: '3101' });
    const two = await platform.connect({ portfolio: '5101', waba: '3102' });
    const other = await platform.connect();
    const orders = [await targets(two.token), await targets(two.token), await targets(two.token)];
    expect(orders[0]?.toSorted()).toEqual(['3101', '3102']);
    expect(orders[0]).not.toEqual(orders[1]);
    expect(orders[1]).not.toEqual(orders[2]);
    for (const token of [one.token, two.token]) {
      expect(await read('3101', token)).toMatchObject({ status: 200 });
      expect(await read('3102', token)).toMatchObject({ status: 200 });
    }
    expect(await read(other.wabaId, two.token)).toMatchObject({ status: 403, body: { error: { code: 200 } } });
  });

  // https://github.com/nyaruka/rapidpro/pull/6666
  test('has targets that are no business accounts: portfolios', async () => {
    const { token } = await platform.connect({ portfolio: '5102', waba: '3103' });
    expect(await targets(token, 'business_management')).toEqual(['5102']);
    expect(await read('3103', token)).toMatchObject({ status: 200 });
    expect(await platform.graph('GET', '/5102/phone_numbers', token)).toMatchObject({
      body: { error: { code: 2500 } },
    });
  });

  // https://github.com/ChatbotXIO/ChatbotX/pull/1224, https://github.com/chatwoot/chatwoot/issues/14690
  test('may have the targets of whatsapp_business_manage_events alone, which are none either', async () => {
    const { token, wabaId } = await platform.connect();
    await platform.control({ debug_token: { manage_events: true } });
    const { scopes, granular_scopes: granular } = await debug(token);
    expect(scopes).toEqual([
      'business_management',
      'whatsapp_business_manage_events',
      'whatsapp_business_management',
      'whatsapp_business_messaging',
    ]);
    expect(granular.map(({ scope }) => scope)).toEqual(['business_management', 'whatsapp_business_manage_events']);
    const [presence = ''] = await targets(token, 'whatsapp_business_manage_events');
    expect(presence).not.toBe(wabaId);
    expect(await read(presence, token)).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 33 } },
    });
  });

  // https://developers.facebook.com/docs/graph-api/reference/debug_token
  test('may have no targets at all', async () => {
    const { token } = await platform.connect();
    await platform.control({ debug_token: { target_ids: false } });
    expect((await debug(token)).granular_scopes.some((granted) => 'target_ids' in granted)).toBe(false);
  });

  test('lists an account that is no longer shared, and is refused there', async () => {
    const { token, wabaId, numberId } = await platform.connect({ portfolio: '5103' });
    for (const [refuses, status, error] of [
      [33, 400, { code: 100, error_subcode: 33 }],
      [10, 403, { code: 10 }],
      [200, 403, { code: 200 }],
      // https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
      [368, 403, { code: 368 }],
      [131031, 403, { code: 131031 }],
    ] as const) {
      await platform.control({ waba: { id: wabaId, refuses } });
      expect(await read(numberId, token)).toMatchObject({ status, body: { error } });
      expect(await read(`${wabaId}/phone_numbers`, token)).toMatchObject({ status, body: { error } });
      expect(await targets(token)).toEqual([wabaId]);
    }
    await platform.connect({ waba: wabaId });
    expect(await read(numberId, token)).toMatchObject({ status: 200 });
  });

  test('that a fault refuses is invalid by debug_token, too, unless the fault is of a few calls', async () => {
    const { token, wabaId, numberId } = await platform.connect({ portfolio: '5105' });
    const isValid = async () => (await debug(token)).is_valid;
    const fault = { path: `/${numberId}`, status: 401, body: { error: { code: 190 } } };
    await platform.control({ fault: { ...fault, times: 1 } });
    expect(await isValid()).toBe(true);
    await platform.control({ clear: true, fault });
    expect(await isValid()).toBe(false);
    const gone = { path: `/${numberId}`, status: 404, body: { error: { code: 803 } } };
    await platform.control({ clear: true, fault: gone });
    expect(await isValid()).toBe(true);
    expect((await read(`${wabaId}/phone_numbers`, token)).body).toEqual({ data: [] });
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
  test('of an app that was removed is refused with 190/458, and debug_token tells', async () => {
    const line = await platform.connect({ portfolio: '5104' });
    const untouched = await platform.connect();
    await platform.control({ token: { portfolio: '5104', uninstalled: true } });
    const error = { code: 190, error_subcode: 458 };
    expect(await read(line.numberId, line.token)).toMatchObject({ status: 401, body: { error } });
    expect(await read(untouched.numberId, untouched.token)).toMatchObject({ status: 200 });
    expect(await platform.graph('GET', `/debug_token?input_token=${line.token}`, APP_TOKEN)).toMatchObject({
      body: { data: { is_valid: false, scopes: [], error: { code: 190, subcode: 458 } } },
    });
    const again = await platform.connect({ waba: line.wabaId });
    expect(await read(line.numberId, again.token)).toMatchObject({ status: 200 });
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/access-tokens
  test('may never expire', async () => {
    await platform.control({ app: { token_days: null } });
    const answer = await platform.exchange(await platform.signUp());
    expect(answer.body).not.toHaveProperty('expires_in');
    const { token } = await platform.connect();
    expect((await debug(token)).expires_at).toBe(0);
  });

  test('has the permissions that the app has', async () => {
    await platform.control({ app: { permissions: ['whatsapp_business_messaging'] } });
    const { token, wabaId } = await platform.connect({ waba: '3105' });
    expect(wabaId).toBe('');
    expect((await debug(token)).scopes).toEqual(['whatsapp_business_manage_events', 'whatsapp_business_messaging']);
    expect(await read('3105', token)).toMatchObject({ status: 403, body: { error: { code: 200 } } });
  });
});

describe('the business accounts of a portfolio', () => {
  const listed = async (path: string, token: string): Promise<string[]> =>
    Ids.parse((await platform.graph('GET', path, token)).body).data.map(({ id }) => id);

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-accounts
  test('are listed as clients of the app’s portfolio, the newest first when asked, and as owned by their own', async () => {
    const { app } = await platform.described();
    await platform.connect({ portfolio: '5201', waba: '3201' });
    const { token } = await platform.connect({ portfolio: '5201', waba: '3202' });
    await platform.connect();
    const clients = `/${app.portfolio_id}/client_whatsapp_business_accounts`;
    expect(await listed(clients, token)).toEqual(['3201', '3202']);
    expect(await listed(`${clients}?sort=creation_time_descending`, token)).toEqual(['3202', '3201']);
    expect(await listed('/5201/owned_whatsapp_business_accounts', token)).toEqual(['3201', '3202']);
  });

  test('are not listed for the token of another portfolio', async () => {
    await platform.connect({ portfolio: '5202' });
    const { token } = await platform.connect();
    expect(await platform.graph('GET', '/5202/owned_whatsapp_business_accounts', token)).toMatchObject({
      status: 403,
      body: { error: { code: 200 } },
    });
  });
});
