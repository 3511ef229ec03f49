import { emptyList, type Block, type BlockList } from './block-list.ts';
import { isSameTally, plus, statesIn, type Tally } from './tally.ts';
import { startOfHour, type Hour } from './time-grid.ts';
import { IndexChanged } from './errors.ts';
import type { IndexItem, NodeWrite } from './delivery-index.ts';
import { keysOfList, type ListKind } from './sort-keys.ts';
import { packNewerList, packOlderList, unpackNewerList, unpackOlderList } from './list-codec.ts';

/**
 * The list of an hour's blocks in two items. Reports come nearly in the order of time, so most commits change only the
 * last few blocks. The newer part holds these, and every commit writes it. The older part is written rarely.
 */
export interface HourList extends BlockList {
  /** How many of the blocks, from the first, are in the older part. */
  readonly older: number;
  readonly kind: ListKind;
  readonly newerItem: IndexItem | undefined;
  readonly olderItem: IndexItem | undefined;
}

export const listKeys = (hour: Hour, kind: ListKind): readonly string[] => [
  keysOfList[kind].list(hour),
  keysOfList[kind].older(hour),
];

/** The hour's list from the items that were read for it. @throws IndexChanged when the parts are of different versions */
export const hourList = (hour: Hour, items: ReadonlyMap<string, IndexItem>, kind: ListKind): HourList => {
  const newerItem = items.get(keysOfList[kind].list(hour));
  const olderItem = items.get(keysOfList[kind].older(hour));
  if (newerItem === undefined) return { ...emptyList(startOfHour(hour)), older: 0, kind, newerItem, olderItem };
  const { olderVersion, ...newer } = unpackNewerList(hour, newerItem.body);
  if (olderVersion !== (olderItem?.version ?? 0)) throw new IndexChanged();
  const older = olderItem === undefined ? [] : unpackOlderList(hour, olderItem.body);
  return { ...newer, blocks: [...older, ...newer.blocks], older: older.length, kind, newerItem, olderItem };
};

/** Whether the two lists of an hour count the states of its tally. A list of an earlier version does not say what it counts. */
export const countsStates = (events: BlockList, echoes: BlockList, tally: Tally): boolean =>
  events.states === undefined ||
  echoes.states === undefined ||
  isSameTally(plus(events.states, echoes.states), statesIn(tally));

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
  const { kind, newerItem, olderItem } = existing;
  const olderVersion = olderItem?.version ?? 0;
  const newerWrite = (blocks: readonly Block[], version: number): NodeWrite => ({
    sk: keysOfList[kind].list(hour),
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
    { sk: keysOfList[kind].older(hour), version: olderVersion, body, ttl },
  ];
};
