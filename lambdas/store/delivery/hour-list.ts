import { emptyList, type Block, type BlockList } from '../../domain/delivery/block-list.ts';
import { startOfHour, type Hour } from '../../domain/delivery/time-grid.ts';
import { contended } from '../table/commit.ts';
import type { IndexItem, NodeWrite } from './delivery-index.ts';
import { sortKeys } from './keys.ts';
import { packNewerList, packOlderList, unpackNewerList, unpackOlderList } from './list-codec.ts';

/**
 * The list of an hour's blocks in two items. Reports come nearly in the order of time, so that a commit changes the
 * last few blocks: these it writes every time, the long list before them once in a while.
 */
export interface HourList extends BlockList {
  /** How many of the blocks, from the first, stand in the older part. */
  readonly older: number;
  readonly newerItem: IndexItem | undefined;
  readonly olderItem: IndexItem | undefined;
}

export const listKeys = (hour: Hour): readonly string[] => [sortKeys.list(hour), sortKeys.olderList(hour)];

/** The hour's list out of the items read for it. @throws Contended when the parts were read from different versions */
export const hourList = (hour: Hour, items: ReadonlyMap<string, IndexItem>): HourList => {
  const newerItem = items.get(sortKeys.list(hour));
  const olderItem = items.get(sortKeys.olderList(hour));
  if (newerItem === undefined) return { ...emptyList(startOfHour(hour)), older: 0, newerItem, olderItem };
  const { olderVersion, ...newer } = unpackNewerList(hour, newerItem.body);
  if (olderVersion !== (olderItem?.version ?? 0)) throw contended();
  const older = olderItem === undefined ? [] : unpackOlderList(hour, olderItem.body);
  return { ...newer, blocks: [...older, ...newer.blocks], older: older.length, newerItem, olderItem };
};

/** Blocks that stay in the newer part because late and parallel reports still find their way into them. */
const stillMoving = 6;
/** One write unit; with a long list a little more, so that the older part is written seldom enough. */
const newerBytes = 850;
const olderShare = 32;

/** What to write for a list's next version. `older` counts the blocks that stood in the older part, as they are now. */
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
  const kept = isShort ? older.count : Math.max(older.count, next.blocks.length - stillMoving);
  if (kept === older.count && !older.changed) return [short];
  const body = packOlderList(hour, next.blocks.slice(0, kept));
  return [
    newerWrite(next.blocks.slice(kept), olderVersion + 1),
    { sk: sortKeys.olderList(hour), version: olderVersion, body, ttl },
  ];
};
