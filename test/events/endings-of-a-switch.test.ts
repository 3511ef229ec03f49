import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { keys } from '../../lambdas/store/table/keys.ts';
import { findItems } from '../../lambdas/store/table/read.ts';
import type { EndpointHealth } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { runners } from '../../lambdas/events/outbox/runners.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { followPrevious } from '../../lambdas/store/webhooks/event-waits.ts';
import { entryKey } from '../../lambdas/store/webhooks/outbox-events.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { parkEvents } from '../../lambdas/events/delivery/park-events.ts';
import { takeDue } from '../../lambdas/events/delivery/take-event.ts';
import type { DeliveryDeps } from '../../lambdas/events/delivery/delivery-deps.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed, type Command } from '../interposed-table.ts';
import { laggingTable } from './lagging-table.ts';
import { outboxWorld, type OutboxWorld } from './outbox-world.ts';

let table: TestTable;
let world: OutboxWorld;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  world = outboxWorld(table);
});

/** A claim has the end in its condition alone. */
const isEnding = (command: Command): boolean =>
  JSON.stringify(command.input).replace('attribute_not_exists(event_end)', '').includes('event_end');

/** A worker before whose first write of an end something happens. */
const workerBefore = (happens: () => Promise<unknown>): DeliveryDeps => {
  let isOver = false;
  const late = interposed(table, async (command, send) => {
    if (!isOver && command.constructor.name !== 'QueryCommand' && isEnding(command)) {
      isOver = true;
      await happens();
    }
    return send();
  });
  return { ...world.deps, table: late };
};

const setHealth = async (partnerId: string, health: EndpointHealth): Promise<void> => {
  await changeOutbox(table, world.deps.retryPolicy, partnerId, (record) => ({
    record: { ...record, health },
    clauses: [],
  }));
};

const disable = (partnerId: string): Promise<void> =>
  setHealth(partnerId, { state: 'disabled', at: world.clock.now(), reason: 'failing', since: null });

const endsOf = async (customers: readonly EventCustomer[]): Promise<readonly unknown[]> =>
  (await Promise.all(customers.map((customer) => customer.events()))).flat().map(({ end }) => end);

/** A partner whose events have nowhere to go, for either reason. */
const refusing = {
  absent: () => world.newPartner({ endpoint: false }),
  disabled: async () => {
    const partnerId = await world.newPartner();
    await disable(partnerId);
    return partnerId;
  },
} as const;
const reasons = ['absent', 'disabled'] as const;

describe.each(reasons)('a worker that found the endpoint %s, before the partner set one that accepts events', (why) => {
  test('ends no event, and the new endpoint gets each', async () => {
    const partnerId = await refusing[why]();
    const customers = await Promise.all(Array.from({ length: 4 }, () => world.newCustomer(partnerId)));
    for (const customer of customers) await customer.change();
    await customers[0]?.change();
    let url = '';
    const deps = workerBefore(async () => (url = await world.switchEndpoint(partnerId)));
    await deliverBatch(deps, await world.dueNow('event'), 'event');
    expect(await endsOf(customers)).toEqual(Array(5).fill(null));
    await world.settle();
    expect(await endsOf(customers)).toEqual(Array(5).fill('delivered'));
    expect(new Set(world.receiver.messages.map((message) => message.url))).toEqual(new Set([url]));
    expect(world.receiver.messages).toHaveLength(5);
  });

  test('ends no later event of a customer of which it had ended one', async () => {
    const partnerId = await refusing[why]();
    const customer = await world.newCustomer(partnerId);
    await customer.change();
    const hints = await world.dueNow('event');
    // The worker looks for the customer's next event after it has ended this one.
    let ended = false;
    let isSwitched = false;
    const late = interposed(table, async (command, send) => {
      if (ended && !isSwitched) {
        isSwitched = true;
        await world.switchEndpoint(partnerId);
        await customer.change();
      }
      const answer = await send();
      if (isEnding(command)) ended = true;
      return answer;
    });
    await deliverBatch({ ...world.deps, table: late }, hints, 'event');
    expect(await endsOf([customer])).toEqual(['undelivered', null]);
    await world.settle();
    expect(await endsOf([customer])).toEqual(['undelivered', 'delivered']);
  });
});

describe.each(reasons)('a keeper that found the endpoint %s, before the partner set one that accepts events', (why) => {
  test('ends no parked event, and the new endpoint gets each', async () => {
    const partnerId = await refusing[why]();
    const customers = await Promise.all(Array.from({ length: 3 }, () => world.newCustomer(partnerId)));
    for (const customer of customers) await customer.change();
    await parkEvents(world.deps, await world.outbox(partnerId), await world.dueNow('event'));
    const deps = workerBefore(() => world.switchEndpoint(partnerId));
    for (const hint of await world.dueNow('outbox')) await runWork(runners(deps), hint);
    await world.settle();
    expect(await endsOf(customers)).toEqual(Array(3).fill('delivered'));
    expect(world.receiver.messages).toHaveLength(3);
  });
});

test('an endpoint that was read apart from its outbox, of which a disabled one is older, ends no event', async () => {
  const partnerId = await refusing.disabled();
  const earlier = await findItems(table, [keys.outbox(partnerId)], true);
  await world.switchEndpoint(partnerId);
  const customer = await world.newCustomer(partnerId);
  await customer.change();
  const later = await findItems(table, [keys.webhookEndpoint(partnerId), keys.webhookSecrets(partnerId)], true);
  let reads = 0;
  // A batch of reads is no transaction: each item may be of another moment.
  const torn = interposed(table, (command, send) =>
    command.constructor.name === 'BatchGetCommand' && (reads += 1) <= 2
      ? Promise.resolve({ Responses: { [table.name]: [...later, ...earlier] } })
      : send(),
  );
  await deliverBatch({ ...world.deps, table: torn }, await world.dueNow('event'), 'event');
  expect(await endsOf([customer])).toEqual([null]);
  await world.settle();
  expect(await endsOf([customer])).toEqual(['delivered']);
});

test('a worker that reads an older endpoint beside a newer outbox reads again', async () => {
  const partnerId = await world.newPartner();
  await world.switchEndpoint(partnerId);
  const earlier = await findItems(table, [keys.webhookEndpoint(partnerId)], true);
  const url = await world.switchEndpoint(partnerId);
  const customer = await world.newCustomer(partnerId);
  await customer.change();
  const rest = await findItems(table, [keys.webhookSecrets(partnerId), keys.outbox(partnerId)], true);
  const deps = { ...world.deps, table: laggingTable(table, [...earlier, ...rest]) };
  await deliverBatch(deps, await world.dueNow('event'), 'event');
  expect(world.receiver.messages.map((message) => message.url)).toEqual([url]);
});

describe('an endpoint that stays disabled', () => {
  test('leaves more events undelivered than one commit takes, those of one customer in one run', async () => {
    const partnerId = await refusing.disabled();
    const customers = await Promise.all(Array.from({ length: 60 }, () => world.newCustomer(partnerId)));
    for (const customer of customers) await customer.change();
    for (let count = 0; count < 5; count += 1) await customers[0]?.change();
    await parkEvents(world.deps, await world.outbox(partnerId), await world.dueNow('event'));
    await world.settle();
    expect(await endsOf(customers)).toEqual(Array(65).fill('undelivered'));
    expect(world.receiver.messages).toEqual([]);
  });

  test('has the other events of a batch ended when one of them is lost to another worker', async () => {
    const partnerId = await refusing.disabled();
    const customers = await Promise.all(Array.from({ length: 3 }, () => world.newCustomer(partnerId)));
    for (const customer of customers) await customer.change();
    const [first] = await world.dueNow('event');
    const deps = workerBefore(async () => {
      world.clock.pass(31_000);
      await deliverBatch(world.deps, first === undefined ? [] : [first], 'event');
    });
    await deliverBatch(deps, await world.dueNow('event'), 'event');
    expect(await endsOf(customers)).toEqual(Array(3).fill('undelivered'));
    expect((await Promise.all(customers.map((customer) => customer.events()))).flat().map(({ turn }) => turn)).toEqual(
      Array(3).fill(1),
    );
  });

  test.each(['before the worker claims it', 'while the worker ends it'])(
    'makes the follower due that an event got %s',
    async (when) => {
      const partnerId = await refusing.disabled();
      const customer = await world.newCustomer(partnerId);
      await customer.change();
      const hints = await world.dueNow('event');
      const follow = async (): Promise<void> => {
        await customer.change();
        const next = (await customer.events())[1];
        const taken = next === undefined ? null : await takeDue(world.deps, entryKey(next));
        if (taken === null) throw new Error('the next event is due');
        expect(await followPrevious(taken.holder, taken.event)).toBe(true);
      };
      if (when === 'while the worker ends it') await deliverBatch(workerBefore(follow), hints, 'event');
      else await follow();
      await world.settle();
      expect(await endsOf([customer])).toEqual(['undelivered', 'undelivered']);
    },
  );
});
