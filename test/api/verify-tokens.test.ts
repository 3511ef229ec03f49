import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { honestReceiver } from '../../tools/harness/populated-partner.ts';
import { problemsOf, verdictOf } from './replies.ts';
import { startService, type Reply, type TestPartner, type TestService } from '../../tools/harness/service.ts';

let table: TestTable;
let service: TestService;
let partner: TestPartner;
/** The requested URLs. */
let asked: string[] = [];

beforeAll(async () => {
  table = await startTestTable();
  const send: typeof honestReceiver.send = (request) => {
    asked.push(request.url);
    return honestReceiver.send(request);
  };
  service = await startService(table, { outbound: { ...honestReceiver, send } });
});
afterAll(() => table.stop());
beforeEach(async () => {
  partner = await service.newPartner();
  asked = [];
});

const url = 'https://hooks.example/in';
const routes = ['validate-partner-webhook-endpoint', 'update-partner-webhook-endpoint'];

const post = (route: string, body: object): Promise<Reply> =>
  service.call('POST', { bearer: partner.apiKey, body: { route, ...body } });
const update = (webhookUrl: string, token: string | null): Promise<Reply> =>
  post('update-partner-webhook-endpoint', { webhook_url: webhookUrl, platform_verify_token: token });

test.each(routes)('%s of a first endpoint needs a token', async (route) => {
  for (const token of [null, undefined, ' ']) {
    const reply = await post(route, { webhook_url: url, platform_verify_token: token });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toEqual([
      {
        path: 'platform_verify_token',
        rule: 'required',
        message: 'platform_verify_token is required: no token is stored for the origin of webhook_url',
      },
    ]);
  }
  expect(asked).toEqual([]);
});

test.each(
  routes.flatMap((route) =>
    [
      'https://attacker.example/in',
      'https://sub.hooks.example/in',
      'https://hooks.example:8443/in',
      'https://hooks.example.attacker.example/in',
    ].map((other) => [route, other]),
  ),
)('%s with a null token never sends the stored one to %s', async (route, other) => {
  expect((await update(url, 'token-one')).status).toBe(202);
  asked = [];
  const reply = await post(route, { webhook_url: other, platform_verify_token: null });
  expect(problemsOf(reply)).toMatchObject([{ path: 'platform_verify_token', rule: 'required' }]);
  expect(asked).toEqual([]);
  const shown = await service.call('GET', {
    bearer: partner.apiKey,
    query: { route: 'get-partner-webhook-endpoint' },
  });
  expect(z.object({ endpoint: z.object({ url: z.string() }) }).parse(shown.body).endpoint.url).toBe(url);
});

test('an endpoint of another origin replaces the token that was stored', async () => {
  await update(url, 'token-one');
  expect((await update('https://new.example/in', 'token-two')).status).toBe(202);
  expect(problemsOf(await update(url, null))).toMatchObject([{ path: 'platform_verify_token' }]);
  asked = [];
  expect((await update('https://NEW.example:443/b', null)).status).toBe(202);
  expect(asked.join()).toContain('token-two');
  expect(asked.join()).not.toContain('token-one');
});
