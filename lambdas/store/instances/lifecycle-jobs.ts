import * as z from 'zod/mini';
import type { Cause } from '../../domain/history.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { WorkKind } from '../../kernel/work.ts';
import { causeItem } from '../table/cause-item.ts';
import type { Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { holdAttributes, type HeldWork } from '../table/work.ts';

const jobKinds = ['MERGE', 'DEACTIVATE'] as const;
export type JobKind = (typeof jobKinds)[number];

const workOfJob = { MERGE: 'merge', DEACTIVATE: 'deactivation' } as const satisfies Record<JobKind, WorkKind>;

/** Background work on all instances of a customer. */
export interface LifecycleJob {
  readonly kind: JobKind;
  readonly partnerId: string;
  /** The customer whose instances are processed; for a merge, its source. */
  readonly customerId: string;
  /** The number of instances at its beginning. */
  readonly total: number;
  readonly finished: boolean;
  /** The last processed instance, after which the next worker continues. */
  readonly cursor: string | null;
  readonly cause: Cause;
  readonly reason: string | null;
  /** The id of the command that began it, so that a repetition of the command after a crash gets the same response. */
  readonly idempotencyKey: string | null;
  /** Whether a deactivation frees the numbers for another provider as well. */
  readonly deregister: boolean;
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
  deregister: z._default(z.boolean(), false),
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
    deregister: it.deregister,
  };
};

/** Starts a job in the commit that causes it. An unfinished job is due until a worker finishes it. */
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
        deregister: job.deregister,
        ...(job.finished ? {} : holdAttributes(workOfJob[job.kind], id, { dueAt: due, lease })),
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

/** A job under a worker's lease. */
export const heldJob = (table: Table, job: LifecycleJob, lease: string): HeldWork => ({
  table,
  key: keys.lifecycleJob(job.partnerId, job.customerId, job.kind),
  lease,
});

/** Deletes the job of the last deactivation, in the commit that reactivates the customer, unless lines are still left to it. */
export const forgetFinishedClause = (
  table: Table,
  partnerId: string,
  customerId: string,
  refuse: () => Error,
): Clause => ({
  name: 'the deactivation is finished',
  write: {
    Delete: {
      TableName: table.name,
      Key: { ...keys.lifecycleJob(partnerId, customerId, 'DEACTIVATE') },
      ConditionExpression: 'attribute_not_exists(pk) OR finished = :true',
      ExpressionAttributeValues: { ':true': true },
    },
  },
  refuse,
});

/** Deletes a job of an erased customer. */
export const forgetJobClause = (table: Table, partnerId: string, customerId: string, kind: JobKind): Clause => ({
  name: 'the job is deleted',
  write: { Delete: { TableName: table.name, Key: { ...keys.lifecycleJob(partnerId, customerId, kind) } } },
});

/** Removes the reason of a job, because it may be about an erased person. */
export const forgetReason = async (
  table: Table,
  partnerId: string,
  customerId: string,
  kind: JobKind,
): Promise<void> => {
  await tryUpdate(table, {
    Key: { ...keys.lifecycleJob(partnerId, customerId, kind) },
    UpdateExpression: 'SET reason = :none',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':none': null },
  });
};
