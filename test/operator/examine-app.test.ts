import { describe, expect, it } from '@jest/globals';
import { examineApp } from '../../lambdas/operator/examine-app.ts';
import type { AppSettings } from '../../lambdas/operator/app-settings.ts';
import { createPlatformClient } from '../../lambdas/platform/client.ts';
import type { PlatformAnswer, PlatformCall } from '../../lambdas/platform/http.ts';
import { platformLimits } from '../../lambdas/platform/limits.ts';
import { appFacts } from '../../operator/platform-app/facts.ts';

const id = '100000000000001';
const callbackUrl = 'https://api.example/platform/callback';

// The answer of https://developers.facebook.com/docs/graph-api/webhooks/subscriptions-edge
const subscriptions = {
  data: [
    {
      object: 'user',
      callback_url: 'https://other.example/',
      active: true,
      fields: [{ name: 'feed', version: 'v26.0' }],
    },
    {
      object: 'whatsapp_business_account',
      callback_url: callbackUrl,
      active: true,
      fields: [
        { name: 'messages', version: 'v26.0' },
        { name: 'account_update', version: 'v26.0' },
      ],
    },
  ],
};
const permissions = { data: [{ permission: 'whatsapp_business_messaging', status: 'live' }] };

type Bodies = Readonly<Record<string, { readonly status?: number; readonly body: unknown } | undefined>>;

const good: Bodies = {
  [`/${id}`]: { body: { name: 'Acme Messaging', id } },
  [`/${id}/subscriptions`]: { body: subscriptions },
  [`/${id}/permissions`]: { body: permissions },
};

const examine = async (bodies: Bodies, app: Partial<AppSettings> | null = {}) => {
  const calls: PlatformCall[] = [];
  const platform = createPlatformClient({
    http: (call): Promise<PlatformAnswer> => {
      calls.push(call);
      const found = bodies[call.path];
      return Promise.resolve(
        found === undefined
          ? { kind: 'failed', failure: 'network' }
          : {
              kind: 'response',
              status: found.status ?? 200,
              version: undefined,
              usage: undefined,
              appUsage: undefined,
              body: JSON.stringify(found.body),
            },
      );
    },
    budget: { reserve: () => Promise.resolve('granted'), observe: () => Promise.resolve() },
    clock: () => 0,
    random: () => 0.5,
    sleep: () => Promise.resolve(),
    limits: platformLimits,
    until: Infinity,
  });
  const settings = {
    id,
    secret: () => Promise.resolve('the secret'),
    callbackUrl,
    graph: { asked: 'v26.0', served: () => 'v27.0' },
    signUp: null,
  };
  const deps = { platform, app: app === null ? null : { ...settings, ...app } };
  return { calls, facts: appFacts.parse(await examineApp(deps)) };
};

describe('the examination of the app', () => {
  it('reads its webhook for business accounts and its permissions', async () => {
    const { facts } = await examine(good, { signUp: { configId: '2', coexistence: 'on' } });
    expect(facts).toEqual({
      app_id: id,
      callback_url: callbackUrl,
      sign_up: { config_id: '2', coexistence: 'on' },
      name: 'Acme Messaging',
      webhook: { callback_url: callbackUrl, active: true, fields: ['messages', 'account_update'] },
      permissions: [{ permission: 'whatsapp_business_messaging', status: 'live' }],
      graph: { version: 'v26.0', served: 'v27.0' },
      unread: [],
    });
  });

  // https://developers.facebook.com/docs/graph-api/reference/app/subscriptions
  it('only reads, with the token of the app', async () => {
    const { calls } = await examine(good);
    expect(calls.map(({ method, token }) => [method, token])).toEqual(
      Array.from({ length: 3 }, () => ['GET', `${id}|the secret`]),
    );
  });

  it('takes fields by their names as well', async () => {
    const data = [{ object: 'whatsapp_business_account', callback_url: callbackUrl, fields: ['messages'] }];
    const { facts } = await examine({ ...good, [`/${id}/subscriptions`]: { body: { data } } });
    expect(facts?.webhook).toEqual({ callback_url: callbackUrl, active: true, fields: ['messages'] });
  });

  it('tells of an app without a webhook', async () => {
    const { facts } = await examine({ ...good, [`/${id}/subscriptions`]: { body: { data: [] } } });
    expect(facts).toMatchObject({ webhook: null, unread: [] });
  });

  it.each([
    [190, 'Invalid OAuth access token signature.'],
    [15, '(#15) This method must be called with an app access_token.'],
    [101, 'Error validating application. Cannot get application info due to a system error.'],
  ])('tells that the platform refuses the secret or the id: code %d', async (code, message) => {
    const refused = { status: 400, body: { error: { message, type: 'OAuthException', code } } };
    const { facts } = await examine({
      [`/${id}`]: refused,
      [`/${id}/subscriptions`]: refused,
      [`/${id}/permissions`]: refused,
    });
    expect(facts?.unread.map(({ part, refused: is }) => [part, is])).toEqual([
      ['name', true],
      ['webhook', true],
      ['permissions', true],
    ]);
    expect(JSON.stringify(facts)).not.toContain('the secret');
  });

  it('tells what it could read when the platform does not answer the rest', async () => {
    const { facts } = await examine({ ...good, [`/${id}/permissions`]: undefined });
    expect(facts).toMatchObject({
      name: 'Acme Messaging',
      permissions: null,
      unread: [{ part: 'permissions', refused: false }],
    });
  });

  it('is empty when the stage has no app', async () => {
    expect((await examine(good, null)).facts).toBeNull();
  });
});
