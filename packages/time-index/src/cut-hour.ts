import { countOf } from './block-list.ts';
import { mostFiltered } from './event-filter.ts';
import type { HourEntries } from './state-changes.ts';
import { eventsIn, type Tally } from './tally.ts';
import { hourOf, startOfHour, type Milliseconds } from './time-grid.ts';
import { IndexChanged } from './errors.ts';
import { countsStates, hourList, listKeys, type HourList } from './hour-list.ts';
import { readBlocks } from './block-events.ts';
import type { Reading } from './read-page.ts';

/**
 * All entries of the hour that a time cuts. A later event of the hour may change a message that belongs to the time before.
 * @param expected what the rollups count in the hour
 * @returns null when there are more than a call reads @throws IndexChanged when a commit came between the reads
 */
export const entriesOfCutHour = async (
  { index, partition, consistency }: Reading,
  time: Milliseconds,
  expected: Tally,
): Promise<HourEntries | null> => {
  const hour = hourOf(time);
  if (time === startOfHour(hour)) return { events: [], echoes: [] };
  const keys = [...listKeys(hour, 'events'), ...listKeys(hour, 'echoes')];
  const nodes = await index.get(partition, keys, consistency);
  const [events, echoes] = [hourList(hour, nodes, 'events'), hourList(hour, nodes, 'echoes')];
  const agree = countOf(events.blocks) === eventsIn(expected) && countsStates(events, echoes, expected);
  if (!agree) throw new IndexChanged();
  if (countOf(events.blocks) + countOf(echoes.blocks) > mostFiltered) return null;
  const entriesOf = async (list: HourList) =>
    Array.from((await readBlocks(index, partition, list, list.blocks.keys(), consistency)).values()).flat();
  const [ofEvents, ofEchoes] = await Promise.all([entriesOf(events), entriesOf(echoes)]);
  return { events: ofEvents, echoes: ofEchoes };
};
