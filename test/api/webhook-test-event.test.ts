import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import { testEventTypes } from '../../lambdas/domain/webhook/test-event.ts';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { reportsOf } from '../../packages/client/src/reports.ts';
import { deviationsFrom } from '../../tools/harness/description.ts';
import type { Reply, TestPartner, TestService } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import type { OutboxWorld } from '../events/outbox-world.ts';
import { answered, answeredWith } from '../events/verified-receiver.ts';
import { withOutbox } from './outbox-scene.ts';
import { errorOf, headerOf, problemsOf, verdictOf } from './replies.ts';

const day = 86_400_000;

let table: TestTable;
let service: TestService;
let world: OutboxWorld;
let partner: TestPartner;

withOutbox(
  (scene) => ({ table, service, world } = scene),
  (given) => {
    partner = given;
  },
);

const request = (type: unknown, headers: Record<string, string> = {}, bearer = partner.apiKey): Promise<Reply> =>
  service.call('POST', { bearer, body: { route: 'send-partner-webhook-test-event', type }, headers });

const ask = (id: string, bearer = partner.apiKey): Promise<Reply> =>
  service.call('GET', { bearer, query: { route: 'get-partner-webhook-test-event', event_id: id } });

const stateOf = async (id: string, bearer?: string): Promise<unknown> => {
  const reply = await ask(id, bearer);
  expect(reply.status).toBe(200);
  return z.object({ event: z.unknown() }).parse(reply.body).event;
};

const shown = z.object({
  event: z.strictObject({
    id: z.uuid(),
    type: z.string(),
    status: z.literal('waiting'),
    created_at: z.iso.datetime(),
    body: z.string(),
  }),
});
const eventOf = (reply: Reply): z.infer<typeof shown>['event'] => {
  expect(reply.status).toBe(202);
  return shown.parse(reply.body).event;
};

const received = (): readonly OutboxWorld['receiver']['messages'][number][] =>
  world.receiver.messages.filter(({ partner_id: id }) => id === partner.partnerId);

/** `PartnerCustomerUpdatedEvent`, as docs/openapi.json names the schema of an event. */
const schemaOf = (type: string): string => {
  const words = type.split(/[._]/).slice(1);
  return `#/components/schemas/${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Event`;
};

describe('send-partner-webhook-test-event', () => {
  test.each(testEventTypes)('sends %s with made-up data, signed and as its schema says', async (type) => {
    const reply = await request(type);
    const event = eventOf(reply);
    await world.settle();
    const [message, ...more] = received();
    expect(more).toEqual([]);
    expect(message).toMatchObject({ id: event.id, type, text: event.body, requestId: headerOf(reply, 'x-request-id') });
    const body: unknown = JSON.parse(event.body);
    expect(body).toMatchObject({ test: true, timestamp: event.created_at, partner_id: partner.partnerId });
    expect(deviationsFrom(schemaOf(type), body)).toEqual([]);
  });

  test('sends a callback with the status that is asked for, and takes one with no other type', async () => {
    const ask = (type: string, kind: string): Promise<Reply> =>
      service.call('POST', {
        bearer: partner.apiKey,
        body: { route: 'send-partner-webhook-test-event', type, callback_kind: kind },
      });
    const { body } = eventOf(await ask('service.platform.callback', 'failed'));
    expect(body).toContain('"status":"failed"');
    const { data } = z.object({ data: z.object({ callback: z.unknown() }) }).parse(JSON.parse(body));
    expect(reportsOf(data.callback)).toEqual([[expect.objectContaining({ status: 'failed' })]]);
    expect(problemsOf(await ask('service.ping', 'failed'))).toEqual([
      expect.objectContaining({ path: 'callback_kind', rule: 'not_of_type' }),
    ]);
  });

  test('is in no customer’s sequence: two of them name different customers, both with sequence 1', async () => {
    const bodies = [eventOf(await request('service.partner.customer.updated')).body];
    bodies.push(eventOf(await request('service.partner.customer.updated')).body);
    const form = z.object({
      sequence: z.literal(1),
      subject: z.object({ customer_id: z.uuid() }),
      data: z.object({ customer: z.object({ customer_id: z.uuid() }) }),
    });
    const parsed = bodies.map((body) => form.parse(JSON.parse(body)));
    const ids = parsed.map(({ data }) => data.customer.customer_id);
    expect(parsed.map(({ subject }) => subject.customer_id)).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) {
      const query = { route: 'get-partner-customer', customer_id: id };
      expect(verdictOf(await service.call('GET', { bearer: partner.apiKey, query }))).toBe('404 not_found');
    }
  });

  test('is sent again by the schedule of events, the same bytes under the same id, until it is answered with 2xx', async () => {
    world.receiver.answer = () => answered(500);
    const { id, body } = eventOf(await request('service.partner.instance.moved'));
    await world.settle();
    for (const gap of retryGaps.slice(0, 2)) {
      world.clock.pass(gap - 1);
      await world.settle();
      world.clock.pass(1);
      await world.settle();
    }
    expect(received()).toHaveLength(3);
    world.receiver.answer = () => answered(204);
    world.clock.pass(retryGaps[2] ?? 0);
    await world.settle();
    world.clock.pass(30 * day);
    await world.settle();
    expect(received().map((message) => [message.id, message.text])).toEqual(Array(4).fill([id, body]));
  });

  test('is given up after the last try', async () => {
    world.receiver.answer = () => answered(500);
    const { id } = eventOf(await request('service.partner.customer.erased'));
    const attempts = (): number => received().filter((message) => message.id === id).length;
    await world.settle();
    for (const gap of retryGaps) {
      world.clock.pass(gap);
      await world.settle();
    }
    expect(attempts()).toBe(retryGaps.length + 1);
    world.clock.pass(day);
    await world.settle();
    expect(attempts()).toBe(retryGaps.length + 1);
  });

  test('keeps the log of its attempts, with what the endpoint answered', async () => {
    const start = world.clock.now();
    const { id, body } = eventOf(await request('service.ping'));
    expect(await stateOf(id)).toEqual({
      id,
      type: 'service.ping',
      status: 'waiting',
      attempts: 0,
      created_at: isoOf(start),
      body,
      next_attempt_at: isoOf(start),
      delivered_at: null,
      attempt_log: [],
    });
    world.receiver.answer = () => answeredWith(503, 'upstream down');
    await world.settle();
    const gap = retryGaps[0] ?? 0;
    const failed = { at: isoOf(start), status: 503, duration_ms: 7, error_code: 'http_503', probe: false };
    expect(await stateOf(id)).toMatchObject({
      status: 'waiting',
      attempts: 1,
      next_attempt_at: isoOf(start + gap),
      attempt_log: [{ ...failed, answer: 'upstream down' }],
    });
    expect(await stateOf(id, partner.readOnlyKey)).toMatchObject({ attempt_log: [{ ...failed, answer: null }] });
    world.receiver.answer = () => answeredWith(200, 'thank you');
    world.clock.pass(gap);
    await world.settle();
    expect(await stateOf(id)).toMatchObject({
      status: 'delivered',
      attempts: 2,
      next_attempt_at: null,
      delivered_at: isoOf(start + gap + 7),
      attempt_log: [failed, { at: isoOf(start + gap), status: 200, error_code: null, answer: null }],
    });
  });

  test('ends undelivered at an endpoint that is gone, with the attempt that found it', async () => {
    world.receiver.answer = () => answered(410);
    const { id } = eventOf(await request('service.ping'));
    await world.settle();
    expect(await stateOf(id)).toMatchObject({
      status: 'undelivered',
      attempts: 1,
      next_attempt_at: null,
      delivered_at: null,
      attempt_log: [{ status: 410, error_code: 'http_410' }],
    });
  });

  test('that an earlier version has ended is not found, as it kept no log', async () => {
    const { id } = eventOf(await request('service.ping'));
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...keys.testEvent(partner.partnerId, id) },
        UpdateExpression: 'REMOVE due_shard, due_at',
      }),
    );
    expect(verdictOf(await ask(id))).toBe('404 not_found');
  });

  test('reaches a paused endpoint, and one that answers is enabled by it', async () => {
    const { partnerId } = partner;
    const now = world.clock.now();
    const paused = { state: 'paused', since: now, failures: 10, warned: false, probes: 0, probeAt: now + day } as const;
    await changeOutbox(table, world.deps.retryPolicy, partnerId, (record) => ({
      record: { ...record, health: paused },
      clauses: [],
    }));
    eventOf(await request('service.ping'));
    await world.settle();
    expect(received()).toHaveLength(1);
    expect((await world.outbox(partnerId)).health.state).toBe('healthy');
  });

  test('is refused without an endpoint, and with a disabled one, with what to do', async () => {
    partner = await service.newPartner();
    await world.newPartner({ partnerId: partner.partnerId, endpoint: false });
    const absent = await request('service.ping');
    expect(verdictOf(absent)).toBe('409 invalid_state');
    expect(errorOf(absent).message).toContain('update-partner-webhook-endpoint');

    partner = await service.newPartner();
    await world.newPartner({ partnerId: partner.partnerId });
    world.receiver.answer = () => answered(410);
    eventOf(await request('service.ping'));
    await world.settle();
    const disabled = await request('service.ping');
    expect(verdictOf(disabled)).toBe('409 invalid_state');
    expect(errorOf(disabled).message).toContain('disabled');
    expect(received()).toHaveLength(1);
  });

  test('is one event for equal calls with one key, also at the same time', async () => {
    const key = { 'idempotency-key': 'one-test-event' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => request('service.ping', key)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    await world.settle();
    expect(received()).toHaveLength(1);
    expect(verdictOf(await request('service.partner.customer.erased', key))).toBe('409 idempotency_key_reused');
  });

  test('is for callers with webhook.write', async () => {
    expect(verdictOf(await request('service.ping', {}, partner.readOnlyKey))).toBe('403 forbidden_scope');
    for (const role of ['support', 'viewer'] as const) {
      expect(verdictOf(await request('service.ping', {}, await partner.member(role)))).toBe('403 forbidden_role');
    }
    eventOf(await request('service.ping', {}, await partner.member('developer')));
  });

  test.each([undefined, null, 'service.partner.customer.created', 7])('refuses the type %p', async (type) => {
    const refused = await request(type);
    expect(refused.status).toBe(400);
    expect(problemsOf(refused)).toMatchObject([{ path: 'type' }]);
  });

  test('leaves the secret and the body out of the log', async () => {
    const { body } = eventOf(await request('service.partner.customer.merged'));
    await world.settle();
    const { Items: items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
    const [secret = ''] = world.receiver.secrets.get(partner.partnerId) ?? [];
    expect(JSON.stringify(items)).not.toContain(secret);
    const lines = [...world.logLines, ...service.logLines].join('\n');
    for (const text of [secret, 'test@example.com', '+12025550123', JSON.stringify(body)]) {
      expect(lines).not.toContain(text);
    }
  });
});
