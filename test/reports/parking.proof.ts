import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { deliveryHealth } from '../../lambdas/domain/delivery/health.ts';
import { healthWindow } from '../../lambdas/domain/delivery/health-window.ts';
import { foldParked, type FoldParkedDeps } from '../../lambdas/reports/fold-parked.ts';
import { auditReports } from '../../lambdas/reports/audit-reports.ts';
import { foldTail, type FoldTailDeps } from '../../lambdas/reports/fold-tail.ts';
import { journalReports, type JournalDeps } from '../../lambdas/reports/journal-reports.ts';
import { forgetReports } from '../../lambdas/reports/forgotten-reports.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { foldedStay } from '../../lambdas/store/delivery/folded-chunks.ts';
import { addToStripes } from '../../lambdas/store/delivery/journal.ts';
import { journalKeys, parkedKeys, scopePartition, type DeliveryScope } from '../../lambdas/store/delivery/keys.ts';
import { recordEvent } from '../../lambdas/store/delivery/message-record.ts';
import { readMessages } from '../../lambdas/store/delivery/message-statuses.ts';
import { sampleMessages } from '../../lambdas/store/delivery/message-sample.ts';
import { parkReports } from '../../lambdas/store/delivery/parked-reports.ts';
import { readHealth } from '../../lambdas/store/delivery/read-health.ts';
import { searchEvents } from '../../lambdas/store/delivery/search-events.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { openWaiting, nothingWaits } from '../../lambdas/store/delivery/waiting-reports.ts';
import { tryUpdate } from '../../lambdas/store/table/conditional-write.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { messageSite, plainEvent } from '../delivery/reports.ts';
import { openTableStream, type TableStream } from '../../tools/harness/table-stream.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { failingTable } from './failing-table.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';

const minute = 60_000;
const clock = testClock();
const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };

let table: TestTable;
let stream: TableStream;
beforeAll(async () => {
  table = await startTestTable();
  stream = await openTableStream(table);
});
afterAll(async () => {
  stream.close();
  await table.stop();
});

let isBroken = false;
beforeEach(() => {
  isBroken = true;
});

interface Deps {
  readonly journal: JournalDeps;
  readonly fold: FoldTailDeps;
  readonly parked: FoldParkedDeps;
}

/** The workers. Those that fold use a table of their own. */
const workersOn = (of: Table): Deps => {
  const base = { table, retryPolicy, clock: clock.now, newId, deadline: noDeadline, onError: () => undefined };
  const fold = { ...base, index: tableIndex(of), limits: blockLimits, watch: () => Promise.resolve() };
  const forget = forgetReports(table);
  const journal: JournalDeps['journal'] = (partnerId, reports) => addToStripes(base, partnerId, reports);
  return {
    journal: {
      ...base,
      forget,
      journal,
      watch: () => Promise.resolve(),
      park: (partnerId, reports) => parkReports(base, partnerId, null, reports),
      sendToFailedQueue: () => Promise.reject(new Error('no record has to go to the failed queue')),
    },
    fold: { ...fold, park: (...parked) => parkReports(base, ...parked) },
    parked: {
      ...fold,
      forget,
      journal,
      readMessages: (messages) => readMessages(table, messages),
      onParked: () => undefined,
    },
  };
};

interface Instance {
  readonly partnerId: string;
  readonly instanceId: string;
  readonly customerId: string;
}

const newInstance = (partnerId: string = randomUUID()): Instance => ({
  partnerId,
  instanceId: randomUUID(),
  customerId: randomUUID(),
});
const scopesOf = ({ partnerId, customerId, instanceId }: Instance): readonly DeliveryScope[] => [
  { kind: 'partner', partnerId },
  { kind: 'customer', partnerId, customerId },
  { kind: 'instance', partnerId, instanceId },
];

const report = async (
  instance: Instance,
  message: string,
  fields: Partial<DeliveryEvent> = {},
): Promise<DeliveryEvent> => {
  const event = plainEvent(newId(clock.now()), {
    instance_id: instance.instanceId,
    customer_id: instance.customerId,
    message_id: message,
    occurred_at: clock.now(),
    received_at: clock.now(),
    ...fields,
  });
  await recordEvent(table, messageSite(instance.partnerId, event), event);
  return event;
};

const reading = () => ({ index: tableIndex(table), retryPolicy, waiting: openWaiting(table) });

/** The totals of a scope's search and health. */
const shownOf = async (scope: DeliveryScope): Promise<unknown> => {
  const range = { from: 0, to: clock.now() };
  const { total, events } = await searchEvents(reading(), scope, range, { page: 1, pageSize: 200 }, clock.now());
  const window = healthWindow(24, clock.now());
  return {
    total,
    ids: events.map(({ id }) => id),
    health: deliveryHealth(window, await readHealth(reading(), scope, window), false),
  };
};

/** The number of events in the scope's index, without those that wait or are parked. */
const indexedOf = async (scope: DeliveryScope): Promise<number> => {
  const range = { from: clock.now() - minute, to: clock.now() };
  const search = { ...reading(), waiting: nothingWaits };
  return (await searchEvents(search, scope, range, { page: 1, pageSize: 1 }, clock.now())).total;
};

/** Folds the journal of a partner as if its reports had waited long enough. */
const fold = async (deps: Deps, partnerId: string): Promise<void> => {
  const key = journalKeys.tail(partnerId, 0);
  const now = new Date(clock.now()).toISOString();
  await tryUpdate(table, {
    Key: { ...key },
    UpdateExpression: 'SET due_at = :now, fold_by = :now',
    ExpressionAttributeValues: { ':now': now },
  });
  await runWork({ reportFold: (work) => foldTail(deps.fold, work, Infinity) }, key);
};

/** Adds records to the journals of these partners, and folds them. */
const drive = async (deps: Deps, records: readonly unknown[], partners: readonly Instance[]): Promise<void> => {
  expect(await journalReports(deps.journal, records, Infinity)).toEqual([]);
  for (const { partnerId } of partners) await fold(deps, partnerId);
};

const unpark = async ({ parked }: Deps, scope: DeliveryScope | null, partnerId: string): Promise<void> => {
  clock.pass(10 * minute);
  await runWork({ parkedReports: (work) => foldParked(parked, work, Infinity) }, parkedKeys.head(partnerId, scope));
};

const parkedItems = async (partnerId: string, scope: DeliveryScope | null): Promise<readonly unknown[]> =>
  queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': parkedKeys.head(partnerId, scope).pk },
  });

const differencesAt = async (at: number): Promise<unknown> =>
  (
    await auditReports({
      ...reading(),
      clock: () => at,
      until: Infinity,
      sample: () => sampleMessages(table, () => 0),
    })
  ).differences;

describe('a scope whose commits fail', () => {
  test('blocks none of 300 others, is shown exactly, and is folded when commits succeed again', async () => {
    await stream.read();
    const failing = newInstance();
    const instances = Array.from({ length: 100 }, () => newInstance());
    const early = await report(failing, 'early');
    for (const instance of instances) await report(instance, 'a');
    const late = await report(failing, 'early', { status: 'delivered' });
    const records = await stream.read();
    expect(records).toHaveLength(102);
    const [partner, customer, instance] = scopesOf(failing);
    if (partner === undefined || customer === undefined || instance === undefined) throw new Error('three scopes');
    const deps = workersOn(failingTable(table, scopePartition(instance), () => isBroken));
    await drive(deps, records, [failing, ...instances]);
    for (const instance of instances) {
      expect(await Promise.all(scopesOf(instance).map(indexedOf))).toEqual([1, 1, 1]);
    }
    expect(await Promise.all([partner, customer, instance].map(indexedOf))).toEqual([2, 2, 0]);
    clock.pass(foldedStay);
    await fold(deps, failing.partnerId);
    const wanted = await shownOf(partner);
    expect(wanted).toMatchObject({ total: 2, ids: expect.arrayContaining([early.id, late.id]) });
    expect(await shownOf(instance)).toEqual(wanted);
    await expect(unpark(deps, instance, failing.partnerId)).rejects.toThrow('takes no commits');
    isBroken = false;
    await unpark(deps, instance, failing.partnerId);
    expect(await shownOf(instance)).toEqual(await shownOf(partner));
    // A reader may still see the index as it was before the fold.
    expect(await parkedItems(failing.partnerId, instance)).toHaveLength(2);
    await unpark(deps, instance, failing.partnerId);
    expect(await shownOf(instance)).toEqual(await shownOf(partner));
    expect(await parkedItems(failing.partnerId, instance)).toEqual([]);
    expect(await differencesAt(clock.now() + 60 * minute)).toEqual([]);
  });

  test('counts each report once, however often the stream and the queue deliver it', async () => {
    await stream.read();
    const instance = newInstance();
    const [partner, customer] = scopesOf(instance);
    if (partner === undefined || customer === undefined) throw new Error('three scopes');
    const deps = workersOn(failingTable(table, scopePartition(customer), () => isBroken));
    await report(instance, 'm1', {
      status: 'failed',
      error: { code: 131_026, title: 'T', message: null, details: null },
    });
    await report(instance, 'm1', { status: 'delivered' });
    await report(instance, 'm2', { status: 'read' });
    const first = await stream.read();
    await drive(deps, first, [instance]);
    await drive(deps, first.toReversed(), [instance]);
    await report(instance, 'm2', { status: 'delivered' });
    const second = await stream.read();
    isBroken = false;
    await drive(deps, second, [instance]);
    expect(await shownOf(customer)).toEqual(await shownOf(partner));
    await drive(deps, first.slice(1), [instance]);
    await unpark(deps, customer, instance.partnerId);
    await unpark(deps, customer, instance.partnerId);
    await drive(deps, [...second, ...first], [instance]);
    expect(await shownOf(customer)).toEqual(await shownOf(partner));
    expect(await shownOf(customer)).toMatchObject({ total: 4, health: { messages: 2, counts: { delivered: 2 } } });
    expect(await parkedItems(instance.partnerId, customer)).toEqual([]);
  });
});

describe('a partner whose customers cannot be read', () => {
  test('has its reports parked until they can be journalled', async () => {
    await stream.read();
    const [instance, other] = [newInstance(), newInstance()];
    await report(instance, 'a');
    await report(other, 'a');
    const deps = workersOn(table);
    const { forget } = deps.journal;
    const journal: JournalDeps = {
      ...deps.journal,
      forget: (partnerId, reports) =>
        partnerId === instance.partnerId ? Promise.reject(new Error('no answer')) : forget(partnerId, reports),
    };
    await drive({ ...deps, journal }, await stream.read(), [other]);
    for (const scope of scopesOf(other)) expect(await shownOf(scope)).toMatchObject({ total: 1 });
    for (const scope of scopesOf(instance)) expect(await shownOf(scope)).toMatchObject({ total: 0 });
    await unpark(deps, null, instance.partnerId);
    for (const scope of scopesOf(instance)) expect(await shownOf(scope)).toMatchObject({ total: 1 });
    await unpark(deps, null, instance.partnerId);
    expect(await parkedItems(instance.partnerId, null)).toEqual([]);
  });
});
