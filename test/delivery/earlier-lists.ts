import type { Block } from '@swift-worker/time-index/block-list.ts';
import type { DeliveryIndex, IndexItem } from '@swift-worker/time-index/delivery-index.ts';
import { packNewerList, packOlderList, unpackNewerList, unpackOlderList } from '@swift-worker/time-index/list-codec.ts';

const listKey = /^E#(\d{7})(=?)$/;

const forgotten = (blocks: readonly Block[]): readonly Block[] => blocks.map((block) => ({ ...block, summary: null }));

/** A list whose blocks have no summaries. */
export const earlierList = (item: IndexItem): IndexItem => {
  const [, digits, isOlder] = listKey.exec(item.sk) ?? [];
  if (digits === undefined) return item;
  const hour = Number(digits);
  if (isOlder === '=') {
    const blocks = forgotten(unpackOlderList(hour, item.body));
    return { ...item, body: packOlderList(hour, blocks) };
  }
  const list = unpackNewerList(hour, item.body);
  const blocks = forgotten(list.blocks);
  return { ...item, body: packNewerList(hour, { ...list, blocks }) };
};

/** An index whose lists have no summaries. */
export const withEarlierLists = (index: DeliveryIndex): DeliveryIndex => ({
  ...index,
  get: async (...asked) =>
    new Map(Array.from(await index.get(...asked), ([sk, item]) => [sk, earlierList(item)] as const)),
  range: async (...asked) => (await index.range(...asked)).map(earlierList),
});
