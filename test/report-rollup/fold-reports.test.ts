import { keepAll } from './keep-all.ts';
import { describe, expect, test } from '@jest/globals';
import { foldReports } from '../../lambdas/report-rollup/fold-reports.ts';
import { blockLimits } from '../../lambdas/store/delivery/index-limits.ts';
import { scopePartition } from '../../lambdas/store/delivery/keys.ts';
import { searchEvents } from '../../lambdas/store/delivery/search-events.ts';
import { memoryIndex } from '../../scripts/bench/delivery/memory-index.ts';
import { customers, instances, messageTable, partnerId, plainEvent, uuidOf } from '../delivery/reports.ts';

const now = Date.UTC(2026, 4, 20, 10, 30);
const patience = { sleep: () => Promise.resolve(), random: () => 0 };

const recordsOf = (count: number): readonly unknown[] => {
  const table = messageTable();
  return Array.from({ length: count }, (_, number) => {
    const reported = table.report(
      plainEvent(uuidOf(9, number), {
        message_id: `m-${number}`,
        instance_id: instances[number % 2] ?? '',
        occurred_at: now - number * 1_000,
        received_at: now,
      }),
    );
    return reported?.record;
  });
};

describe('a batch of the stream', () => {
  test('is folded into the partner, its customers and its lines', async () => {
    const index = memoryIndex();
    const deps = {
      index,
      patience,
      limits: blockLimits,
      forget: keepAll,
      watch: () => Promise.resolve(),
      onError: () => undefined,
    };
    expect(await foldReports(deps, recordsOf(10))).toEqual([]);
    const found = await Promise.all(
      (
        [
          { kind: 'partner', partnerId },
          { kind: 'customer', partnerId, customerId: customers[0] },
          { kind: 'customer', partnerId, customerId: customers[1] },
          { kind: 'instance', partnerId, instanceId: instances[0] },
          { kind: 'instance', partnerId, instanceId: instances[1] },
        ] as const
      ).map((scope) => searchEvents({ index, patience }, scope, { from: 0, to: now }, { page: 1, pageSize: 50 }, now)),
    );
    expect(found.map(({ total }) => total)).toEqual([10, 10, 0, 5, 5]);
  });

  test('gives back only the records of the scope that failed', async () => {
    const index = memoryIndex();
    const broken = scopePartition({ kind: 'instance', partnerId, instanceId: instances[1] });
    const errors: unknown[] = [];
    const failing: typeof index = {
      ...index,
      commit: (partition, nodes) =>
        partition === broken ? Promise.reject(new Error('throttled')) : index.commit(partition, nodes),
    };
    const deps = {
      index: failing,
      patience,
      limits: blockLimits,
      watch: () => Promise.resolve(),
      forget: keepAll,
      onError: (error: unknown) => errors.push(error),
    };
    expect(await foldReports(deps, recordsOf(6))).toEqual(['2', '4', '6']);
    expect(errors).toEqual([new Error('throttled')]);
  });

  test('gives back a record that is not understood, and folds the others', async () => {
    const index = memoryIndex();
    const strange = {
      eventName: 'INSERT',
      dynamodb: { Keys: { pk: { S: 'P#1' } }, SequenceNumber: '77', NewImage: {} },
    };
    const deps = {
      index,
      patience,
      limits: blockLimits,
      forget: keepAll,
      watch: () => Promise.resolve(),
      onError: () => undefined,
    };
    expect(await foldReports(deps, [strange, ...recordsOf(2)])).toEqual(['77']);
    expect(index.partitions.size).toBe(4);
  });
});
