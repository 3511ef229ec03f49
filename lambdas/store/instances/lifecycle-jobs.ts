import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { dueAt } from '../../domain/due.ts';
import type { Cause } from '../../domain/history.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import { causeItem } from '../table/cause-item.ts';
import { itemOf } from '../table/attributes.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

export const jobKinds = ['MERGE', 'DEACTIVATE'] as const;
export type JobKind = (typeof jobKinds)[number];

/** Work on all lines of a customer that goes on in the background. */
export interface LifecycleJob {
  readonly kind: JobKind;
  readonly partnerId: string;
  /** The customer whose lines are worked on: the source of a merge. */
  readonly customerId: string;
  /** Lines there were when it began. */
  readonly total: number;
  readonly finished: boolean;
  /** The last line that was dealt with; where the next worker goes on. */
  readonly cursor: string | null;
  readonly cause: Cause;
  readonly reason: string | null;
  /** Of the command that began it, so that its repetition after a crash is told what it did, not what it found done. */
  readonly idempotencyKey: string | null;
}

const jobItem = z.object({
  kind: z.enum(jobKinds),
  partner_id: z.string(),
  customer_id: z.string(),
  total: z.number(),
  finished: z.boolean(),
  cursor: z.nullable(z.string()),
  cause: causeItem,
  reason: z.nullable(z.string()),
  idempotency_key: z._default(z.nullable(z.string()), null),
});

export const lifecycleJobOf = (item: Item): LifecycleJob => {
  const it = jobItem.parse(item);
  return {
    kind: it.kind,
    partnerId: it.partner_id,
    customerId: it.customer_id,
    total: it.total,
    finished: it.finished,
    cursor: it.cursor,
    cause: it.cause,
    reason: it.reason,
    idempotencyKey: it.idempotency_key,
  };
};

/** Starts a job in the commit that gives it its work; unfinished, it is due until a worker finishes it. */
export const startJobClause = (
  table: Table,
  job: LifecycleJob,
  id: string,
  due: Milliseconds,
  lease: string | null,
): Clause => ({
  name: 'the job is started',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.lifecycleJob(job.partnerId, job.customerId, job.kind),
        kind: job.kind,
        partner_id: job.partnerId,
        customer_id: job.customerId,
        total: job.total,
        finished: job.finished,
        cursor: job.cursor,
        cause: job.cause,
        reason: job.reason,
        idempotency_key: job.idempotencyKey,
        ...(job.finished ? {} : dueAt('lifecycle', id, due)),
        ...(lease === null || job.finished ? {} : { lease }),
      },
    },
  },
});

export const readJob = async (
  table: Table,
  partnerId: string,
  customerId: string,
  kind: JobKind,
): Promise<LifecycleJob | null> => {
  const item = await getItem(table, keys.lifecycleJob(partnerId, customerId, kind));
  return item === undefined ? null : lifecycleJobOf(item);
};

type JobStep =
  | { readonly kind: 'progress'; readonly cursor: string | null; readonly leaseUntil: Milliseconds }
  | { readonly kind: 'pause'; readonly cursor: string | null; readonly due: Milliseconds }
  | { readonly kind: 'finish' };

const stepUpdate = (step: JobStep): { readonly expression: string; readonly values: Record<string, unknown> } => {
  switch (step.kind) {
    case 'progress':
      return {
        expression: 'SET #cursor = :cursor, due_at = :due',
        values: { ':cursor': step.cursor, ':due': isoOf(step.leaseUntil) },
      };
    case 'pause':
      return {
        expression: 'SET #cursor = :cursor, due_at = :due REMOVE lease',
        values: { ':cursor': step.cursor, ':due': isoOf(step.due) },
      };
    case 'finish':
      return { expression: 'SET finished = :yes REMOVE due_shard, due_at, lease', values: { ':yes': true } };
  }
};

/**
 * A step that gives the lease up fails by itself when the client repeats it after a lost answer: then nobody has the
 * lease, and the job stands as the step left it.
 */
const isRecorded = (standing: Item, step: JobStep): boolean => {
  switch (step.kind) {
    case 'progress':
      return false;
    case 'pause':
      return (
        standing['lease'] === undefined && standing['due_at'] === isoOf(step.due) && standing['cursor'] === step.cursor
      );
    case 'finish':
      return standing['lease'] === undefined && standing['finished'] === true;
  }
};

/** Records how far a job has come. @returns whether the lease was still the worker's; if not, it has to stop */
export const recordJob = async (table: Table, job: LifecycleJob, lease: string, step: JobStep): Promise<boolean> => {
  const { expression, values } = stepUpdate(step);
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...keys.lifecycleJob(job.partnerId, job.customerId, job.kind) },
        UpdateExpression: expression,
        ConditionExpression: 'lease = :lease',
        ...(expression.includes('#cursor') && { ExpressionAttributeNames: { '#cursor': 'cursor' } }),
        ExpressionAttributeValues: { ...values, ':lease': lease },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const standing = itemOf(error.Item);
    return standing !== undefined && isRecorded(standing, step);
  }
};

/** Forgets the last deactivation, in the commit that reactivates the customer. */
export const forgetJobClause = (table: Table, partnerId: string, customerId: string, kind: JobKind): Clause => ({
  name: 'the job is forgotten',
  write: { Delete: { TableName: table.name, Key: { ...keys.lifecycleJob(partnerId, customerId, kind) } } },
});

/** Takes the reason of a job away: it may be about a person who is forgotten. */
export const forgetReason = async (
  table: Table,
  partnerId: string,
  customerId: string,
  kind: JobKind,
): Promise<void> => {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...keys.lifecycleJob(partnerId, customerId, kind) },
        UpdateExpression: 'SET reason = :none',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':none': null },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
