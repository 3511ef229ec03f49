import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Milliseconds } from '../../domain/time.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/**
 * The lanes to one endpoint: whoever sends to it takes one, so that a slow endpoint holds a few workers and no more.
 * A lane whose holder died is free when its time has run out.
 */
export interface Lane {
  readonly partnerId: string;
  readonly number: number;
  readonly until: Milliseconds;
}

const nameOf = (number: number): string => `lane_${number}`;

const takeParams = (lane: Lane, now: Milliseconds): Omit<UpdateCommandInput, 'TableName'> => ({
  Key: { ...keys.outboxLanes(lane.partnerId) },
  UpdateExpression: 'SET #lane = :until',
  ConditionExpression: 'attribute_not_exists(#lane) OR #lane <= :now',
  ExpressionAttributeNames: { '#lane': nameOf(lane.number) },
  ExpressionAttributeValues: { ':until': lane.until, ':now': now },
});

const freeLanes = (existing: Item, count: number, now: Milliseconds): readonly number[] =>
  Array.from({ length: count }, (_, number) => number).filter((number) => {
    const until = existing[nameOf(number)];
    return typeof until !== 'number' || until <= now;
  });

/**
 * Others may take the lane that was seen free, each of them one: so there are no more tries than lanes.
 * @returns null when all lanes are taken
 */
export const takeLane = async (
  table: Table,
  partnerId: string,
  count: number,
  now: Milliseconds,
  until: Milliseconds,
  random: () => number,
): Promise<Lane | null> => {
  let free: readonly number[] = Array.from({ length: count }, (_, number) => number);
  for (let tried = 0; tried < count; tried += 1) {
    const number = free[Math.floor(random() * free.length)];
    if (number === undefined) return null;
    const lane = { partnerId, number, until };
    const outcome = await tryUpdate(table, takeParams(lane, now));
    if (outcome.kind === 'written') return lane;
    free = freeLanes(outcome.existing ?? {}, count, now);
  }
  return null;
};

/** Refused when its time ran out and another took it. */
export const leaveLane = async (table: Table, lane: Lane): Promise<void> => {
  await tryUpdate(table, {
    Key: { ...keys.outboxLanes(lane.partnerId) },
    UpdateExpression: 'REMOVE #lane',
    ConditionExpression: '#lane = :until',
    ExpressionAttributeNames: { '#lane': nameOf(lane.number) },
    ExpressionAttributeValues: { ':until': lane.until },
  });
};
