import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dueAt, dueShard, eventShards, shardsOf, slowShard } from '../../lambdas/kernel/due.ts';
import { work, workKinds } from '../../lambdas/kernel/work.ts';

test('work stands in one of the shards of its queue, where the sweep looks', () => {
  fc.assert(
    fc.property(fc.constantFrom(...workKinds), fc.uuid(), (kind, id) => {
      const { queue } = work[kind];
      const swept = Array.from({ length: shardsOf(queue) }, (_, shard) => dueShard(queue, shard));
      expect(swept).toContain(dueAt(kind, id, 0).due_shard);
      expect(Array.from({ length: shardsOf('slow') }, (_, shard) => dueShard('slow', shard))).toContain(slowShard(id));
    }),
  );
});

test('events are spread over all of their shards', () => {
  const ids = Array.from(
    { length: 256 },
    (_, last) => `01920001-0000-7000-8000-0000000000${last.toString(16).padStart(2, '0')}`,
  );
  expect(new Set(ids.map((id) => dueAt('event', id, 0).due_shard)).size).toBe(eventShards);
});
