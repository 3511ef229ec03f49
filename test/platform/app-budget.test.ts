import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { readAppName, readAppPermissions, readAppWebhook } from '../../lambdas/platform/app.ts';
import { createPlatformClient, type PlatformClient } from '../../lambdas/platform/client.ts';
import type { PlatformAnswer } from '../../lambdas/platform/http.ts';
import { platformLimits } from '../../lambdas/platform/limits.ts';
import { exchangeCode, readToken } from '../../lambdas/platform/sign-up.ts';

const app = { id: '12345', secret: '0123456789abcdef' };

const answered = (status: number, body: unknown, appUsage?: object): PlatformAnswer => ({
  kind: 'response',
  status,
  version: undefined,
  usage: undefined,
  appUsage: appUsage === undefined ? undefined : JSON.stringify(appUsage),
  body: JSON.stringify(body),
});
const refused = (code: number): PlatformAnswer => answered(400, { error: { code, message: 'no' } });
const ok = (percent: number): PlatformAnswer => answered(200, {}, { call_count: 3, total_time: percent });

/** @param retryAt when the budget has calls again; null: now */
const setUp = (answers: readonly PlatformAnswer[], retryAt: number | null = null) => {
  const reserved: string[] = [];
  const observed: string[] = [];
  let calls = 0;
  const client = createPlatformClient({
    http: () => Promise.resolve(answers[Math.min((calls += 1), answers.length) - 1] ?? ok(0)),
    budget: {
      reserve: (wabaId) => {
        reserved.push(wabaId);
        return Promise.resolve(retryAt === null ? 'granted' : { retryAt });
      },
      observe: (wabaId, { percent }) => {
        observed.push(`${wabaId} ${percent}`);
        return Promise.resolve();
      },
    },
    clock: () => 0,
    random: () => 0.5,
    sleep: () => Promise.resolve(),
    limits: platformLimits,
    until: Infinity,
  });
  return { client, reserved, observed, calls: () => calls };
};

const callOfAccount = (client: PlatformClient): Promise<unknown> =>
  client.call({ method: 'GET', path: '/1', token: 'EAAtoken', wabaId: '77', retry: 'safe', answer: z.object({}) });

describe('the budget of the app', () => {
  test.each([
    ['a code exchange', (client: PlatformClient) => exchangeCode(client, app, 'code', null, 0)],
    ['a check of a token', (client: PlatformClient) => readToken(client, app, 'EAAtoken')],
    ['the name', (client: PlatformClient) => readAppName(client, app)],
    ['the webhook', (client: PlatformClient) => readAppWebhook(client, app)],
    ['the permissions', (client: PlatformClient) => readAppPermissions(client, app)],
  ])('is asked for, and paused by, every call with its own credentials: %s', async (_what, call) => {
    const { client, reserved, observed } = setUp([refused(80007)]);
    await expect(call(client)).rejects.toMatchObject({ kind: 'throttled' });
    expect([reserved, observed]).toEqual([['app'], ['app 100']]);
    const spent = setUp([ok(0)], 1_000);
    await expect(call(spent.client)).rejects.toMatchObject({ kind: 'throttled', retryAfter: 1 });
    expect(spent.calls()).toBe(0);
  });

  test('is paused by its usage header in the answer to any call', async () => {
    const { client, reserved, observed } = setUp([ok(79), ok(80)]);
    await callOfAccount(client);
    await callOfAccount(client);
    expect([reserved, observed]).toEqual([['77', '77'], ['app 80']]);
  });

  test('is what the code of the app means when no account reports usage', async () => {
    const { client, observed } = setUp([refused(4)]);
    await expect(callOfAccount(client)).rejects.toMatchObject({ kind: 'throttled' });
    expect(observed).toEqual(['app 100', '77 100']);
  });
});
