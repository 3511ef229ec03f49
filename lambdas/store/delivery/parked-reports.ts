import { DeleteCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { deliveryStatuses } from '@swift-worker/time-index/event.ts';
import type { ParkedReport } from '../../domain/delivery/parked-report.ts';
import { dueAt } from '../../kernel/due.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { commit, persist, type Clause, type RetryPolicy } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import type { HeldWork } from '../table/work.ts';
import { parkedKeys, type DeliveryScope } from './keys.ts';

/** A scope that has parked reports. The scope is null when the reports are not journalled yet. */
export interface ParkedScope {
  readonly partnerId: string;
  readonly scope: DeliveryScope | null;
  /** Rises when more reports are parked. */
  readonly revision: number;
  /** Tries in a row that failed. */
  readonly failures: number;
}

/** The parked reports in one item. */
export interface ParkedBatch {
  readonly id: string;
  readonly reports: readonly ParkedReport[];
  /** When they were folded or journalled; null before. */
  readonly foldedAt: Milliseconds | null;
}

const scopeItem = z.nullable(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('partner'), partnerId: z.string() }),
    z.object({ kind: z.literal('customer'), partnerId: z.string(), customerId: z.string() }),
    z.object({ kind: z.literal('instance'), partnerId: z.string(), instanceId: z.string() }),
  ]),
);

const headItem = z.object({
  partner_id: z.string(),
  scope: scopeItem,
  revision: z.number(),
  failures: z._default(z.number(), 0),
});

export const parkedScopeOf = (item: Item): ParkedScope => {
  const { partner_id: partnerId, scope, revision, failures } = headItem.parse(item);
  return { partnerId, scope, revision, failures };
};

const statuses = z.array(z.enum(deliveryStatuses));
const reportsItem = z.object({
  sk: z.string(),
  folded_at: z._default(z.nullable(z.number()), null),
  reports: z.array(z.object({ message: z.string(), known: statuses, brought: statuses })),
});

/** A report takes about 150 bytes; an item may have 400 KB. */
const reportsInItem = 1_000;
/** The time before the first retry: long enough for most transient errors to end. */
const firstWait: Milliseconds = 15_000;

export interface ParkDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly clock: () => Milliseconds;
  readonly newId: (now: number) => string;
}

const headClause = (
  table: Table,
  partnerId: string,
  scope: DeliveryScope | null,
  id: string,
  now: Milliseconds,
): Clause => {
  const due = dueAt('parkedReports', id, now + firstWait);
  return {
    name: 'the parked reports are due',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...parkedKeys.head(partnerId, scope) },
        UpdateExpression:
          'SET partner_id = :partner, #scope = :scope, due_shard = if_not_exists(due_shard, :shard), due_at = if_not_exists(due_at, :at) ADD revision :one',
        ExpressionAttributeNames: { '#scope': 'scope' },
        ExpressionAttributeValues: {
          ':partner': partnerId,
          ':scope': scope,
          ':shard': due.due_shard,
          ':at': due.due_at,
          ':one': 1,
        },
      },
    },
  };
};

/** Stores reports until they are folded or journalled. A report that is parked twice is counted once. */
export const parkReports = async (
  { table, retryPolicy, clock, newId }: ParkDeps,
  partnerId: string,
  scope: DeliveryScope | null,
  reports: readonly ParkedReport[],
): Promise<void> => {
  for (let first = 0; first < reports.length; first += reportsInItem) {
    const some = reports.slice(first, first + reportsInItem);
    await persist(retryPolicy, async () => {
      const now = clock();
      const id = newId(now);
      const item = { ...parkedKeys.reports(partnerId, scope, id), reports: some };
      await commit(table, [
        { name: 'the reports are parked', write: { Put: { TableName: table.name, Item: item } } },
        headClause(table, partnerId, scope, id, now),
      ]);
    });
  }
};

const reportsPrefix = parkedKeys.reports('', null, '').sk;

const parkedParams = (
  table: string,
  partnerId: string,
  scope: DeliveryScope | null,
  after: string,
): QueryCommandInput => ({
  TableName: table,
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :after AND :last',
  ExpressionAttributeValues: {
    ':pk': parkedKeys.head(partnerId, scope).pk,
    // The appended space excludes the item of the id itself: a key sorts before every longer key that begins with it.
    ':after': `${parkedKeys.reports(partnerId, scope, after).sk} `,
    ':last': `${reportsPrefix}~`,
  },
  Limit: 1,
  ConsistentRead: true,
});

/** The batch after the one with the id `after`; the first when `after` is empty. Null: there are no more. */
export const nextParked = async (
  table: Table,
  partnerId: string,
  scope: DeliveryScope | null,
  after: string,
): Promise<ParkedBatch | null> => {
  const { Items: items = [] } = await table.client.send(
    new QueryCommand(parkedParams(table.name, partnerId, scope, after)),
  );
  const [item] = items;
  if (item === undefined) return null;
  const { sk, reports, folded_at: foldedAt } = reportsItem.parse(item);
  return { id: sk.slice(reportsPrefix.length), reports, foldedAt };
};

/** All parked reports of a scope. */
export const readParked = async (table: Table, scope: DeliveryScope): Promise<readonly ParkedReport[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :reports)',
    ExpressionAttributeValues: {
      ':pk': parkedKeys.head(scope.partnerId, scope).pk,
      ':reports': reportsPrefix,
    },
  });
  return items.flatMap((item) => reportsItem.parse(item).reports);
};

/** Notes that a batch was folded or journalled. Readers look at it until it is deleted. */
export const noteUnparked = async (
  table: Table,
  { partnerId, scope }: ParkedScope,
  id: string,
  at: Milliseconds,
): Promise<void> => {
  await tryUpdate(table, {
    Key: { ...parkedKeys.reports(partnerId, scope, id) },
    UpdateExpression: 'SET folded_at = :at',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':at': at },
  });
};

/** Deletes a batch some time after it was folded or journalled. */
export const removeParked = async (table: Table, { partnerId, scope }: ParkedScope, id: string): Promise<void> => {
  await table.client.send(
    new DeleteCommand({ TableName: table.name, Key: { ...parkedKeys.reports(partnerId, scope, id) } }),
  );
};

/** The work of a scope's parked reports under a worker's lease. */
export const heldScope = (table: Table, { partnerId, scope }: ParkedScope, lease: string): HeldWork => ({
  table,
  key: parkedKeys.head(partnerId, scope),
  lease,
});
