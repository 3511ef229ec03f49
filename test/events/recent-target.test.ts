import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { keys } from '../../lambdas/store/table/keys.ts';
import { findItems } from '../../lambdas/store/table/read.ts';
import { changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { deliverBatch } from '../../lambdas/events/delivery/deliver-batch.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { laggingTable } from './lagging-table.ts';
import { outboxWorld } from './outbox-world.ts';

let table: TestTable;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

/** The items from which a worker knows where to send a partner's events. */
const targetItems = (partnerId: string) =>
  findItems(table, [keys.webhookEndpoint(partnerId), keys.webhookSecrets(partnerId), keys.outbox(partnerId)], true);

describe('an event whose worker reads its endpoint a moment too early', () => {
  test('is delivered to an endpoint that was added in the meantime', async () => {
    const world = outboxWorld(table);
    const partnerId = await world.newPartner();
    await (await world.newCustomer(partnerId)).change();
    const deps = { ...world.deps, table: laggingTable(table, []) };
    await deliverBatch(deps, await world.dueNow('event'), 'event');
    expect(world.receiver.messages).toHaveLength(1);
    expect(await world.dueNow('event')).toEqual([]);
  });

  test('is delivered to an endpoint that is not paused any more', async () => {
    const world = outboxWorld(table);
    const partnerId = await world.newPartner();
    const { clock, deps } = world;
    const paused = { since: clock.now(), failures: 10, warned: false, probes: 0, probeAt: clock.now() + 300_000 };
    await changeOutbox(table, deps.retryPolicy, partnerId, (record) => ({
      record: { ...record, health: { state: 'paused', ...paused } },
      clauses: [],
    }));
    const earlier = await targetItems(partnerId);
    await changeOutbox(table, deps.retryPolicy, partnerId, (record) => ({
      record: { ...record, health: { state: 'healthy' } },
      clauses: [],
    }));
    await (await world.newCustomer(partnerId)).change();
    const late = { ...deps, table: laggingTable(table, earlier) };
    await deliverBatch(late, await world.dueNow('event'), 'event');
    expect(world.receiver.messages).toHaveLength(1);
    expect(await world.dueNow('event')).toEqual([]);
  });
});
