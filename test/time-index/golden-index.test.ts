import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { auditHour } from '@swift-worker/time-index/audit-hour.ts';
import type { IndexItem, IndexScope } from '@swift-worker/time-index/delivery-index.ts';
import { anyEvent } from '@swift-worker/time-index/event-filter.ts';
import { findEvents } from '@swift-worker/time-index/find-events.ts';
import { foldEvents } from '@swift-worker/time-index/fold-events.ts';
import { memoryIndex, type MemoryIndex } from '@swift-worker/time-index/memory-index.ts';
import { startOfHour } from '@swift-worker/time-index/time-grid.ts';
import { z } from 'zod';
import { instances } from '../delivery/reports.ts';
import { eventsOf, firstHour, once } from './events.ts';

const partner: IndexScope = { partition: 'partner', instanceId: null };
const instance: IndexScope = { partition: 'instance', instanceId: instances[0] };
/** So small that few events split blocks and lists. */
const limits = { events: 6, bytes: 4_000, segments: 2 };

const morning = eventsOf(firstHour, 240, 100);
const batches = [
  morning.filter((_, place) => place % 9 !== 0),
  [...eventsOf(firstHour + 1, 5, 400), ...eventsOf(firstHour + 25, 3, 420)],
  // Late ones, and one that is there.
  morning.filter((_, place) => place % 9 === 0 || place === 1),
  eventsOf(firstHour + 24 * 9, 2, 440),
];

/** The stored bytes. What is deflated is compared by its content, because compressors change. */
const shownBody = ({ sk, version, body }: Pick<IndexItem, 'sk' | 'version' | 'body'>): string => {
  const isDeflated = sk.startsWith('E#') && version === 0 && body[1] === 1;
  const bytes = isDeflated ? Buffer.concat([body.subarray(0, 2), inflateRawSync(body.subarray(2))]) : body;
  return Buffer.from(bytes).toString('hex');
};

/** `partition sk version`, and the body. */
const shown = ({ partitions }: MemoryIndex): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(partitions)
      .flatMap(([name, items]) =>
        Array.from(items.values(), (item): readonly [string, string] => [
          `${name} ${item.sk} ${item.version}`,
          shownBody(item),
        ]),
      )
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );

const folded = async (): Promise<MemoryIndex> => {
  const index = memoryIndex();
  for (const batch of batches) {
    await foldEvents({ index, limits, repeat: once }, partner, batch);
    const own = batch.filter(({ instance_id: id }) => id === instance.instanceId);
    await foldEvents({ index, limits, repeat: once }, instance, own);
  }
  return index;
};

const file = path.join(import.meta.dirname, 'golden/index.json');
const golden = z.record(z.string(), z.string());

describe('the index of 250 events', () => {
  let kept: z.infer<typeof golden>;
  beforeAll(async () => {
    kept = golden.parse(JSON.parse(await readFile(file, 'utf8')));
  });

  /** Another byte is another version of a form: docs/stored-forms.md, "Changing a form". */
  it('has the golden keys and bytes', async () => {
    expect(shown(await folded())).toEqual(kept);
  });

  it('has items of every kind among them', () => {
    const kinds = Object.keys(kept).map((name) => name.split(' ')[1]?.replace(/\d{7}.*?(=?)$/, '$1'));
    expect(new Set(kinds)).toEqual(new Set(['E#', 'E#=', 'L#', 'D#', 'O#']));
  });

  it('is right: each event is found once, and the counts are those of the events', async () => {
    const index = await folded();
    const range = { from: startOfHour(firstHour), to: startOfHour(firstHour + 24 * 10) };
    const found = await findEvents({ index, repeat: once }, partner, [], range, { skip: 0, take: 300 }, anyEvent);
    const all = Array.from(new Map(batches.flat().map((event) => [event.id, event])).values());
    expect(found.total).toBe(250);
    expect(found.events).toEqual(
      all.sort((left, right) => right.occurred_at - left.occurred_at || (left.id < right.id ? 1 : -1)),
    );
    for (const scope of [partner, instance]) expect(await auditHour(index, scope, firstHour)).toEqual([]);
  });
});
