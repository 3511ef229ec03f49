import { batchesOf } from '../../kernel/batches.ts';
import { slotShares } from '../../domain/slots.ts';
import { commit, contended, persist, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { leftIn, shareOf } from './slot-shares.ts';
import { addTakenClause, phaseClause } from './slots.ts';

/** Few, so that the commit seldom meets an instance that takes or frees a slot of one of them. */
const sharesAtOnce = 16;

/** Returns what a share has left, and moves it to the phase. */
const returnClause = (
  table: Table,
  partnerId: string,
  share: number,
  item: Item | undefined,
  phase: number,
): Clause => {
  const { granted, taken } = shareOf(item);
  return {
    name: 'the share is unchanged since it was read',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.slotShare(partnerId, share) },
        UpdateExpression: 'SET granted = :taken, taken = :taken, phase = :phase',
        ...(item === undefined
          ? {
              ConditionExpression: 'attribute_not_exists(pk)',
              ExpressionAttributeValues: { ':taken': taken, ':phase': phase },
            }
          : {
              ConditionExpression: 'granted = :granted AND taken = :taken',
              ExpressionAttributeValues: { ':granted': granted, ':taken': taken, ':phase': phase },
            }),
      },
    },
    refuse: contended,
  };
};

/** Moves shares to the phase, in one commit with what they return to the partner's item. */
const moveShares = (table: Table, partnerId: string, shares: readonly number[], phase: number): Promise<void> =>
  persist(table.retryPolicy, async () => {
    const items = await getItems(
      table,
      shares.map((share) => keys.slotShare(partnerId, share)),
    );
    const open = shares
      .map((share, index) => ({ share, item: items[index] }))
      .filter(({ item }) => shareOf(item).phase < phase);
    if (open.length === 0) return;
    const left = open.reduce((sum, { item }) => sum + leftIn(shareOf(item)), 0);
    await commit(table, [
      ...open.map(({ share, item }) => returnClause(table, partnerId, share, item, phase)),
      ...(left === 0 ? [] : [addTakenClause(table, partnerId, -left)]),
    ]);
  });

/**
 * Begins an odd phase of a partner with shares. A share that was moved to it is granted nothing and frees nothing alone under a
 * phase that was read before, so nothing is left in any share when the phase begins. A crash leaves some shares ahead of the
 * item: they are used as in the odd phase, until the next call has moved the others.
 * @param phase the even one that was read
 * @throws Contended when done, because what was read before holds no longer
 */
export const beginExactPhase = async (table: Table, partnerId: string, phase: number): Promise<never> => {
  const all = Array.from({ length: slotShares }, (_, share) => share);
  for (const shares of batchesOf(all, sharesAtOnce)) await moveShares(table, partnerId, shares, phase + 1);
  await commit(table, [phaseClause(table, partnerId, phase + 1)]);
  throw contended();
};
