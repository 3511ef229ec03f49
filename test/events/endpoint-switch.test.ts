import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { EndpointHealth } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { testEventBody } from '../../lambdas/domain/webhook/test-event.ts';
import { retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { testEventClause } from '../../lambdas/store/webhooks/test-events.ts';
import { runners } from '../../lambdas/events/outbox/runners.ts';
import type { DeliveryDeps } from '../../lambdas/events/delivery/delivery-deps.ts';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { aSecond, startLaggingTable, type LaggingTable } from '../../tools/harness/lagging-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { interposed } from '../interposed-table.ts';
import { outboxWorld, until, type OutboxWorld } from './outbox-world.ts';
import { answered, timedOut, type Answer } from './verified-receiver.ts';

const minute = 60_000;

const clock = testClock();
let table: LaggingTable;
let world: OutboxWorld;
let partnerId: string;
let customer: EventCustomer;

beforeAll(async () => {
  table = await startLaggingTable(aSecond, clock.now);
});
afterAll(() => table.stop());
beforeEach(async () => {
  world = outboxWorld(table, {}, clock);
  partnerId = await world.newPartner();
  customer = await world.newCustomer(partnerId);
});

/** The old endpoint answers its first message after the partner has set another one, which answers 200. */
const switchDuring = (answer: () => Answer | Promise<Answer>): void => {
  let url: string | null = null;
  world.receiver.answer = async (message) => {
    if (message.url === url) return answered(200);
    url ??= await world.switchEndpoint(partnerId);
    return answer();
  };
};

const setHealth = async (health: EndpointHealth): Promise<void> => {
  await changeOutbox(table, world.deps.retryPolicy, partnerId, (record) => ({
    record: { ...record, health },
    clauses: [],
  }));
};

const ends = async (): Promise<readonly unknown[]> => (await customer.events()).map(({ end }) => end);
const urls = (): readonly string[] => world.receiver.messages.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
const newTestEvent = async (): Promise<void> => {
  const now = world.clock.now();
  const id = newId(now);
  const body = testEventBody({
    id,
    type: 'service.ping',
    callback: 'message',
    partnerId,
    environment: 'local',
    now,
    newId,
  });
  await commit(table, [testEventClause(table, { partnerId, id, body, requestId: 'r' }, now)]);
};

describe('an exchange with an endpoint that the partner replaced meanwhile', () => {
  test('that is answered 410 does not disable the new one, which gets the event', async () => {
    await customer.change();
    switchDuring(() => answered(410));
    await world.settle();
    expect((await world.outbox(partnerId)).health).toEqual({ state: 'healthy' });
    expect(await world.notifications(partnerId)).toEqual([]);
    expect(await ends()).toEqual(['delivered']);
    expect(urls()).toEqual(['hook', '2']);
    expect((await customer.events())[0]?.attempts).toBe(1);
  });

  test('of an outbox that does not say which endpoint it is of, changes nothing of the new one', async () => {
    await customer.change();
    await setHealth({ state: 'failing', since: world.clock.now(), failures: 3, warned: false });
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...keys.outbox(partnerId) },
        UpdateExpression: 'REMOVE endpoint_revision, kept_until',
      }),
    );
    switchDuring(() => answered(410));
    await world.settle();
    expect((await world.outbox(partnerId)).health).toEqual({ state: 'healthy' });
    expect(await ends()).toEqual(['delivered']);
  });

  test('that fails is no failure of the new one', async () => {
    await customer.change();
    switchDuring(() => answered(500));
    await world.settle();
    expect((await world.outbox(partnerId)).health).toEqual({ state: 'healthy' });
    world.clock.pass(2 * (retryGaps[0] ?? 0));
    await world.settle();
    expect(await ends()).toEqual(['delivered']);
    expect(urls()).toEqual(['hook', '2']);
  });

  test('that succeeds does not heal the new one', async () => {
    await customer.change();
    const failing = { state: 'failing', since: world.clock.now(), failures: 3, warned: false } as const;
    switchDuring(async () => {
      await setHealth(failing);
      return answered(200);
    });
    // The worker knows of a failure of the old endpoint, which a success would end.
    await setHealth(failing);
    await world.settle();
    expect((await world.outbox(partnerId)).health).toEqual(failing);
  });

  test('that is slow does not make the new one slow', async () => {
    await customer.change();
    switchDuring(() => {
      world.stayQuiet();
      return timedOut;
    });
    await world.settle();
    expect((await world.outbox(partnerId)).pace).toEqual({ state: 'fast' });
    expect(await ends()).toEqual(['delivered']);
  });

  test('that was the last attempt does not end the event, which the new one gets', async () => {
    await customer.change();
    world.receiver.answer = () => answered(500);
    await world.settle();
    for (const gap of retryGaps.slice(0, -1)) {
      world.clock.pass(1.5 * gap);
      await setHealth({ state: 'healthy' });
      await world.settle();
    }
    expect(await customer.events()).toMatchObject([{ end: null, attempts: retryGaps.length }]);
    world.clock.pass(1.5 * (retryGaps.at(-1) ?? 0));
    await setHealth({ state: 'healthy' });
    switchDuring(() => answered(500));
    await world.settle();
    expect(await ends()).toEqual(['delivered']);
    expect(urls().at(-1)).toBe('2');
  });

  test.each([410, 500, 200])('that was a probe, answered %i, changes nothing of the new one', async (status) => {
    await customer.change();
    const now = world.clock.now();
    const paused = { state: 'paused', since: now, failures: 10, warned: false, probes: 0 } as const;
    await setHealth({ ...paused, probeAt: now + minute });
    await world.settle();
    switchDuring(() => answered(status));
    world.clock.pass(minute);
    await world.settle();
    expect((await world.outbox(partnerId)).health).toEqual({ state: 'healthy' });
    expect(await ends()).toEqual(['delivered']);
    expect(urls()).toEqual(status === 200 ? ['hook'] : ['hook', '2']);
  });

  test.each([410, 500])(
    'for a test event, answered %i, changes nothing of the new one, which gets it',
    async (status) => {
      await newTestEvent();
      switchDuring(() => answered(status));
      await world.settle();
      expect((await world.outbox(partnerId)).health).toEqual({ state: 'healthy' });
      world.clock.pass(2 * (retryGaps[0] ?? 0));
      await world.settle();
      expect(urls()).toEqual(['hook', '2']);
    },
  );

  test('does not show how fast the new one answers: it gets one exchange until it has answered itself', async () => {
    await customer.change();
    await world.settle();
    expect(urls()).toEqual(['hook']);
    await world.switchEndpoint(partnerId);
    const others = await Promise.all(Array.from({ length: 5 }, () => world.newCustomer(partnerId)));
    for (const other of others) await other.change();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    world.receiver.answer = () => promise;
    const sending = deliverBatch(world.deps, await world.dueNow('event'), 'event');
    await until(() => world.receiver.messages.length > 1);
    for (let turn = 0; turn < 200; turn += 1) await new Promise((done) => setImmediate(done));
    expect(urls()).toEqual(['hook', '2']);
    resolve(answered(200));
    await sending;
    expect(world.receiver.messages).toHaveLength(6);
  });
});

describe('an end that cannot be committed, though the partner replaced no endpoint', () => {
  const unavailable = new Error('the table is not available');

  /** A worker whose commit of an end fails. */
  const failing = (): DeliveryDeps => ({
    ...world.deps,
    table: interposed(table, (command, send) =>
      JSON.stringify(command.input).includes('"undelivered"') ? Promise.reject(unavailable) : send(),
    ),
  });

  test.each<[string, EndpointHealth]>([
    ['answers 410', { state: 'healthy' }],
    ['is disabled', { state: 'disabled', at: clock.now(), reason: 'failing', since: null }],
  ])('leaves an event to the next worker when the endpoint %s', async (_, health) => {
    await customer.change();
    await setHealth(health);
    world.receiver.answer = () => answered(410);
    clock.pass(2 * minute);
    const hints = await world.dueNow('event');
    expect(await deliverBatch(failing(), hints, 'event')).toMatchObject([{ error: unavailable }]);
    expect(await deliverBatch(world.deps, hints, 'event')).toMatchObject([{ error: null }]);
    expect(await ends()).toEqual([null]);
    clock.pass(2 * minute);
    await world.settle();
    expect(await ends()).toEqual(['undelivered']);
  });

  test('leaves a test event to the next worker', async () => {
    await newTestEvent();
    world.receiver.answer = () => answered(410);
    const due = async (): Promise<readonly DueHint[]> =>
      (await world.dueNow('outbox')).filter(({ pk }) => pk === keys.testEvent(partnerId, '').pk);
    const [hint, ...more] = await due();
    if (hint === undefined) throw new Error('the test event is not due');
    expect(more).toEqual([]);
    await expect(runWork(runners(failing()), hint)).rejects.toBe(unavailable);
    expect(await due()).toEqual([]);
    clock.pass(5 * minute);
    expect(await due()).toEqual([hint]);
  });
});
