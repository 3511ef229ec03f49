import * as z from 'zod/mini';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import { isAhead, slotShareOf, slotShares, type SlotCount, type Slots } from '../../domain/slots.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { readSlots, slotsOf } from './slots.ts';

/**
 * A share of a partner's slots. Slots granted to shares count as taken in the partner's item, so that no more slots are
 * granted than the limit allows. An instance takes its slot from a share that has a free one.
 */
export interface Share {
  readonly granted: number;
  readonly taken: number;
  /** The last odd phase that the share was moved to: see slot-phase.ts. */
  readonly phase: number;
}

const shareItem = z.object({
  granted: z._default(z.number(), 0),
  taken: z._default(z.number(), 0),
  phase: z._default(z.number(), 0),
});
export const shareOf = (item: Item | undefined): Share => shareItem.parse(item ?? {});
export const leftIn = ({ granted, taken }: Share): number => granted - taken;

export const mayHaveShares = (sizes: Sizes, now: Milliseconds): boolean => placesUntil(sizes, now).length > 1;

/** The slots that an instance's operation reads: those of the partner's item, and those of its share when it has one. */
export interface SlotsSeen {
  readonly slots: SlotCount;
  readonly share: Share | null;
}

export const readSlotsFor = async (table: Table, partnerId: string, instanceId: string): Promise<SlotsSeen> => {
  const share = slotShareOf(instanceId);
  if (share === null) return { slots: await readSlots(table, partnerId), share: null };
  const [own, found] = await getItems(table, [keys.slots(partnerId), keys.slotShare(partnerId, share)]);
  return { slots: slotsOf(own), share: shareOf(found) };
};

/** Whether the share may be granted slots ahead, and may free slots alone. */
export const isShareAhead = (slots: SlotCount, { phase }: Share): boolean => isAhead(slots) && phase <= slots.phase;

/** The partner's slots. Slots that were granted to shares but are not taken by instances do not count as taken. */
export const readTakenSlots = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  now: Milliseconds,
): Promise<Slots> => {
  const slots = await readSlots(table, partnerId);
  const { limit, taken } = slots;
  if (!mayHaveShares(sizes, now) || !isAhead(slots)) return { limit, taken };
  const all = Array.from({ length: slotShares }, (_, share) => keys.slotShare(partnerId, share));
  const left = (await getItems(table, all)).reduce((sum, item) => sum + leftIn(shareOf(item)), 0);
  return { limit, taken: taken - left };
};

type ShareChange = Pick<Share, 'granted' | 'taken'>;

/** The clause of a change of a share. The slots that it is granted are counted in the partner's item by another clause. */
export const shareClause = (
  table: Table,
  partnerId: string,
  share: number,
  { granted, taken }: ShareChange,
): Clause => ({
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

/** The same, of a change that leaves free slots in the share: it holds until the share is moved to a later phase. */
export const shareAheadClause = (
  table: Table,
  partnerId: string,
  share: number,
  { granted, taken }: ShareChange,
  phase: number,
): Clause => ({
  name: 'the share is still ahead',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...keys.slotShare(partnerId, share) },
      UpdateExpression: 'ADD granted :granted, taken :taken',
      ConditionExpression: 'attribute_not_exists(phase) OR phase <= :phase',
      ExpressionAttributeValues: { ':granted': granted, ':taken': taken, ':phase': phase },
    },
  },
  refuse: contended,
});
