import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { runners } from '../../lambdas/events/outbox/runners.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import type { DeliveryDeps } from '../../lambdas/events/delivery/delivery-deps.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import type { TestPartner } from '../../tools/harness/service.ts';
import { dice } from '../../tools/harness/dice.ts';
import { aSecond, startLaggingTable, type LaggingTable } from '../../tools/harness/lagging-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { runsOf } from '../share.ts';
import { resendOf, resendScene, type ResendScene } from './resend-scene.ts';
import { Killed } from '../mortal.ts';
import { mortalTable } from './mortal-table.ts';
import { answered } from './verified-receiver.ts';

const clock = testClock();
let table: LaggingTable;
let scene: ResendScene;
let partner: TestPartner;

beforeAll(async () => {
  table = await startLaggingTable(aSecond, clock.now);
  scene = await resendScene(table, clock);
});
afterAll(() => table.stop());
beforeEach(async () => {
  partner = await scene.newPartner();
  scene.world.receiver.answer = () => answered(200);
});

const newCustomers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => scene.world.newCustomer(partner.partnerId)));
const since = '2030-01-01';

const idsOf = async (customer: EventCustomer): Promise<readonly string[]> =>
  (await customer.events()).map(({ id }) => id);

describe('a resend of all undelivered events', () => {
  const outage = { customers: Math.max(15, runsOf(50)), eventsEach: 10 };
  const total = outage.customers * outage.eventsEach;

  test(`sends ${total} events of an outage once each, in the order of each customer, and counts them`, async () => {
    const customers = await newCustomers(outage.customers);
    const ids = await scene.outage(partner, customers, outage.eventsEach);
    expect(scene.received(partner)).toEqual([]);

    const begun = await scene.resend(partner, { since });
    expect(begun.status).toBe(202);
    const running = resendOf(begun);
    expect(running).toMatchObject({ status: 'running', done: 0, finished_at: null });
    const ended = await scene.ended(partner);
    const { finished_at: end } = ended;
    expect(ended).toEqual({ ...running, status: 'completed', total, done: total, finished_at: end });
    expect(Date.parse(end ?? '')).toBeGreaterThan(Date.parse(running.started_at));

    expect(scene.received(partner).toSorted()).toEqual(ids.toSorted());
    for (const customer of customers) expect(scene.receivedOf(customer)).toEqual(await idsOf(customer));
  });

  test('sends a customer with 200 events in order, a bounded number at a time', async () => {
    const [customer] = await newCustomers(1);
    if (customer === undefined) throw new Error('there is a customer');
    const ids = await scene.outage(partner, [customer], 200);
    await scene.resend(partner, { since });
    let most = 0;
    let messages = 0;
    scene.world.receiver.answer = async () => {
      messages += 1;
      if (messages % 20 !== 1) return answered(200);
      const waiting = (await customer.events()).filter(({ end }) => end === null).length;
      most = Math.max(most, waiting);
      return answered(200);
    };
    expect(await scene.ended(partner)).toMatchObject({ status: 'completed', total: 200, done: 200 });
    expect(scene.receivedOf(customer)).toEqual(ids);
    expect(most).toBeLessThanOrEqual(90);
  });
});

describe('a worker that is killed at random steps', () => {
  test.each([1, 2])('loses no event, keeps the order, and counts nothing twice (%i)', async (seed) => {
    const { world } = scene;
    const customers = await newCustomers(12);
    const ids = await scene.outage(partner, customers, 12);
    const random = dice(seed);
    let deaths = 0;
    const dying = (): DeliveryDeps => ({
      ...world.deps,
      table: mortalTable(table, random, 0.08, () => (deaths += 1)),
    });
    world.receiver.answer = () => (random() < 0.05 ? new Killed('with the message out') : answered(200));
    await scene.resend(partner, { since });
    const isRunning = async (): Promise<boolean> => resendOf(await scene.latest(partner)).status === 'running';
    for (let round = 0; round < 1_500 && (await isRunning()); round += 1) {
      // A worker that dies leaves its work to the next one, which finds it when the lease has ended.
      const worker = (): DeliveryDeps => (deaths < 60 ? dying() : world.deps);
      for (const hint of await world.dueNow('outbox')) {
        await Promise.allSettled([runWork(runners(worker()), hint)]);
        const { total, done } = resendOf(await scene.latest(partner));
        expect(done).toBeLessThanOrEqual(total);
      }
      await deliverBatch(worker(), await world.dueNow('event'), 'event');
      world.clock.pass(5_000);
    }
    expect(deaths).toBeGreaterThan(20);
    expect(resendOf(await scene.latest(partner))).toMatchObject({ status: 'completed', total: 144, done: 144 });
    expect(Array.from(new Set(scene.received(partner))).toSorted()).toEqual(ids.toSorted());
    for (const customer of customers) {
      expect(Array.from(new Set(scene.receivedOf(customer)))).toEqual(await idsOf(customer));
      expect((await customer.events()).map(({ end }) => end)).toEqual(Array(12).fill('delivered'));
    }
  });
});
