import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { OutboundRequest, OutboundResult } from '../../lambdas/outbound/client.ts';
import { startService, type Reply, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import { tickingClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import {
  answered,
  answeredWith,
  timedOut,
  verifiedReceiver,
  type VerifiedReceiver,
} from '../events/verified-receiver.ts';

let table: TestTable;
let service: TestService;
let receiver: VerifiedReceiver;
let partner: TestPartner;
/** By how much the clock is ahead of its readings. */
let waited = 0;

beforeAll(async () => {
  table = await startTestTable();
  const ticking = tickingClock();
  const clock = (): number => ticking() + waited;
  receiver = verifiedReceiver(clock);
  receiver.handshake = ({ url }) => {
    const { searchParams } = new URL(url);
    const isRight = searchParams.get('hub.verify_token') === 'token-one';
    return isRight ? answeredWith(200, searchParams.get('hub.challenge') ?? '') : answered(403);
  };
  service = await startService(table, { outbound: receiver.outbound, clock });
});
afterAll(() => table.stop());
beforeEach(async () => {
  partner = await service.newPartner();
  const rotated = await service.operate('webhook-secrets rotate', { partner_id: partner.partnerId });
  receiver.secrets.set(partner.partnerId, [z.object({ webhook_secret: z.string() }).parse(rotated).webhook_secret]);
  receiver.answer = () => answered(200);
  receiver.callback = () => answered(200);
});

const post = (route: string): Promise<Reply> =>
  service.call('POST', {
    bearer: partner.apiKey,
    body: { route, webhook_url: 'https://hooks.example/in', platform_verify_token: 'token-one' },
  });
const Validated = z.object({
  valid: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string().nullable() })),
});
const validated = async () => Validated.parse((await post('validate-partner-webhook-endpoint')).body);

test('an empty callback is sent as the platform sends it', async () => {
  const sent: OutboundRequest[] = [];
  receiver.callback = (request) => {
    sent.push(request);
    return answered(200);
  };
  expect((await validated()).checks.at(-1)).toEqual({ name: 'callback', ok: true, detail: null });
  expect(sent).toHaveLength(1);
  for (const { headers, body, limit } of sent) {
    expect(JSON.parse(String(body))).toEqual({ object: 'whatsapp_business_account', entry: [] });
    expect(headers['x-hub-signature-256']).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
    expect(limit).toBeLessThanOrEqual(5_000);
  }
});

test.each<[string, () => OutboundResult, string]>([
  ['refuses', () => answered(400), 'it answered 400 to a callback as the platform sends it instead of 2xx'],
  ['does not answer', () => timedOut, 'no complete response came in time'],
])('an endpoint that %s it is valid, with a warning', async (_, callback, detail) => {
  receiver.callback = callback;
  expect((await post('update-partner-webhook-endpoint')).status).toBe(202);
  const { valid, checks } = await validated();
  expect([valid, checks.at(-1)]).toEqual([true, { name: 'callback', ok: true, detail }]);
});

test('it is left out when the endpoint was slow, so that the answer comes in time', async () => {
  receiver.answer = () => {
    waited += 15_000;
    return answered(200);
  };
  expect((await validated()).checks.map(({ name }) => name)).toEqual(['challenge', 'wrong_token', 'ping']);
});
