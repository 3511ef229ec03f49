import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { latestArrival, type RateClass, type RateLimit } from '../../domain/rate.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { itemOf } from '../table/attributes.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';

const bucketItem = z.object({ tat: z.number() });

/** The result of a debit. `tat` is the bucket's theoretical arrival time afterwards. */
export type Debit = { readonly granted: boolean; readonly tat: Milliseconds };

/** Which part of a bucket, and the earliest theoretical arrival time that it can have. */
export interface BucketPart {
  readonly part: number;
  readonly earliest: Milliseconds;
}

const wholeBucket: BucketPart = { part: 0, earliest: 0 };

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
  { part, earliest }: BucketPart,
): UpdateCommandInput => {
  const cost = calls * limit.interval;
  const from = Math.max(now, earliest);
  const base = { TableName: table, Key: { ...keys.rateBucket(partnerId, rateClass, part) } };
  if (ahead === 'idle') {
    return {
      ...base,
      UpdateExpression: 'SET tat = :start',
      ConditionExpression: 'attribute_not_exists(tat) OR tat < :from',
      ExpressionAttributeValues: { ':start': from + cost, ':from': from },
    };
  }
  return {
    ...base,
    UpdateExpression: 'SET tat = tat + :cost',
    ConditionExpression: 'tat BETWEEN :from AND :latest',
    ExpressionAttributeValues: { ':cost': cost, ':from': from, ':latest': latestArrival(limit, calls, now) },
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
  place: BucketPart = wholeBucket,
): Promise<Debit> => {
  // An idle bucket has no more either.
  if (place.earliest > latestArrival(limit, calls, now)) return { granted: false, tat: place.earliest };
  const params = debitParams(table.name, partnerId, rateClass, limit, calls, now, guess, place);
  try {
    const answer = await table.client.send(
      new UpdateCommand({ ...params, ReturnValues: 'UPDATED_NEW', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    );
    return { granted: true, tat: tatOf(answer.Attributes) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const tat = error.Item === undefined ? 0 : tatOf(itemOf(error.Item));
    const really: Ahead = tat >= Math.max(now, place.earliest) ? 'ahead' : 'idle';
    if (really === guess) return { granted: false, tat };
    return debit(table, partnerId, rateClass, limit, calls, now, really, place);
  }
};

/** The theoretical arrival times of the parts of a partner's bucket; 0 of a part that was never used. */
export const readArrivals = async (
  table: Table,
  partnerId: string,
  rateClass: RateClass,
  parts: number,
): Promise<readonly Milliseconds[]> => {
  const items = await getItems(
    table,
    Array.from({ length: parts }, (_, part) => keys.rateBucket(partnerId, rateClass, part)),
  );
  return items.map((item) => (item === undefined ? 0 : tatOf(item)));
};
