import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dueAt } from '../../domain/due.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** The lines of a business account are looked at again and again, in rounds, as long as one of them is connected. */
export interface LineWatch {
  readonly partnerId: string;
  readonly wabaId: string;
  /** When the round under way began: lines that were looked at since are done. Null: a new round begins. */
  readonly roundSince: string | null;
}

const watchItem = z.object({
  partner_id: z.string(),
  waba_id: z.string(),
  round_since: z._default(z.nullable(z.string()), null),
});

export const lineWatchOf = (item: Item): LineWatch => {
  const { partner_id, waba_id, round_since } = watchItem.parse(item);
  return { partnerId: partner_id, wabaId: waba_id, roundSince: round_since };
};

/** A line of the business account was connected: from now on its lines are watched. @param id any UUID, which spreads the work */
export const beginWatchClause = (
  table: Table,
  partnerId: string,
  wabaId: string,
  id: string,
  first: Milliseconds,
): Clause => {
  const due = dueAt('refresh', id, first);
  return {
    name: 'the lines are watched',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.lineWatch(partnerId, wabaId) },
        UpdateExpression:
          'SET partner_id = :partner, waba_id = :waba, due_shard = if_not_exists(due_shard, :shard), due_at = if_not_exists(due_at, :at)',
        ExpressionAttributeValues: {
          ':partner': partnerId,
          ':waba': wabaId,
          ':shard': due.due_shard,
          ':at': due.due_at,
        },
      },
    },
  };
};

type WatchStep =
  /** Not all lines were looked at; the round goes on at `due`. */
  | { readonly kind: 'pause'; readonly since: string; readonly due: Milliseconds }
  | { readonly kind: 'finish'; readonly due: Milliseconds }
  /** No line is connected any more. */
  | { readonly kind: 'end' };

const stepUpdate = (step: WatchStep): Pick<UpdateCommandInput, 'UpdateExpression' | 'ExpressionAttributeValues'> => {
  switch (step.kind) {
    case 'pause':
      return {
        UpdateExpression: 'SET due_at = :due, round_since = :since REMOVE lease',
        ExpressionAttributeValues: { ':due': isoOf(step.due), ':since': step.since },
      };
    case 'finish':
      return {
        UpdateExpression: 'SET due_at = :due REMOVE lease, round_since',
        ExpressionAttributeValues: { ':due': isoOf(step.due) },
      };
    case 'end':
      return { UpdateExpression: 'REMOVE lease, round_since, due_shard, due_at' };
  }
};

const updated = async (table: Table, params: Omit<UpdateCommandInput, 'TableName'>): Promise<void> => {
  try {
    await table.client.send(new UpdateCommand({ ...params, TableName: table.name }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};

/** Records what became of a round, unless another worker has it by now. */
export const recordRound = (table: Table, watch: LineWatch, lease: string, step: WatchStep): Promise<void> => {
  const { UpdateExpression, ExpressionAttributeValues } = stepUpdate(step);
  return updated(table, {
    Key: { ...keys.lineWatch(watch.partnerId, watch.wabaId) },
    UpdateExpression,
    ConditionExpression: 'lease = :lease',
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':lease': lease },
  });
};

/** Has the lines looked at now, all of them; a round that is under way begins again. */
export const lookNow = (table: Table, partnerId: string, wabaId: string, now: Milliseconds): Promise<void> =>
  updated(table, {
    Key: { ...keys.lineWatch(partnerId, wabaId) },
    UpdateExpression: 'SET due_at = :now REMOVE lease, round_since',
    ConditionExpression: 'attribute_exists(due_at)',
    ExpressionAttributeValues: { ':now': isoOf(now) },
  });
