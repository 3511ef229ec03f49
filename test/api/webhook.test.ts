import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { OutboundRequest, OutboundResult } from '../../lambdas/outbound/client.ts';
import { readMigration } from '../../lambdas/store/webhooks/migrations.ts';
import { readOutbox, changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { readWebhookEndpoint } from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import { readWebhookSecrets } from '../../lambdas/store/webhooks/webhook-secrets.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { answered, verifiedReceiver, type VerifiedReceiver } from '../events/verified-receiver.ts';
import { errorOf, problemsOf, verdictOf } from './replies.ts';
import { startService, type Reply, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import { tickingClock } from '../../tools/harness/test-clock.ts';

let table: TestTable;
let service: TestService;
let receiver: VerifiedReceiver;
let partner: TestPartner;
let asked: OutboundRequest[];

beforeAll(async () => {
  table = await startTestTable();
  const clock = tickingClock();
  receiver = verifiedReceiver(clock);
  service = await startService(table, { outbound: receiver.outbound, clock });
});
afterAll(() => table.stop());
beforeEach(async () => {
  partner = await service.newPartner();
  const rotated = await service.operate('webhook-secrets rotate', { partner_id: partner.partnerId });
  receiver.secrets.set(partner.partnerId, [z.object({ webhook_secret: z.string() }).parse(rotated).webhook_secret]);
  asked = [];
  receiver.handshake = handshakeWith('token-one');
  receiver.answer = () => answered(200);
});

/** An endpoint that returns the challenge for the right token. */
const handshakeWith =
  (token: string) =>
  (request: OutboundRequest): OutboundResult => {
    asked.push(request);
    const { searchParams } = new URL(request.url);
    const isRight = searchParams.get('hub.verify_token') === token && searchParams.get('hub.mode') === 'subscribe';
    return isRight
      ? {
          ...answered(200),
          kind: 'response',
          status: 200,
          headers: {},
          body: Buffer.from(searchParams.get('hub.challenge') ?? ''),
        }
      : answered(403);
  };

const url = 'https://hooks.example/in?tenant=7';

const post = (route: string, body: object = {}, headers: Record<string, string> = {}): Promise<Reply> =>
  service.call('POST', { bearer: partner.apiKey, body: { route, ...body }, headers });
const get = (route: string, query: Record<string, string> = {}): Promise<Reply> =>
  service.call('GET', { bearer: partner.apiKey, query: { route, ...query } });
const update = (body: object = {}, headers: Record<string, string> = {}): Promise<Reply> =>
  post('update-partner-webhook-endpoint', { webhook_url: url, platform_verify_token: 'token-one', ...body }, headers);

const validated = z.object({
  valid: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string().nullable() })),
});
const updated = z.object({
  ok: z.literal(true),
  partner_id: z.string(),
  endpoint: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    url: z.string(),
    enabled: z.boolean(),
    is_primary: z.boolean(),
    platform_verify_token_configured: z.boolean(),
  }),
  migration: z.strictObject({
    id: z.uuid(),
    status: z.string(),
    total: z.number(),
    done: z.number(),
    failed: z.number(),
    items: z.array(z.unknown()),
    reason: z.string().nullable(),
    requested_by: z.object({ type: z.string(), id: z.string() }),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  }),
});

describe('validate-partner-webhook-endpoint', () => {
  test('requests the challenge, tries a wrong token, and sends a signed ping', async () => {
    const reply = await post('validate-partner-webhook-endpoint', {
      webhook_url: url,
      platform_verify_token: 'token-one',
    });
    expect(reply.status).toBe(200);
    expect(validated.parse(reply.body)).toEqual({
      valid: true,
      checks: [
        { name: 'challenge', ok: true, detail: null },
        { name: 'wrong_token', ok: true, detail: null },
        { name: 'ping', ok: true, detail: null },
        { name: 'callback', ok: true, detail: null },
      ],
    });
    const tokens = asked.map((request) => new URL(request.url).searchParams.get('hub.verify_token'));
    expect(tokens).toHaveLength(2);
    expect(tokens).toContain('token-one');
    for (const request of asked) expect(new URL(request.url).searchParams.get('tenant')).toBe('7');
    expect(receiver.messages.at(-1)).toMatchObject({
      type: 'service.ping',
      partner_id: partner.partnerId,
      environment: 'local',
    });
    expect((await get('get-partner-webhook-endpoint')).body['endpoint']).toBeNull();
  });

  test.each<[string, (request: OutboundRequest) => OutboundResult, string]>([
    ['does not know the token', () => answered(403), 'challenge'],
    ['gives another text back', () => ({ ...answered(200), body: Buffer.from('nonsense') }), 'challenge'],
    ['cannot be reached', () => ({ kind: 'failed', error: 'refused_address', milliseconds: 1 }), 'challenge'],
    [
      'returns the challenge for any token',
      ({ url: target }) => ({
        ...answered(200),
        body: Buffer.from(new URL(target).searchParams.get('hub.challenge') ?? ''),
      }),
      'wrong_token',
    ],
  ])('reports the failed check of an endpoint that %s, and sends it no ping', async (_, handshake, broken) => {
    receiver.handshake = handshake;
    const before = receiver.messages.length;
    const reply = await post('validate-partner-webhook-endpoint', {
      webhook_url: url,
      platform_verify_token: 'token-one',
    });
    const { valid, checks } = validated.parse(reply.body);
    expect([reply.status, valid]).toEqual([200, false]);
    expect(checks.find(({ ok }) => !ok)?.name).toBe(broken);
    expect(receiver.messages).toHaveLength(before);
  });

  test.each([
    ['https://hooks.example/+49301234/in', true],
    ['https://hooks.example/a+b', true],
    ['https://hooks.example/a%2Bb', false],
    ['https://hooks.example/in?name=a+b', false],
  ])('warns of a + in the path of %s: %s', async (webhook_url, warns) => {
    const reply = await post('validate-partner-webhook-endpoint', { webhook_url, platform_verify_token: 'token-one' });
    const { valid, checks } = validated.parse(reply.body);
    expect(valid).toBe(true);
    expect(checks.filter(({ name }) => name === 'path')).toEqual(
      warns ? [{ name: 'path', ok: true, detail: expect.stringContaining('as a space') }] : [],
    );
  });

  test('reports an endpoint that refuses the ping', async () => {
    receiver.answer = () => answered(500);
    const reply = await post('validate-partner-webhook-endpoint', {
      webhook_url: url,
      platform_verify_token: 'token-one',
    });
    expect(validated.parse(reply.body).checks.at(-1)).toEqual({
      name: 'ping',
      ok: false,
      detail: 'it answered 500 to a signed service.ping instead of 2xx',
    });
  });

  test.each([
    ['http://hooks.example/in', 'https'],
    ['http://10.0.0.1/in', 'https'],
    ['hooks.example', 'format'],
    [`https://hooks.example/${'x'.repeat(180)}`, 'max_length'],
    ['https://user:secret@hooks.example/in', 'no_user_info'],
    ['https://hooks.example/in#part', 'no_fragment'],
  ])('refuses %s', async (webhookUrl, rule) => {
    const reply = await post('validate-partner-webhook-endpoint', { webhook_url: webhookUrl });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply).map((problem) => [problem.path, problem.rule])).toContainEqual(['webhook_url', rule]);
  });

  test.each(['http://127.0.0.1:3000/hooks', 'http://localhost:3000/hooks', 'http://[::1]:3000/hooks'])(
    'takes %s in the stage local alone',
    async (webhook_url) => {
      const given = { webhook_url, platform_verify_token: 'token-one' };
      const reply = await post('validate-partner-webhook-endpoint', given);
      expect(validated.parse(reply.body).valid).toBe(true);
      for (const environment of ['staging', 'production']) {
        const { outbound } = receiver;
        const deployed = await startService(table, { outbound, environment });
        for (const route of ['validate-partner-webhook-endpoint', 'update-partner-webhook-endpoint']) {
          const refused = await deployed.call('POST', { bearer: partner.apiKey, body: { route, ...given } });
          expect(verdictOf(refused)).toBe('400 validation_failed');
          expect(problemsOf(refused)).toEqual([
            { path: 'webhook_url', rule: 'https', message: 'webhook_url must start with https://' },
          ]);
        }
      }
    },
  );

  test('requires the scope, and a URL', async () => {
    const reader = await service.call('POST', {
      bearer: partner.readOnlyKey,
      body: { route: 'validate-partner-webhook-endpoint', webhook_url: url },
    });
    expect(verdictOf(reader)).toBe('403 forbidden_scope');
    expect(verdictOf(await post('validate-partner-webhook-endpoint'))).toBe('400 validation_failed');
  });
});

describe('update-partner-webhook-endpoint', () => {
  test('answers 202 with the endpoint and a migration that is completed at once without instances', async () => {
    const reply = await update();
    expect(reply.status).toBe(202);
    const { endpoint, migration } = updated.parse(reply.body);
    expect(endpoint).toMatchObject({ url, enabled: true, is_primary: true, platform_verify_token_configured: true });
    expect(migration).toMatchObject({ status: 'completed', total: 0, done: 0, failed: 0, items: [] });
    expect(migration.finished_at).toBe(migration.started_at);
    const shown = await get('get-partner-webhook-endpoint');
    expect(shown.body).toMatchObject({ ok: true, partner_id: partner.partnerId, endpoint });
    expect((await get('get-partner-webhook-migration')).body).toEqual({
      ok: true,
      partner_id: partner.partnerId,
      migration,
    });
    expect(`${reply.text}${shown.text}`).not.toContain('token-one');
  });

  test('refuses an endpoint that fails a check, and changes nothing', async () => {
    receiver.handshake = () => answered(404);
    const reply = await update();
    expect(verdictOf(reply)).toBe('409 webhook_validation_failed');
    expect(z.object({ checks: validated.shape.checks }).parse(errorOf(reply).details).checks).toHaveLength(3);
    expect((await get('get-partner-webhook-endpoint')).body['endpoint']).toBeNull();
    expect(verdictOf(await get('get-partner-webhook-migration'))).toBe('404 not_found');
    expect(verdictOf(await post('retry-partner-webhook-migration'))).toBe('404 not_found');
  });

  test('keeps the stored token when none is given, and the id of the endpoint', async () => {
    const first = updated.parse((await update()).body);
    const reply = await update({ webhook_url: 'https://hooks.example/other', platform_verify_token: null });
    const second = updated.parse(reply.body);
    expect(second.endpoint).toMatchObject({ id: first.endpoint.id, url: 'https://hooks.example/other' });
    const tokens = asked.slice(-2).map((request) => new URL(request.url).searchParams.get('hub.verify_token'));
    expect(tokens).toContain('token-one');
  });

  test('answers the same for the same key, without another request to the endpoint', async () => {
    const key = { 'idempotency-key': 'update-endpoint-1' };
    const first = await update({}, key);
    const count = asked.length;
    const second = await update({}, key);
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(asked).toHaveLength(count);
    expect(verdictOf(await update({ webhook_url: `${url}&b` }, key))).toBe('409 idempotency_key_reused');
  });

  test('tries again with the key of a validation that failed', async () => {
    const key = { 'idempotency-key': 'update-endpoint-2' };
    receiver.handshake = () => answered(404);
    expect(verdictOf(await update({}, key))).toBe('409 webhook_validation_failed');
    receiver.handshake = handshakeWith('token-one');
    expect((await update({}, key)).status).toBe(202);
  });

  test('enables an endpoint that was disabled', async () => {
    await update();
    const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };
    await changeOutbox(table, retryPolicy, partner.partnerId, (record) => ({
      record: { ...record, health: { state: 'disabled', at: 0, reason: 'gone', since: null } },
      clauses: [],
    }));
    expect((await get('get-partner-webhook-endpoint')).body['endpoint']).toMatchObject({ enabled: false });
    expect(updated.parse((await update()).body).endpoint.enabled).toBe(true);
    expect(await readOutbox(table, partner.partnerId)).toMatchObject({
      health: { state: 'healthy' },
      endpointRevision: (await readWebhookEndpoint(table, partner.partnerId))?.revision,
    });
  });

  test('counts as a validation in the limit of ten an hour', async () => {
    const limited = await startService(table, { outbound: receiver.outbound, rateScale: 1 });
    const caller = await limited.newPartner();
    receiver.handshake = () => answered(404);
    const call = (route: string) =>
      limited.call('POST', { bearer: caller.apiKey, body: { route, webhook_url: url, platform_verify_token: 'x' } });
    for (let count = 0; count < 5; count += 1) {
      expect(verdictOf(await call('update-partner-webhook-endpoint'))).toBe('409 webhook_validation_failed');
      expect((await call('validate-partner-webhook-endpoint')).status).toBe(200);
    }
    expect(verdictOf(await call('update-partner-webhook-endpoint'))).toBe('429 rate_limited');
    expect(verdictOf(await call('validate-partner-webhook-endpoint'))).toBe('429 rate_limited');
  });

  test('keeps the token and the secret unreadable in the table, and out of the log', async () => {
    await update({ platform_verify_token: 'token-one' });
    const { secrets } = await readWebhookSecrets(table, partner.partnerId);
    expect(secrets[0]?.sealed).not.toContain('whsec_');
    const log = service.logLines.join('\n');
    expect(log).not.toContain('token-one');
    expect(log).not.toContain('whsec_');
  });
});

test("another partner's migration is not found", async () => {
  const { migration } = updated.parse((await update()).body);
  const other = await service.newPartner();
  const query = { route: 'get-partner-webhook-migration', migration_id: migration.id };
  expect(verdictOf(await service.call('GET', { bearer: other.apiKey, query }))).toBe('404 not_found');
  expect((await readMigration(table, partner.partnerId, migration.id))?.migration.id).toBe(migration.id);
});
