import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { latestArrival, rateClasses, type RateClass, type RateLimit } from '../../domain/rate.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { itemOf } from '../table/attributes.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';

const bucketItem = z.object({ tat: z.number() });

/** The result of a debit. `tat` is the bucket's theoretical arrival time afterwards. */
export type Debit = { readonly granted: boolean; readonly tat: Milliseconds };

/** Whether a bucket's theoretical arrival time is ahead of now. Each case has its own update, whose condition checks it. */
export type Ahead = 'ahead' | 'idle';

const debitParams = (
  table: string,
  partnerId: string,
  rateClass: RateClass,
  limit: RateLimit,
  calls: number,
  now: Milliseconds,
  ahead: Ahead,
): UpdateCommandInput => {
  const cost = calls * limit.interval;
  const base = { TableName: table, Key: { ...keys.rateBucket(partnerId, rateClass) } };
  if (ahead === 'idle') {
    return {
      ...base,
      UpdateExpression: 'SET tat = :start',
      ConditionExpression: 'attribute_not_exists(tat) OR tat < :now',
      ExpressionAttributeValues: { ':start': now + cost, ':now': now },
    };
  }
  return {
    ...base,
    UpdateExpression: 'SET tat = tat + :cost',
    ConditionExpression: 'tat BETWEEN :now AND :latest',
    ExpressionAttributeValues: { ':cost': cost, ':now': now, ':latest': latestArrival(limit, calls, now) },
  };
};

const tatOf = (item: unknown): Milliseconds => bucketItem.parse(item).tat;

/** Takes `calls` tokens with one conditional write, or with two when the guess was wrong. */
export const debit = async (
  table: Table,
  partnerId: string,
  rateClass: RateClass,
  limit: RateLimit,
  calls: number,
  now: Milliseconds,
  guess: Ahead,
): Promise<Debit> => {
  const params = debitParams(table.name, partnerId, rateClass, limit, calls, now, guess);
  try {
    const answer = await table.client.send(
      new UpdateCommand({ ...params, ReturnValues: 'UPDATED_NEW', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    );
    return { granted: true, tat: tatOf(answer.Attributes) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const tat = error.Item === undefined ? 0 : tatOf(itemOf(error.Item));
    const really: Ahead = tat >= now ? 'ahead' : 'idle';
    if (really === guess) return { granted: false, tat };
    return debit(table, partnerId, rateClass, limit, calls, now, really);
  }
};

/** The theoretical arrival times of a partner's buckets; 0 of a class that was never used. */
export const readArrivals = async (table: Table, partnerId: string): Promise<ReadonlyMap<RateClass, Milliseconds>> => {
  const items = await getItems(
    table,
    rateClasses.map((rateClass) => keys.rateBucket(partnerId, rateClass)),
  );
  return new Map(
    rateClasses.map((rateClass, index) => [rateClass, items[index] === undefined ? 0 : tatOf(items[index])]),
  );
};
