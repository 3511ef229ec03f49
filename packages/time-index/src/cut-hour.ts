import { blockIndexAt, countOf } from './block-list.ts';
import { mostFiltered } from './event-filter.ts';
import type { IndexedEvent } from './event.ts';
import { hourOf, startOfHour, type Milliseconds } from './time-grid.ts';
import { IndexChanged } from './errors.ts';
import { readBlocks } from './block-events.ts';
import { readBlockLists, type Reading } from './read-page.ts';

/**
 * The events of an hour that came before a time in it.
 * @param expected how many the counts of the hour have in all
 * @returns null when there are more than a call reads @throws IndexChanged when a commit came between the reads
 */
export const eventsBefore = async (
  reading: Reading,
  time: Milliseconds,
  expected: number,
): Promise<readonly IndexedEvent[] | null> => {
  const hour = hourOf(time);
  if (time === startOfHour(hour) || expected === 0) return [];
  const blocks = (await readBlockLists(reading, [hour])).get(hour) ?? [];
  if (countOf(blocks) !== expected) throw new IndexChanged();
  const earlier = blocks.slice(0, blockIndexAt(blocks, { at: time, id: '' }) + 1);
  if (countOf(earlier) > mostFiltered) return null;
  const { index, partition, consistency } = reading;
  const read = await readBlocks(index, partition, blocks, earlier.keys(), consistency);
  return Array.from(read.values())
    .flat()
    .filter((event) => event.occurred_at < time);
};
