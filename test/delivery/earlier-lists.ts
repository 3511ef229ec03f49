import type { DeliveryIndex, IndexItem } from '../../lambdas/store/delivery/delivery-index.ts';
import {
  packNewerList,
  packOlderList,
  unpackNewerList,
  unpackOlderList,
} from '../../lambdas/store/delivery/list-codec.ts';
import type { Block } from '../../lambdas/domain/delivery/block-list.ts';

const listKey = /^E#(\d{7})(=?)$/;

/** The length of what follows the blocks when no block has a summary: the number of codes, and a byte for each block. */
const extensionOf = (blocks: readonly Block[]): number => 1 + blocks.length;

const forgotten = (blocks: readonly Block[]): readonly Block[] => blocks.map((block) => ({ ...block, summary: null }));

/** A list as versions before the summaries wrote it. */
export const earlierList = (item: IndexItem): IndexItem => {
  const [, digits, isOlder] = listKey.exec(item.sk) ?? [];
  if (digits === undefined) return item;
  const hour = Number(digits);
  if (isOlder === '=') {
    const blocks = forgotten(unpackOlderList(hour, item.body));
    return { ...item, body: packOlderList(hour, blocks).slice(0, -extensionOf(blocks)) };
  }
  const list = unpackNewerList(hour, item.body);
  const blocks = forgotten(list.blocks);
  return { ...item, body: packNewerList(hour, { ...list, blocks }).slice(0, -extensionOf(blocks)) };
};

/** An index whose lists were written by an earlier version. */
export const withEarlierLists = (index: DeliveryIndex): DeliveryIndex => ({
  ...index,
  get: async (...asked) =>
    new Map(Array.from(await index.get(...asked), ([sk, item]) => [sk, earlierList(item)] as const)),
  range: async (...asked) => (await index.range(...asked)).map(earlierList),
});
