import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { packDay } from '@swift-worker/time-index/rollup-codec.ts';
import { sortKeys } from '@swift-worker/time-index/sort-keys.ts';
import { dayOfHour, hourOf } from '@swift-worker/time-index/time-grid.ts';
import { auditReports, type AuditReport } from '../../lambdas/reports/audit-reports.ts';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { scopePartition } from '../../lambdas/store/delivery/keys.ts';
import { sampleMessages } from '../../lambdas/store/delivery/message-sample.ts';
import { openWaiting } from '../../lambdas/store/delivery/waiting-reports.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startScene, type DeliveryScene } from '../delivery/delivery-scene.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';

const clock = testClock();
let table: TestTable;
let scene: DeliveryScene;

beforeEach(async () => {
  table = await startTestTable();
  scene = await startScene(table, clock.now);
  for (const message of ['a', 'b', 'c']) await scene.report({ message_id: message });
});
afterEach(async () => {
  scene.close();
  await table.stop();
});

/** A table whose scans read all segments: three messages are not in every segment. */
const wholeOf = (scanned: Table): Table =>
  interposed(scanned, (command, send) => {
    if (command instanceof ScanCommand) Object.assign(command.input, { TotalSegments: 1, Segment: 0 });
    return send();
  });

const audit = (): Promise<AuditReport> =>
  auditReports({
    index: tableIndex(table),
    waiting: openWaiting(table),
    retryPolicy: systemRetryPolicy,
    clock: clock.now,
    until: Infinity,
    sample: () => sampleMessages(wholeOf(table), () => 0),
  });

const instance = () => ({
  kind: 'instance' as const,
  partnerId: scene.partner.partnerId,
  instanceId: scene.instanceId,
});

describe('the audit', () => {
  test('finds nothing when everything was folded', async () => {
    await scene.fold();
    clock.pass(3_600_000);
    expect(await audit()).toEqual({ events: 3, hours: 3, differences: [] });
  });

  test('finds reports that wait to be folded, as searches do', async () => {
    await scene.fold();
    await scene.report({ message_id: 'waiting' });
    await scene.fold();
    clock.pass(3_600_000);
    expect(await audit()).toMatchObject({ differences: [] });
    await scene.foldIndex();
    expect(await audit()).toMatchObject({ differences: [] });
  });

  test('skips reports that the stream may not have delivered yet', async () => {
    clock.pass(60_000);
    expect(await audit()).toMatchObject({ events: 0, differences: [] });
  });

  test('finds a report that the stream lost', async () => {
    await scene.fold();
    await scene.report({ message_id: 'lost' });
    clock.pass(3_600_000);
    const { differences } = await audit();
    expect(differences.map(({ what }) => what)).toEqual(['event', 'event', 'event']);
    expect(new Set(differences.map(({ scope }) => scope)).size).toBe(3);
  });

  test('finds a wrong count', async () => {
    await scene.fold();
    await scene.foldIndex();
    const index = tableIndex(table);
    const partition = scopePartition(instance());
    const day = dayOfHour(hourOf(clock.now()));
    const existing = (await index.get(partition, [sortKeys.day(day)], 'strong')).get(sortKeys.day(day));
    const body = packDay(day, { hours: new Map(), instances: new Map() });
    await index.commit(partition, [{ sk: sortKeys.day(day), version: existing?.version ?? 0, body, ttl: 0 }]);
    clock.pass(3_600_000);
    const { differences } = await audit();
    expect(differences.map(({ what, scope }) => [what, scope])).toEqual([
      ['hour in its day', partition],
      ['day in its octave', partition],
    ]);
  });
});

describe('a sample', () => {
  test('of a small table covers a large part of it', async () => {
    const sampled = await sampleMessages(table, () => 0.99);
    expect(sampled.length).toBeGreaterThan(0);
    expect(sampled.flatMap(({ events }) => events).every(({ status }) => status === 'sent')).toBe(true);
  });
});
