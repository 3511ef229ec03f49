import { comparePositions, type Block } from './block-list.ts';
import type { IndexedEvent } from './event.ts';
import { IndexChanged } from './errors.ts';
import type { Consistency, DeliveryIndex, IndexItem } from './delivery-index.ts';
import { runsOf } from './index-limits.ts';
import { keysOfList, sortRanges, type ListKind } from './sort-keys.ts';
import { unpackSegment } from './segment.ts';

export const positionOf = (event: IndexedEvent) => ({ at: event.occurred_at, id: event.id });

const byPosition = (left: IndexedEvent, right: IndexedEvent): number =>
  comparePositions(positionOf(left), positionOf(right));

/**
 * The events of a block, ascending, from the items that were read for it. Segments that the block does not list are
 * ignored: their writers did not commit. @throws IndexChanged when a listed segment is missing, because the block was replaced
 */
export const eventsOfBlock = (
  block: Block,
  items: ReadonlyMap<string, IndexItem>,
  kind: ListKind,
): readonly IndexedEvent[] => {
  const events = block.segments.flatMap((name) => {
    const item = items.get(keysOfList[kind].segment(block.start, name));
    if (item === undefined) throw new IndexChanged();
    return unpackSegment(item.body);
  });
  return block.segments.length > 1 ? events.sort(byPosition) : events;
};

export const bySortKey = (items: readonly IndexItem[]): ReadonlyMap<string, IndexItem> =>
  new Map(items.map((item) => [item.sk, item]));

/** Reads blocks by their indexes. One query reads a run of neighbouring blocks. @throws IndexChanged */
export const readBlocks = async (
  index: DeliveryIndex,
  partition: string,
  { blocks, kind }: { readonly blocks: readonly Block[]; readonly kind: ListKind },
  indexes: Iterable<number>,
  consistency: Consistency,
): Promise<ReadonlyMap<number, readonly IndexedEvent[]>> => {
  const found = new Map<number, readonly IndexedEvent[]>();
  const readRun = async ([first, last]: readonly [number, number]): Promise<void> => {
    const run = blocks.slice(first, last + 1);
    const [start, end] = [run.at(0), run.at(-1)];
    if (start === undefined || end === undefined) return;
    const items = bySortKey(await index.range(partition, sortRanges.blocks(start.start, end.start, kind), consistency));
    for (const [offset, block] of run.entries()) found.set(first + offset, eventsOfBlock(block, items, kind));
  };
  await Promise.all(runsOf(indexes).map(readRun));
  return found;
};
