import { describe, expect, it } from '@jest/globals';
import { auditHour } from '@swift-worker/time-index/audit-hour.ts';
import type { IndexedEvent } from '@swift-worker/time-index/event.ts';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { memoryIndex } from '@swift-worker/time-index/memory-index.ts';
import { packDay, packHourInstances, unpackDay, unpackHourInstances } from '@swift-worker/time-index/rollup-codec.ts';
import { sortKeys } from '@swift-worker/time-index/sort-keys.ts';
import { hourOf, dayOfHour } from '@swift-worker/time-index/time-grid.ts';
import { foldScope } from '../../lambdas/store/delivery/fold-scope.ts';
import { indexScope, scopePartition } from '../../lambdas/store/delivery/keys.ts';
import { partnerId, plainEvent, uuidOf } from '../delivery/reports.ts';

const scope = { kind: 'partner', partnerId } as const;
const partition = scopePartition(scope);
const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0 };
const hour = 3_600_000;
const at = Date.UTC(2030, 0, 9, 10);
const first = hourOf(at);
const day = dayOfHour(first);

let ids = 0;
const eventOf = (fields: Parameters<typeof plainEvent>[1]): IndexedEvent => ({
  ...plainEvent(uuidOf(9, (ids += 1)), { received_at: at, ...fields }),
  effect: {
    first: true,
    delivered: false,
    read: false,
    failed: fields.status === 'failed' ? 1 : 0,
    byRecipient: false,
  },
});

const lines = Array.from({ length: 4_100 }, (_, number) => uuidOf(2, number + 1));
const sentBy = (instanceIds: readonly string[], occurredAt: number): readonly IndexedEvent[] =>
  instanceIds.map((instanceId, place) => eventOf({ instance_id: instanceId, occurred_at: occurredAt + place }));

const failuresOf = (codes: readonly number[], occurredAt: number): readonly IndexedEvent[] =>
  codes.map((code, place) =>
    eventOf({
      status: 'failed',
      error: { code, title: null, message: null, details: null },
      occurred_at: occurredAt + place,
    }),
  );

const indexOf = async (...folds: readonly (readonly IndexedEvent[])[]) => {
  const index = memoryIndex();
  for (const events of folds) await foldScope({ index, limits: blockLimits, retryPolicy }, scope, events);
  return index;
};

const change = async (index: ReturnType<typeof memoryIndex>, sk: string, by: (body: Uint8Array) => Uint8Array) => {
  const node = (await index.get(partition, [sk], 'strong')).get(sk);
  if (node === undefined) throw new Error('no node');
  await index.commit(partition, [{ sk, version: node.version, body: by(node.body), ttl: 0 }]);
};

const found = async (index: ReturnType<typeof memoryIndex>): Promise<readonly string[]> =>
  (await auditHour(index, indexScope(scope), first)).map(({ what }) => what);

describe('the audit of an hour with more lines than a node names', () => {
  const folded = () =>
    indexOf(sentBy(lines.toReversed(), at + hour), sentBy(lines.slice(2_000), at), sentBy(lines, at + 5_000));

  it('finds no difference, whichever lines its nodes name', async () => {
    expect(await found(await folded())).toEqual([]);
  });

  it('finds a wrong count of a line that a node names', async () => {
    const index = await folded();
    await change(index, sortKeys.instances(first), (body) => {
      const tallies = Array.from(unpackHourInstances(body));
      return packHourInstances(
        new Map(tallies.map(([name, tally], place) => [name, { ...tally, sent: tally.sent + (place === 0 ? 1 : 0) }])),
      );
    });
    expect(await found(index)).toEqual(['instances of the hour', 'instances of the day']);
  });

  it('finds a wrong count of a day', async () => {
    const index = await folded();
    await change(index, sortKeys.day(day), (body) => {
      const rollup = unpackDay(day, body);
      return packDay(day, { ...rollup, instances: new Map(Array.from(rollup.instances).slice(1)) });
    });
    expect(await found(index)).toEqual(['instances of the day', 'instances of the octave']);
  });
});

describe('the audit of an hour with more error codes than a node counts', () => {
  const codes = Array.from({ length: 160 }, (_, number) => 1_000 + number);

  it('finds no difference, whichever codes its nodes count', async () => {
    const index = await indexOf(
      failuresOf(codes.slice(80), at + hour),
      failuresOf(codes.toReversed(), at),
      failuresOf(codes, at + 5_000),
    );
    expect(await found(index)).toEqual([]);
  });

  it('finds a wrong number of failures', async () => {
    const index = await indexOf(failuresOf(codes, at));
    await change(index, sortKeys.day(day), (body) => {
      const rollup = unpackDay(day, body);
      const hours = Array.from(rollup.hours, ([name, bucket]) => {
        const tally = { ...bucket.tally, failed: bucket.tally.failed - 1 };
        return [name, { ...bucket, tally }] as const;
      });
      return packDay(day, { ...rollup, hours: new Map(hours) });
    });
    expect(await found(index)).toEqual(['hour in its day', 'day in its octave']);
  });
});
