import { keepAll } from './keep-all.ts';
import { describe, expect, test } from '@jest/globals';
import { foldReports, type FoldReportsDeps } from '../../lambdas/report-rollup/fold-reports.ts';
import { blockLimits } from '../../lambdas/store/delivery/index-limits.ts';
import type { DeliveryIndex } from '../../lambdas/store/delivery/delivery-index.ts';
import { messageKey, scopePartition } from '../../lambdas/store/delivery/keys.ts';
import { searchEvents } from '../../lambdas/store/delivery/search-events.ts';
import { memoryIndex } from '../../tools/bench/delivery/memory-index.ts';
import { customers, instances, messageTable, partnerId, plainEvent, uuidOf } from '../delivery/reports.ts';

const now = Date.UTC(2026, 4, 20, 10, 30);
const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0 };

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

const keyOf = (number: number): string =>
  messageKey(partnerId, '1065', { kind: 'message_id', value: `m-${number}` }).pk;

const never = (): Promise<void> => Promise.reject(new Error('not to be called'));

const depsOf = (index: DeliveryIndex): FoldReportsDeps => ({
  index,
  retryPolicy,
  clock: () => now,
  limits: blockLimits,
  forget: keepAll,
  watch: () => Promise.resolve(),
  park: never,
  setAside: never,
  onError: () => undefined,
});

describe('a batch of the stream', () => {
  test('is folded into the partner, its customers and its lines', async () => {
    const index = memoryIndex();
    expect(await foldReports({ ...depsOf(index), park: never }, recordsOf(10), Infinity)).toEqual([]);
    const found = await Promise.all(
      (
        [
          { kind: 'partner', partnerId },
          { kind: 'customer', partnerId, customerId: customers[0] },
          { kind: 'customer', partnerId, customerId: customers[1] },
          { kind: 'instance', partnerId, instanceId: instances[0] },
          { kind: 'instance', partnerId, instanceId: instances[1] },
        ] as const
      ).map((scope) =>
        searchEvents({ index, retryPolicy }, scope, { from: 0, to: now }, { page: 1, pageSize: 50 }, now),
      ),
    );
    expect(found.map(({ total }) => total)).toEqual([10, 10, 0, 5, 5]);
  });

  test('parks the reports of the scope that fails, after three tries', async () => {
    const index = memoryIndex();
    const scope = { kind: 'instance', partnerId, instanceId: instances[1] } as const;
    const errors: unknown[] = [];
    const parked: unknown[] = [];
    let commits = 0;
    const failing: typeof index = {
      ...index,
      commit: (partition, nodes) => {
        if (partition !== scopePartition(scope)) return index.commit(partition, nodes);
        commits += 1;
        return Promise.reject(new Error('refused'));
      },
    };
    const deps = {
      ...depsOf(failing),
      park: (...given: readonly unknown[]) => {
        parked.push(given);
        return Promise.resolve();
      },
      onError: (error: unknown) => errors.push(error),
    };
    const records = recordsOf(6);
    expect(await foldReports(deps, records, Infinity)).toEqual([]);
    expect(errors).toEqual([new Error('refused')]);
    expect(commits).toBe(3);
    const reports = [1, 3, 5].map((number) => ({ message: keyOf(number), known: [], brought: ['sent'] }));
    expect(parked).toEqual([[partnerId, scope, reports]]);
  });

  test('parks what there is no time for without a try', async () => {
    const index = memoryIndex();
    const parked: unknown[] = [];
    const deps = {
      ...depsOf(index),
      park: (_: string, scope: unknown) => {
        parked.push(scope);
        return Promise.resolve();
      },
    };
    expect(await foldReports(deps, recordsOf(2), 0)).toEqual([]);
    expect(parked).toEqual([null]);
    expect(index.partitions.size).toBe(0);
  });

  test('parks a report that can not be read, and folds the others', async () => {
    const index = memoryIndex();
    const parked: unknown[] = [];
    const strange = {
      eventName: 'INSERT',
      dynamodb: {
        Keys: { pk: { S: keyOf(7) } },
        SequenceNumber: '77',
        NewImage: { s_read: { B: Buffer.from('of another version').toString('base64') }, ttl: { N: '5' } },
      },
    };
    const deps = {
      ...depsOf(index),
      park: (...given: readonly unknown[]) => {
        parked.push(given);
        return Promise.resolve();
      },
    };
    expect(await foldReports(deps, [strange, ...recordsOf(2)], Infinity)).toEqual([]);
    expect(parked).toEqual([[partnerId, null, [{ message: keyOf(7), known: [], brought: ['read'] }]]]);
    expect(index.partitions.size).toBe(4);
  });

  test('sets a record aside that is no report, and folds the others', async () => {
    const index = memoryIndex();
    const asides: unknown[] = [];
    const strange = {
      eventName: 'INSERT',
      dynamodb: { Keys: { pk: { S: 'P#1' } }, SequenceNumber: '77', NewImage: {} },
    };
    const deps = {
      ...depsOf(index),
      park: never,
      setAside: (record: unknown) => {
        asides.push(record);
        return Promise.resolve();
      },
    };
    expect(await foldReports(deps, [strange, ...recordsOf(2)], Infinity)).toEqual([]);
    expect(asides).toEqual([strange]);
    expect(index.partitions.size).toBe(4);
  });

  test('gives back the records that can not be parked', async () => {
    const index = memoryIndex();
    const failing: typeof index = { ...index, commit: () => Promise.reject(new Error('refused')) };
    const deps = {
      ...depsOf(failing),
      park: (_: string, scope: { readonly kind: string } | null) =>
        scope?.kind === 'instance' ? Promise.reject(new Error('refused')) : Promise.resolve(),
    };
    expect((await foldReports(deps, recordsOf(3), Infinity)).toSorted()).toEqual(['1', '2', '3']);
  });
});
