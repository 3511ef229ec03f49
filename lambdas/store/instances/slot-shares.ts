import * as z from 'zod/mini';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import { slotShares, type Slots } from '../../domain/slots.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { commit, contended, persist, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { readSlots } from './slots.ts';

/**
 * A share of a partner's slots. Slots granted to shares count as taken in the partner's item, so that no more slots are
 * granted than the limit allows. An instance takes its slot from a share that has a free one.
 */
export interface Share {
  readonly granted: number;
  readonly taken: number;
}

const shareItem = z.object({ granted: z._default(z.number(), 0), taken: z._default(z.number(), 0) });
export const shareOf = (item: Item | undefined): Share => shareItem.parse(item ?? {});
export const leftIn = ({ granted, taken }: Share): number => granted - taken;

export const readShares = async (table: Table, partnerId: string): Promise<readonly Share[]> => {
  const all = Array.from({ length: slotShares }, (_, share) => keys.slotShare(partnerId, share));
  return (await getItems(table, all)).map(shareOf);
};

export const mayHaveShares = (sizes: Sizes, now: Milliseconds): boolean => placesUntil(sizes, now).length > 1;

/** The partner's slots. Slots that were granted to shares but are not taken by instances do not count as taken. */
export const readTakenSlots = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  now: Milliseconds,
): Promise<Slots> => {
  const slots = await readSlots(table, partnerId);
  if (!mayHaveShares(sizes, now)) return slots;
  const unused = (await readShares(table, partnerId)).reduce((sum, share) => sum + leftIn(share), 0);
  return { ...slots, taken: slots.taken - unused };
};

/** The clause of a change of a share. The slots that it is granted are counted in the partner's item by another clause. */
export const shareClause = (table: Table, partnerId: string, share: number, { granted, taken }: Share): Clause => ({
  name: 'the share has the change',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.slotShare(partnerId, share) },
      UpdateExpression: 'ADD granted :granted, taken :taken',
      ExpressionAttributeValues: { ':granted': granted, ':taken': taken },
    },
  },
});

const recallClauses = (
  table: Table,
  partnerId: string,
  share: number,
  { granted, taken }: Share,
): readonly Clause[] => [
  {
    name: 'the share is unchanged since it was read',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slotShare(partnerId, share) },
        UpdateExpression: 'SET granted = :taken',
        ConditionExpression: 'granted = :granted AND taken = :taken',
        ExpressionAttributeValues: { ':granted': granted, ':taken': taken },
      },
    },
    refuse: contended,
  },
  {
    name: 'the free slots of the share are returned',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slots(partnerId) },
        UpdateExpression: 'ADD taken :back',
        ExpressionAttributeValues: { ':back': taken - granted },
      },
    },
  },
];

const recallShare = (table: Table, partnerId: string, share: number): Promise<void> =>
  persist(table.retryPolicy, async () => {
    const [item] = await getItems(table, [keys.slotShare(partnerId, share)]);
    const existing = shareOf(item);
    if (leftIn(existing) > 0) await commit(table, recallClauses(table, partnerId, share, existing));
  });

/** Returns the free slots of all shares to the partner's item. @returns how many shares had some */
export const recallShares = async (table: Table, partnerId: string): Promise<number> => {
  const open = (await readShares(table, partnerId)).flatMap((share, number) => (leftIn(share) > 0 ? [number] : []));
  for (const share of open) await recallShare(table, partnerId, share);
  return open.length;
};

/**
 * Requires that no share has a free slot, so that the slots counted in the partner's item are those of instances. The item
 * must have been read before. @throws Contended after the free slots were returned
 */
export const requireSettled = async (table: Table, partnerId: string): Promise<void> => {
  if ((await recallShares(table, partnerId)) > 0) throw contended();
};
