import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { answered, answeredWith } from '../events/verified-receiver.ts';
import { makeSlow } from '../events/outbox-world.ts';
import { eventOf, withEventList, type EventListScene, type EventPartner } from './event-list-scene.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const shown = z.object({
  endpoint: z.object({
    enabled: z.boolean(),
    health: z.string(),
    failing_since: z.string().nullable(),
    next_probe_at: z.string().nullable(),
    last_error: z
      .strictObject({
        code: z.string(),
        message: z.string(),
        status: z.int().nullable(),
        at: z.string(),
      })
      .nullable(),
    last_outage_at: z.string().nullable(),
    waiting: z.int(),
    undelivered: z.int(),
    counted_since: z.string().nullable(),
  }),
});

let scene: EventListScene;
let own: EventPartner;
withEventList(
  (started) => {
    scene = started;
  },
  (partner) => {
    own = partner;
  },
);

const endpoint = async (): Promise<z.infer<typeof shown>['endpoint']> => {
  await scene.catchUp();
  const reply = await scene.get('get-partner-webhook-endpoint', {}, own.partner.apiKey);
  return shown.parse(reply.body).endpoint;
};

/** A change of a new customer each half minute, which the endpoint refuses, until it is paused. @returns when the first attempt ended */
const pausedBy = async (status: number): Promise<number> => {
  scene.receiver.answer = () => answered(status);
  const since = scene.clock.now();
  for (let failures = 0; failures < 12; failures += 1) {
    await (await own.newCustomer()).change();
    await scene.settle();
    scene.clock.pass(30_000);
  }
  return since;
};

describe('the health of an endpoint', () => {
  test('is healthy while it answers, and nothing waits', async () => {
    await (await own.newCustomer()).change();
    await scene.settle();
    expect(await endpoint()).toMatchObject({
      enabled: true,
      health: 'healthy',
      failing_since: null,
      next_probe_at: null,
      last_error: null,
      last_outage_at: null,
      waiting: 0,
      undelivered: 0,
      counted_since: null,
    });
  });

  test('is slow while its answers come late', async () => {
    await makeSlow(scene, own.partner.partnerId, scene.clock.now());
    expect(await endpoint()).toMatchObject({ enabled: true, health: 'slow', failing_since: null });
  });

  test('is failing from the first failure on, with the error of the last, until an attempt is answered', async () => {
    const since = scene.clock.now();
    scene.receiver.answer = () => answeredWith(503, 'upstream down');
    await (await own.newCustomer()).change();
    await (await own.newCustomer()).change();
    await scene.settle();
    expect(await endpoint()).toMatchObject({
      health: 'failing',
      failing_since: isoOf(since),
      last_error: { code: 'http_503', message: expect.any(String), status: 503, at: isoOf(since) },
      last_outage_at: null,
      waiting: 2,
    });
    scene.receiver.answer = () => ({ kind: 'failed', error: 'reset', milliseconds: 12 });
    scene.clock.pass(5_000);
    await scene.settle();
    expect(await endpoint()).toMatchObject({ last_error: { code: 'reset', status: null, at: isoOf(since + 5_000) } });
    scene.receiver.answer = () => answered(200);
    scene.clock.pass(5 * minute);
    await scene.settle();
    expect(await endpoint()).toMatchObject({
      health: 'healthy',
      failing_since: null,
      last_error: { code: 'reset' },
      waiting: 0,
    });
  });

  test('is paused after ten failures over five minutes; a failed probe is its last error, and its events wait for the next', async () => {
    const since = await pausedBy(503);
    const before = await endpoint();
    expect(before).toMatchObject({
      enabled: true,
      health: 'paused',
      failing_since: isoOf(since),
      last_outage_at: isoOf(since),
      next_probe_at: expect.any(String),
      waiting: 12,
    });
    const probeAt = Date.parse(before.next_probe_at ?? '');
    const late = await (await own.newCustomer()).change();
    await scene.settle();
    expect(eventOf(await own.get(late))).toMatchObject({
      status: 'waiting',
      attempts: 0,
      next_attempt_at: before.next_probe_at,
    });
    scene.clock.pass(probeAt - scene.clock.now());
    await scene.settle();
    const after = await endpoint();
    expect(after).toMatchObject({ health: 'paused', last_error: { at: isoOf(probeAt) } });
    expect(Date.parse(after.next_probe_at ?? '')).toBeGreaterThan(probeAt);
    const { items } = await own.list({ status: 'waiting' });
    expect(items).toHaveLength(13);
    for (const { next_attempt_at: at } of items) expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(probeAt);
    const logs = await Promise.all(items.map(async ({ id }) => eventOf(await own.get(id)).attempt_log));
    expect(logs.flat().filter(({ probe }) => probe)).toMatchObject([{ at: isoOf(probeAt), error_code: 'http_503' }]);
  });

  test('is disabled after five days of failures, with the time since when; a new endpoint is healthy, and the outage stays known', async () => {
    const since = await pausedBy(500);
    // A probe after a day, and one after five.
    for (const wait of [day, 4 * day]) {
      scene.clock.pass(wait);
      await scene.settle();
    }
    const disabled = await endpoint();
    expect(disabled).toMatchObject({
      enabled: false,
      health: 'disabled',
      failing_since: isoOf(since),
      next_probe_at: null,
      waiting: 0,
      undelivered: 12,
    });
    expect((await own.list({ status: 'undelivered' })).total).toBe(disabled.undelivered);
    await scene.switchEndpoint(own.partner.partnerId);
    expect(await endpoint()).toMatchObject({
      enabled: true,
      health: 'healthy',
      failing_since: null,
      last_error: null,
      last_outage_at: isoOf(since),
      undelivered: 12,
    });
  });

  test('after a 410 is disabled since that answer', async () => {
    const at = scene.clock.now();
    scene.receiver.answer = () => answered(410);
    await (await own.newCustomer()).change();
    await scene.settle();
    expect(await endpoint()).toMatchObject({
      health: 'disabled',
      failing_since: isoOf(at),
      last_outage_at: isoOf(at),
      last_error: { code: 'http_410', status: 410 },
      undelivered: 1,
    });
  });
});
