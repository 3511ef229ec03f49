import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { runners } from '../../lambdas/events/outbox/runners.ts';
import { day, isoOf, seconds } from '../../lambdas/kernel/time.ts';
import { healthy } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { expireUndelivered } from '../../lambdas/store/webhooks/event-resend.ts';
import { entryKey } from '../../lambdas/store/webhooks/outbox-events.ts';
import { resendRecordOf } from '../../lambdas/store/webhooks/resends.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { startService, type TestPartner } from '../../tools/harness/service.ts';
import { aSecond, startLaggingTable, type LaggingTable } from '../../tools/harness/lagging-table.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { interposed } from '../interposed-table.ts';
import { resendOf, resendScene, type ResendScene } from './resend-scene.ts';
import { answered } from './verified-receiver.ts';

const clock = testClock();
let table: LaggingTable;
let scene: ResendScene;
let partner: TestPartner;
let customer: EventCustomer;

beforeAll(async () => {
  table = await startLaggingTable(aSecond, clock.now);
  scene = await resendScene(table, clock);
});
afterAll(() => table.stop());
beforeEach(async () => {
  partner = await scene.newPartner();
  customer = await scene.world.newCustomer(partner.partnerId);
  scene.world.receiver.answer = () => answered(200);
});

const since = '2030-01-01';
const found = z.looseObject({ Items: z.array(z.unknown()) });
const ends = async (): Promise<readonly unknown[]> => (await customer.events()).map(({ end }) => end);
const latest = async () => resendOf(await scene.latest(partner));
const disable = () =>
  scene.setHealth(partner, { state: 'disabled', at: scene.world.clock.now(), reason: 'failing', since: null });

/** Runs the workers for some minutes. */
const passMinutes = async (minutes: number): Promise<void> => {
  for (let minute = 0; minute < minutes; minute += 1) {
    await scene.world.settle();
    scene.world.clock.pass(60_000);
  }
};

describe('a resend that begins when the index does not show the last events yet', () => {
  /** Calls the service while its index shows at most some undelivered events. */
  const resendBehind = async (shown: number) => {
    const { world } = scene;
    const behind = interposed(table, async (command, send) => {
      const isOfIndex =
        command.constructor.name === 'QueryCommand' && JSON.stringify(command.input).includes('undelivered#');
      if (!isOfIndex) return send();
      const { Items: items, ...rest } = found.parse(await send());
      return { ...rest, Items: items.slice(0, shown) };
    });
    const service = await startService({ ...table, ...behind }, { clock: world.clock.now, vault: world.deps.vault });
    return service.call('POST', {
      bearer: partner.apiKey,
      body: { route: 'resend-partner-webhook-events', since },
    });
  };

  test.each([0, 3])('sends all of them, each once, in their order (%i of 5 are shown)', async (shown) => {
    const ids = await scene.outage(partner, [customer], 5);
    const begun = resendOf(await resendBehind(shown));
    expect(begun).toMatchObject({ status: 'running', total: shown, done: 0 });
    await scene.world.settle();
    expect(scene.received(partner)).toEqual([]);
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 5, done: 5 });
    expect(scene.received(partner)).toEqual(ids);
  });
});

describe('a resend whose endpoint is disabled', () => {
  test('counts nothing that was neither delivered nor given up, and goes on when it is enabled', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => scene.world.newCustomer(partner.partnerId)));
    await scene.outage(partner, [customer, ...others], 5);
    await scene.resend(partner, { since });
    await disable();
    const before = await customer.events();
    await passMinutes(10);
    expect(await latest()).toMatchObject({ status: 'running', total: 20, done: 0, finished_at: null });
    // None of them was made due: a turn is counted for each end and each resend.
    expect((await customer.events()).map(({ turn }) => turn)).toEqual(before.map(({ turn }) => turn));
    expect(scene.received(partner)).toEqual([]);
    await scene.setHealth(partner, healthy);
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 20, done: 20 });
    expect(await ends()).toEqual(Array(5).fill('delivered'));
  });

  test('sends those again that it had made due, and that the endpoint left undelivered', async () => {
    const ids = await scene.outage(partner, [customer], 3);
    await scene.resend(partner, { since });
    scene.world.receiver.answer = (message) => answered(message.id === ids[1] ? 410 : 200);
    await passMinutes(3);
    expect(await ends()).toEqual(['delivered', 'undelivered', 'undelivered']);
    expect(await latest()).toMatchObject({ status: 'running', total: 3, done: 1 });
    scene.world.receiver.answer = () => answered(200);
    await scene.setHealth(partner, healthy);
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 3, done: 3 });
    expect(await ends()).toEqual(Array(3).fill('delivered'));
  });

  test('is completed when all were delivered before', async () => {
    await scene.outage(partner, [customer], 2);
    await scene.resend(partner, { since });
    await scene.world.settle();
    expect(await ends()).toEqual(['delivered', 'delivered']);
    await disable();
    scene.world.clock.pass(2_000);
    await passMinutes(6);
    expect(await latest()).toMatchObject({ status: 'completed', total: 2, done: 2 });
  });
});

test('a resend of events whose content is deleted meanwhile counts the others', async () => {
  await scene.outage(partner, [customer], 3);
  await scene.resend(partner, { since });
  const [, second] = await customer.events();
  if (second === undefined) throw new Error('there are three');
  const { clock } = scene.world;
  await expireUndelivered(table, partner.partnerId, entryKey(second), clock.now());
  expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 2, done: 2 });
  expect(await ends()).toEqual(['delivered', 'undelivered', 'delivered']);
});

test('a resend without an endpoint that accepts events ends when the content of its events has expired', async () => {
  await scene.outage(partner, [customer], 2);
  await scene.resend(partner, { since });
  await disable();
  scene.world.clock.pass(30 * day);
  await passMinutes(10);
  expect(await latest()).toMatchObject({ status: 'completed', total: 0, done: 0 });
});

test('a resend whose worker has no time left makes nothing due, and is kept for 30 days after its end', async () => {
  const ids = await scene.outage(partner, [customer], 1);
  const { id } = resendOf(await scene.resend(partner, { since }));
  const key = keys.resend(partner.partnerId, id);
  const now = clock.now();
  const late = { ...scene.world.deps, deadline: { ...noDeadline, calls: now } };
  await runWork(runners(late), { ...key });
  expect(await getItem(table, key)).toMatchObject({ settled: false, due_at: isoOf(now) });
  expect(await scene.ended(partner)).toMatchObject({ status: 'completed', done: 1 });
  expect(scene.received(partner)).toEqual(ids);
  const { finished_at: end } = await latest();
  expect(await getItem(table, key)).toMatchObject({ ttl: seconds(Date.parse(end ?? '') + 30 * day) });
});

test('an event that one resend sent is sent by the next that names it', async () => {
  const [id = ''] = await scene.outage(partner, [customer], 1);
  for (const times of [1, 2]) {
    await scene.resend(partner, { event_id: id });
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', done: 1 });
    expect(scene.received(partner)).toEqual(Array(times).fill(id));
  }
});

test('a resend that an earlier version began has listed all its events', async () => {
  await scene.outage(partner, [customer], 1);
  const { id } = resendOf(await scene.resend(partner, { since }));
  const item = await getItem(table, keys.resend(partner.partnerId, id));
  const { settled, ...earlier } = item ?? {};
  expect(settled).toBe(false);
  expect(resendRecordOf(earlier).settled).toBe(true);
});
