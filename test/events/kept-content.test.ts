import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EndpointHealth } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { day } from '../../lambdas/kernel/time.ts';
import { retryGaps } from '../../lambdas/domain/webhook/retry.ts';
import { keepOutbox } from '../../lambdas/events/outbox/keep-outbox.ts';
import { changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { parkEvents } from '../../lambdas/events/delivery/park-events.ts';
import type { DeliveryDeps } from '../../lambdas/events/delivery/delivery-deps.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';
import { outboxWorld, type OutboxWorld } from './outbox-world.ts';
import { answered } from './verified-receiver.ts';

let table: TestTable;
let world: OutboxWorld;
let partnerId: string;
let customer: EventCustomer;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  world = outboxWorld(table);
  partnerId = await world.newPartner();
  customer = await world.newCustomer(partnerId);
});

/** A worker to which the index does not show undelivered events yet. */
const behindIndex = (): DeliveryDeps => ({
  ...world.deps,
  table: interposed(table, (command, send) =>
    JSON.stringify(command.input).includes('undelivered#') && command.constructor.name === 'QueryCommand'
      ? Promise.resolve({ Items: [] })
      : send(),
  ),
});

const setHealth = async (health: EndpointHealth): Promise<void> => {
  await changeOutbox(table, world.deps.retryPolicy, partnerId, (record) => ({
    record: { ...record, health },
    clauses: [],
  }));
};
const disable = (): Promise<void> =>
  setHealth({ state: 'disabled', at: world.clock.now(), reason: 'failing', since: null });

const contents = async (): Promise<readonly boolean[]> =>
  (await customer.events()).map(({ content }) => content !== null);

/** Passes the lifetime of an undelivered event, which ended up to some seconds ago. */
const passLifetime = async (): Promise<void> => {
  world.clock.pass(30 * day - 60_000);
  await world.settle();
  expect(await contents()).toContain(true);
  world.clock.pass(60_000);
  await world.settle();
};

describe('the content of an undelivered event is deleted after 30 days', () => {
  test('when the index did not show it to the keeper that ended it', async () => {
    await customer.change();
    await parkEvents(world.deps, await world.outbox(partnerId), await world.dueNow('event'));
    await disable();
    await keepOutbox(behindIndex(), partnerId);
    expect(await customer.events()).toMatchObject([{ end: 'undelivered' }]);
    // The watch for parked events ends.
    for (let seconds = 0; seconds < 200; seconds += 20) {
      world.clock.pass(20_000);
      for (const _ of await world.dueNow('outbox')) await keepOutbox(behindIndex(), partnerId);
    }
    await passLifetime();
    expect(await contents()).toEqual([false]);
  });

  test('when the keeper was at work, without seeing it, while a worker ended it', async () => {
    await customer.change();
    const hints = await world.dueNow('event');
    await disable();
    await changeOutbox(table, world.deps.retryPolicy, partnerId, (record) => ({
      record: { ...record, dueAt: world.clock.now() },
      clauses: [],
    }));
    let isBegun = false;
    const deps = behindIndex();
    const keeper = interposed(deps.table, async (command, send) => {
      if (!isBegun && command.constructor.name === 'BatchGetCommand') {
        isBegun = true;
        await deliverBatch(world.deps, hints, 'event');
      }
      return send();
    });
    await keepOutbox({ ...deps, table: keeper }, partnerId);
    expect(await customer.events()).toMatchObject([{ end: 'undelivered' }]);
    await passLifetime();
    expect(await contents()).toEqual([false]);
  });

  test('when it was given up, and the keeper has nothing to do for the endpoint', async () => {
    await customer.change();
    world.receiver.answer = () => answered(500);
    for (const gap of [0, ...retryGaps]) {
      world.clock.pass(1.5 * gap);
      await setHealth({ state: 'failing', since: world.clock.now(), failures: 1, warned: true });
      await deliverBatch(world.deps, await world.dueNow('event'), 'event');
    }
    expect(await customer.events()).toMatchObject([{ end: 'given_up' }]);
    await passLifetime();
    expect(await contents()).toEqual([false]);
  });
});

test('the outbox of a partner whose events end undelivered is written once a day for it', async () => {
  await disable();
  const until: number[] = [];
  for (let quarter = 0; quarter < 9; quarter += 1) {
    await customer.change();
    await deliverBatch(world.deps, await world.dueNow('event'), 'event');
    until.push((await world.outbox(partnerId)).keptUntil);
    world.clock.pass(day / 4);
  }
  expect(new Set(until).size).toBe(3);
});

test('the event of the probe that disables its endpoint ends undelivered, although the index does not show it then', async () => {
  await customer.change();
  await parkEvents(world.deps, await world.outbox(partnerId), await world.dueNow('event'));
  const now = world.clock.now();
  const since = now - 5 * day;
  await setHealth({ state: 'paused', since, failures: 10, warned: true, probes: 100, probeAt: now + 600_000 });
  world.clock.pass(600_000);
  let isProbed = false;
  world.receiver.answer = () => {
    isProbed = true;
    return answered(500);
  };
  const behind = interposed(table, (command, send) =>
    isProbed && command.constructor.name === 'QueryCommand' && JSON.stringify(command.input).includes('parked#')
      ? Promise.resolve({ Items: [] })
      : send(),
  );
  await keepOutbox({ ...world.deps, table: behind }, partnerId);
  expect((await world.outbox(partnerId)).health).toMatchObject({ state: 'disabled' });
  expect(await customer.events()).toMatchObject([{ end: null }]);
  world.clock.pass(2_000);
  await world.settle();
  expect(await customer.events()).toMatchObject([{ end: 'undelivered' }]);
});
