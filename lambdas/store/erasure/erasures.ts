import * as z from 'zod/mini';
import { dueAt } from '../../kernel/due.ts';
import { erasureSteps, type Erasure } from '../../domain/erasure-progress.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { causeItem } from '../table/cause-item.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import type { HeldWork } from '../table/work.ts';

const erasureItem = z.object({
  erasure_id: z.string(),
  partner_id: z.string(),
  customer_id: z.string(),
  state: z.enum(['running', 'failed', 'done']),
  step: z.enum(erasureSteps),
  cursor: z.nullable(z.string()),
  scrubbed_to: z.number(),
  merged_to: z._default(z.number(), 0),
  failures: z.number(),
  erased: z.object({
    customers: z._default(z.number(), 0),
    instances: z.number(),
    entries: z.number(),
    receipts: z.number(),
    events: z.number(),
  }),
  instances_failed: z.number(),
  customers_failed: z._default(z.number(), 0),
  root_customer: z._default(z.nullable(z.string()), null),
  root_erasure: z._default(z.nullable(z.string()), null),
  cause: causeItem,
  started_at: z.string(),
  ended_at: z.nullable(z.string()),
});

export const erasureOf = (item: Item): Erasure => {
  const it = erasureItem.parse(item);
  const { root_customer: customerId, root_erasure: erasureId } = it;
  return {
    id: it.erasure_id,
    partnerId: it.partner_id,
    customerId: it.customer_id,
    state: it.state,
    step: it.step,
    cursor: it.cursor,
    scrubbedTo: it.scrubbed_to,
    mergedTo: it.merged_to,
    failures: it.failures,
    erased: it.erased,
    instancesFailed: it.instances_failed,
    customersFailed: it.customers_failed,
    root: customerId === null || erasureId === null ? null : { customerId, erasureId },
    cause: it.cause,
    startedAt: it.started_at,
    endedAt: it.ended_at,
  };
};

const erasureKey = ({ partnerId, customerId }: Pick<Erasure, 'partnerId' | 'customerId'>) =>
  keys.lifecycleJob(partnerId, customerId, 'ERASE');

/** The progress of an erasure as attributes. */
export const progressOf = (it: Erasure): Item => ({
  state: it.state,
  step: it.step,
  cursor: it.cursor,
  scrubbed_to: it.scrubbedTo,
  merged_to: it.mergedTo,
  failures: it.failures,
  erased: it.erased,
  instances_failed: it.instancesFailed,
  customers_failed: it.customersFailed,
  ended_at: it.endedAt,
});

export const readErasure = async (table: Table, partnerId: string, customerId: string): Promise<Erasure | null> => {
  const item = await getItem(table, erasureKey({ partnerId, customerId }));
  return item === undefined ? null : erasureOf(item);
};

/** Starts an erasure, or restarts a failed one. It is due until it ends. */
export const startErasureClause = (table: Table, erasure: Erasure, due: Milliseconds): Clause => ({
  name: 'the erasure is started',
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...erasureKey(erasure),
        erasure_id: erasure.id,
        partner_id: erasure.partnerId,
        customer_id: erasure.customerId,
        cause: erasure.cause,
        started_at: erasure.startedAt,
        ...(erasure.root !== null && {
          root_customer: erasure.root.customerId,
          root_erasure: erasure.root.erasureId,
        }),
        ...progressOf(erasure),
        ...dueAt('erasure', erasure.customerId, due),
      },
    },
  },
});

/** An erasure under a worker's lease. */
export const heldErasure = (table: Table, erasure: Erasure, lease: string): HeldWork => ({
  table,
  key: erasureKey(erasure),
  lease,
});
