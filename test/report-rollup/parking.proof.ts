import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DeliveryEvent } from '../../lambdas/domain/delivery/event.ts';
import { deliveryHealth } from '../../lambdas/domain/delivery/health.ts';
import { healthWindow } from '../../lambdas/domain/delivery/health-window.ts';
import { foldParked, type FoldParkedDeps } from '../../lambdas/parked-reports/fold-parked.ts';
import { auditReports } from '../../lambdas/report-audit/audit-reports.ts';
import { foldReports, type FoldReportsDeps } from '../../lambdas/report-rollup/fold-reports.ts';
import { forgetReports } from '../../lambdas/report-rollup/forgotten-reports.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { blockLimits } from '../../lambdas/store/delivery/index-limits.ts';
import { parkedKeys, scopePartition, type DeliveryScope } from '../../lambdas/store/delivery/keys.ts';
import { recordEvent } from '../../lambdas/store/delivery/message-record.ts';
import { readMessages } from '../../lambdas/store/delivery/message-statuses.ts';
import { sampleMessages } from '../../lambdas/store/delivery/message-sample.ts';
import { parkReports } from '../../lambdas/store/delivery/parked-reports.ts';
import { readHealth } from '../../lambdas/store/delivery/read-health.ts';
import { searchEvents } from '../../lambdas/store/delivery/search-events.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { plainEvent } from '../delivery/reports.ts';
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
let asides: unknown[] = [];
beforeEach(() => {
  isBroken = true;
  asides = [];
});

const rollupOn = (of: Table): FoldReportsDeps & FoldParkedDeps => {
  const base = {
    table: of,
    index: tableIndex(of),
    retryPolicy,
    clock: clock.now,
    newId,
    limits: blockLimits,
    deadline: noDeadline,
  };
  return {
    ...base,
    forget: forgetReports(of),
    watch: () => Promise.resolve(),
    readMessages: (messages) => readMessages(of, messages),
    park: (...parked) => parkReports({ ...base, table }, ...parked),
    setAside: (record) => {
      asides.push(record);
      return Promise.resolve();
    },
    onParked: () => undefined,
    onError: () => undefined,
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
  await recordEvent(table, instance.partnerId, event);
  return event;
};

/** What a scope's search and health show. */
const shownOf = async (scope: DeliveryScope): Promise<unknown> => {
  const index = tableIndex(table);
  const range = { from: 0, to: clock.now() };
  const { total, events } = await searchEvents(
    { index, retryPolicy },
    scope,
    range,
    { page: 1, pageSize: 200 },
    clock.now(),
  );
  const window = healthWindow(24, clock.now());
  return {
    total,
    ids: events.map(({ id }) => id),
    health: deliveryHealth(window, await readHealth(index, scope, window), false),
  };
};

const totalOf = async (scope: DeliveryScope): Promise<number> => {
  const search = { index: tableIndex(table), retryPolicy };
  const range = { from: clock.now() - minute, to: clock.now() };
  return (await searchEvents(search, scope, range, { page: 1, pageSize: 1 }, clock.now())).total;
};

/** Hands a shard's records over as Lambda does, until it is through or was tried so often. @returns what was left */
const drive = async (
  deps: FoldReportsDeps,
  records: readonly unknown[],
  invocations: number,
): Promise<readonly unknown[]> => {
  let left = records;
  for (let count = 0; count < invocations && left.length > 0; count += 1) {
    const failed = new Set(await foldReports(deps, left, Infinity));
    const first = left.findIndex((record) => failed.has(sequenceNumberOf(record)));
    left = first < 0 ? [] : left.slice(first);
  }
  return left;
};

const sequenceNumberOf = (record: unknown): string =>
  (record as { readonly dynamodb: { readonly SequenceNumber: string } }).dynamodb.SequenceNumber;

const unpark = async (deps: FoldParkedDeps, scope: DeliveryScope | null, partnerId: string): Promise<void> => {
  clock.pass(10 * minute);
  await runWork({ parkedReports: (work) => foldParked(deps, work, Infinity) }, parkedKeys.head(partnerId, scope));
};

const parkedItems = async (partnerId: string, scope: DeliveryScope | null): Promise<readonly unknown[]> =>
  queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': parkedKeys.head(partnerId, scope).pk },
  });

const differencesAt = async (at: number): Promise<unknown> =>
  (
    await auditReports({
      index: tableIndex(table),
      retryPolicy,
      clock: () => at,
      until: Infinity,
      sample: () => sampleMessages(table, () => 0),
    })
  ).differences;

describe('a scope whose commits fail', () => {
  test('holds up none of 1,000 others, and gets its reports when they succeed again', async () => {
    await stream.read();
    const failing = newInstance();
    const instances = Array.from({ length: 334 }, () => newInstance());
    const early = await report(failing, 'early');
    for (const instance of instances) await report(instance, 'a');
    const late = await report(failing, 'early', { status: 'delivered' });
    const records = await stream.read();
    expect(records).toHaveLength(336);
    const [partner, customer, instance] = scopesOf(failing);
    if (partner === undefined || customer === undefined || instance === undefined) throw new Error('three scopes');
    const deps = rollupOn(failingTable(table, scopePartition(instance), () => isBroken));
    expect(await drive(deps, records, 1)).toEqual([]);
    for (const instance of instances) {
      const totals = await Promise.all(scopesOf(instance).map(totalOf));
      expect(totals).toEqual([1, 1, 1]);
    }
    const wanted = await shownOf(partner);
    expect(wanted).toMatchObject({ total: 2, ids: expect.arrayContaining([early.id, late.id]) });
    expect(await shownOf(customer)).toMatchObject({ total: 2 });
    expect(await shownOf(instance)).toMatchObject({ total: 0 });
    await expect(unpark(deps, instance, failing.partnerId)).rejects.toThrow('takes no commits');
    isBroken = false;
    await unpark(deps, instance, failing.partnerId);
    expect(await shownOf(instance)).toEqual(await shownOf(partner));
    expect(await parkedItems(failing.partnerId, instance)).toEqual([]);
    expect(await differencesAt(clock.now() + 60 * minute)).toEqual([]);
  }, 300_000);

  test('counts each report once, however often the stream and the queue bring it, and later reports beside them', async () => {
    await stream.read();
    const instance = newInstance();
    const [partner, customer] = scopesOf(instance);
    if (partner === undefined || customer === undefined) throw new Error('three scopes');
    const deps = rollupOn(failingTable(table, scopePartition(customer), () => isBroken));
    await report(instance, 'm1', {
      status: 'failed',
      error: { code: 131_026, title: 'T', message: null, details: null },
    });
    await report(instance, 'm1', { status: 'delivered' });
    await report(instance, 'm2', { status: 'read' });
    const first = await stream.read();
    expect(await drive(deps, first, 1)).toEqual([]);
    expect(await drive(deps, first.toReversed(), 1)).toEqual([]);
    await report(instance, 'm2', { status: 'delivered' });
    const second = await stream.read();
    isBroken = false;
    expect(await drive(deps, second, 1)).toEqual([]);
    expect(await shownOf(customer)).toMatchObject({ total: 1 });
    expect(await drive(deps, first.slice(1), 1)).toEqual([]);
    await unpark(deps, customer, instance.partnerId);
    await unpark(deps, customer, instance.partnerId);
    expect(await drive(deps, [...second, ...first], 1)).toEqual([]);
    expect(await shownOf(customer)).toEqual(await shownOf(partner));
    expect(await shownOf(customer)).toMatchObject({ total: 4, health: { messages: 2, counts: { delivered: 2 } } });
    expect(await parkedItems(instance.partnerId, customer)).toEqual([]);
  });

  test('leaves the records to the stream when they can not be parked either', async () => {
    await stream.read();
    const instance = newInstance();
    const [partner] = scopesOf(instance);
    if (partner === undefined) throw new Error('three scopes');
    await report(instance, 'a');
    const records = await stream.read();
    const deps: FoldReportsDeps = {
      ...rollupOn(failingTable(table, scopePartition(partner), () => isBroken)),
      park: () => Promise.reject(new Error('no table')),
    };
    expect(await drive(deps, records, 3)).toEqual(records);
    isBroken = false;
    expect(await drive(deps, records, 1)).toEqual([]);
    expect(await shownOf(partner)).toMatchObject({ total: 1 });
  });

  test('has reports that come while its parked ones are folded parked until the next time', async () => {
    await stream.read();
    const instance = newInstance();
    const [partner] = scopesOf(instance);
    if (partner === undefined) throw new Error('three scopes');
    const deps = rollupOn(failingTable(table, scopePartition(partner), () => isBroken));
    await report(instance, 'a');
    expect(await drive(deps, await stream.read(), 1)).toEqual([]);
    await report(instance, 'b');
    const meanwhile = await stream.read();
    const reading: FoldParkedDeps = {
      ...deps,
      readMessages: async (messages) => {
        expect(await drive(deps, meanwhile, 1)).toEqual([]);
        isBroken = false;
        return readMessages(table, messages);
      },
    };
    await unpark(reading, partner, instance.partnerId);
    await unpark(deps, partner, instance.partnerId);
    expect(await shownOf(partner)).toMatchObject({ total: 2 });
    expect(await parkedItems(instance.partnerId, partner)).toEqual([]);
  });
});

describe('a partner whose customers can not be read', () => {
  test('has its reports parked for all their scopes', async () => {
    await stream.read();
    const [instance, other] = [newInstance(), newInstance()];
    await report(instance, 'a');
    await report(other, 'a');
    const deps = rollupOn(table);
    const failing: FoldReportsDeps = {
      ...deps,
      forget: (partnerId, changes) =>
        partnerId === instance.partnerId ? Promise.reject(new Error('no answer')) : deps.forget(partnerId, changes),
    };
    expect(await drive(failing, await stream.read(), 1)).toEqual([]);
    for (const scope of scopesOf(other)) expect(await shownOf(scope)).toMatchObject({ total: 1 });
    for (const scope of scopesOf(instance)) expect(await shownOf(scope)).toMatchObject({ total: 0 });
    await unpark(deps, null, instance.partnerId);
    for (const scope of scopesOf(instance)) expect(await shownOf(scope)).toMatchObject({ total: 1 });
    expect(await parkedItems(instance.partnerId, null)).toEqual([]);
  });
});
