import { emptyList, type Block, type BlockList } from './block-list.ts';
import { startOfHour, type Hour } from './time-grid.ts';
import { IndexChanged } from './errors.ts';
import type { IndexItem, NodeWrite } from './delivery-index.ts';
import { sortKeys } from './sort-keys.ts';
import { packNewerList, packOlderList, unpackNewerList, unpackOlderList } from './list-codec.ts';

/**
 * The list of an hour's blocks in two items. Reports come nearly in the order of time, so most commits change only the
 * last few blocks. The newer part holds these, and every commit writes it. The older part is written rarely.
 */
export interface HourList extends BlockList {
  /** How many of the blocks, from the first, are in the older part. */
  readonly older: number;
  readonly newerItem: IndexItem | undefined;
  readonly olderItem: IndexItem | undefined;
}

export const listKeys = (hour: Hour): readonly string[] => [sortKeys.list(hour), sortKeys.olderList(hour)];

/** The hour's list from the items that were read for it. @throws IndexChanged when the parts are of different versions */
export const hourList = (hour: Hour, items: ReadonlyMap<string, IndexItem>): HourList => {
  const newerItem = items.get(sortKeys.list(hour));
  const olderItem = items.get(sortKeys.olderList(hour));
  if (newerItem === undefined) return { ...emptyList(startOfHour(hour)), older: 0, newerItem, olderItem };
  const { olderVersion, ...newer } = unpackNewerList(hour, newerItem.body);
  if (olderVersion !== (olderItem?.version ?? 0)) throw new IndexChanged();
  const older = olderItem === undefined ? [] : unpackOlderList(hour, olderItem.body);
  return { ...newer, blocks: [...older, ...newer.blocks], older: older.length, newerItem, olderItem };
};

/** Blocks that stay in the newer part, because late and concurrent reports still change them. */
const changingBlocks = 6;
/** The newer part fits into one write unit. With a long list it may be a little larger, so that the older part is written rarely. */
const newerBytes = 850;
const olderShare = 32;

/** The writes of a list's next version. `older` is the next version of the blocks that were in the older part. */
export const listWrites = (
  hour: Hour,
  existing: HourList,
  next: BlockList,
  older: { readonly count: number; readonly changed: boolean },
  ttl: number,
): readonly NodeWrite[] => {
  const { newerItem, olderItem } = existing;
  const olderVersion = olderItem?.version ?? 0;
  const newerWrite = (blocks: readonly Block[], version: number): NodeWrite => ({
    sk: sortKeys.list(hour),
    version: newerItem?.version ?? 0,
    body: packNewerList(hour, { ...next, olderVersion: version, blocks }),
    ttl,
  });
  const short = newerWrite(next.blocks.slice(older.count), olderVersion);
  const isShort = short.body.length <= newerBytes + (olderItem?.body.length ?? 0) / olderShare;
  if (isShort && !older.changed) return [short];
  const olderCount = isShort ? older.count : Math.max(older.count, next.blocks.length - changingBlocks);
  if (olderCount === older.count && !older.changed) return [short];
  const body = packOlderList(hour, next.blocks.slice(0, olderCount));
  return [
    newerWrite(next.blocks.slice(olderCount), olderVersion + 1),
    { sk: sortKeys.olderList(hour), version: olderVersion, body, ttl },
  ];
};
