import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dueAt } from '../../domain/due.ts';
import { erasureSteps, type Erasure } from '../../domain/erasure-progress.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import { causeItem } from '../table/cause-item.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

const erasureItem = z.object({
  erasure_id: z.string(),
  partner_id: z.string(),
  customer_id: z.string(),
  state: z.enum(['running', 'failed', 'done']),
  step: z.enum(erasureSteps),
  cursor: z.nullable(z.string()),
  scrubbed_to: z.number(),
  troubles: z.number(),
  erased: z.object({ lines: z.number(), entries: z.number(), receipts: z.number(), events: z.number() }),
  lines_failed: z.number(),
  cause: causeItem,
  started_at: z.string(),
  ended_at: z.nullable(z.string()),
});

export const erasureOf = (item: Item): Erasure => {
  const it = erasureItem.parse(item);
  return {
    id: it.erasure_id,
    partnerId: it.partner_id,
    customerId: it.customer_id,
    state: it.state,
    step: it.step,
    cursor: it.cursor,
    scrubbedTo: it.scrubbed_to,
    troubles: it.troubles,
    erased: it.erased,
    linesFailed: it.lines_failed,
    cause: it.cause,
    startedAt: it.started_at,
    endedAt: it.ended_at,
  };
};

const erasureKey = ({ partnerId, customerId }: Pick<Erasure, 'partnerId' | 'customerId'>) =>
  keys.lifecycleJob(partnerId, customerId, 'ERASE');

const erasureItemOf = (it: Erasure): Item => ({
  ...erasureKey(it),
  erasure_id: it.id,
  partner_id: it.partnerId,
  customer_id: it.customerId,
  state: it.state,
  step: it.step,
  cursor: it.cursor,
  scrubbed_to: it.scrubbedTo,
  troubles: it.troubles,
  erased: it.erased,
  lines_failed: it.linesFailed,
  cause: it.cause,
  started_at: it.startedAt,
  ended_at: it.endedAt,
});

export const readErasure = async (table: Table, partnerId: string, customerId: string): Promise<Erasure | null> => {
  const item = await getItem(table, erasureKey({ partnerId, customerId }));
  return item === undefined ? null : erasureOf(item);
};

/** Starts an erasure, or starts a failed one anew, in the commit that closes the customer. It is due until it ends. */
export const startErasureClause = (table: Table, erasure: Erasure, due: Milliseconds): Clause => ({
  name: 'the erasure is started',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...erasureItemOf(erasure), ...dueAt('lifecycle', erasure.customerId, due) },
    },
  },
});

/** Another worker took the erasure over: this one has to stop. */
export class ErasureLost extends Error {
  override readonly name = 'ErasureLost';
}

/** @param due when it is looked at again; null: never */
export const stepParams = (
  table: string,
  erasure: Erasure,
  lease: string,
  due: Milliseconds | null,
  keepsLease: boolean,
): UpdateCommandInput & { readonly UpdateExpression: string } => {
  const gone = [...(due === null ? ['due_shard', 'due_at'] : []), ...(keepsLease ? [] : ['lease'])];
  const set =
    '#state = :state, step = :step, #cursor = :cursor, scrubbed_to = :to, troubles = :troubles, erased = :erased, lines_failed = :failed, ended_at = :ended';
  return {
    TableName: table,
    Key: { ...erasureKey(erasure) },
    UpdateExpression: `SET ${set}${due === null ? '' : ', due_at = :due'}${gone.length === 0 ? '' : ` REMOVE ${gone.join(', ')}`}`,
    ConditionExpression: 'lease = :lease',
    ExpressionAttributeNames: { '#state': 'state', '#cursor': 'cursor' },
    ExpressionAttributeValues: {
      ':lease': lease,
      ':state': erasure.state,
      ':step': erasure.step,
      ':cursor': erasure.cursor,
      ':to': erasure.scrubbedTo,
      ':troubles': erasure.troubles,
      ':erased': erasure.erased,
      ':failed': erasure.linesFailed,
      ':ended': erasure.endedAt,
      ...(due !== null && { ':due': isoOf(due) }),
    },
  };
};

/** Records how far an erasure has come, and keeps it for the worker until `leaseUntil`. @throws ErasureLost */
export const recordProgress = (
  table: Table,
  erasure: Erasure,
  lease: string,
  leaseUntil: Milliseconds,
): Promise<void> => record(table, stepParams(table.name, erasure, lease, leaseUntil, true));

/** Gives an erasure back until `due`; null: for good. @throws ErasureLost */
export const putBack = (table: Table, erasure: Erasure, lease: string, due: Milliseconds | null): Promise<void> =>
  record(table, stepParams(table.name, erasure, lease, due, false));

const record = async (table: Table, params: UpdateCommandInput): Promise<void> => {
  try {
    await table.client.send(new UpdateCommand(params));
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw new ErasureLost('another worker took over');
    throw error;
  }
};

/** The same as a part of the commit that ends it. */
export const endErasureClause = (table: Table, erasure: Erasure, lease: string, due: Milliseconds | null): Clause => ({
  name: "the erasure is still the worker's",
  write: { Update: stepParams(table.name, erasure, lease, due, false) },
  refuse: () => new ErasureLost('another worker took over'),
});
