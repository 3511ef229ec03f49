import * as z from 'zod/mini';
import { waitAt, type RateLimit } from '../../domain/rate.ts';
import { seconds, type Milliseconds } from '../../kernel/time.ts';
import { commit, contended } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';

const addressItem = z.object({ tat: z.number(), holder: z.string() });

/**
 * Takes the token of an address, of a partner or of all. It is taken before the mail is sent, and a repetition of
 * the same call has it already.
 * @param address with the partner in front of it where the token is the partner's own
 * @param holder the call, the same in its repetitions
 * @returns the time until there is a token; 0 when it was taken @throws Contended
 */
export const takeAddress = async (
  table: Table,
  address: string,
  limit: RateLimit,
  holder: string,
  now: Milliseconds,
): Promise<Milliseconds> => {
  const key = keys.invitedAddress(address);
  const item = await getItem(table, key);
  const found = item === undefined ? null : addressItem.parse(item);
  if (found?.holder === holder) return 0;
  const from = Math.max(found?.tat ?? 0, now);
  const wait = waitAt(limit, from, now);
  if (wait > 0) return wait;
  const tat = from + limit.interval;
  await commit(table, [
    {
      name: 'the address was not invited since it was read',
      write: {
        Put: {
          TableName: table.name,
          Item: { ...key, tat, holder, ttl: seconds(tat) },
          ...(found === null
            ? { ConditionExpression: 'attribute_not_exists(pk)' }
            : { ConditionExpression: 'tat = :read', ExpressionAttributeValues: { ':read': found.tat } }),
        },
      },
      refuse: contended,
    },
  ]);
  return 0;
};
