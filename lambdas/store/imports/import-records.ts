import * as z from 'zod/mini';
import {
  importLifetime,
  importStatuses,
  type CustomerImport,
  type ImportCounts,
} from '../../domain/customer-import.ts';
import { dueAt } from '../../kernel/due.ts';
import type { Cause } from '../../domain/history.ts';
import { seconds, type Milliseconds } from '../../kernel/time.ts';
import { causeItem } from '../table/cause-item.ts';
import { contended, type Clause } from '../table/commit.ts';
import { importKeys } from './import-keys.ts';
import { creationClause } from '../table/put-clause.ts';
import { queryPages } from '../table/query.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** An import with the cause of its changes. While it runs, its counts are those of its beginning. */
export interface ImportRecord {
  readonly partnerId: string;
  readonly import: CustomerImport;
  readonly cause: Cause;
}

/** When what an import stores expires. */
export const importExpiry = (now: Milliseconds): number => seconds(now + importLifetime);

const importItem = z.object({
  partner_id: z.string(),
  id: z.string(),
  status: z.enum(importStatuses),
  total: z.number(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  cause: causeItem,
});

const importRecordOf = (item: Item): ImportRecord => {
  const { partner_id: partnerId, cause, ...shown } = importItem.parse(item);
  return { partnerId, cause, import: shown };
};

export const readImport = async (table: Table, partnerId: string, id: string): Promise<ImportRecord | null> => {
  const item = await getItem(table, importKeys.import(partnerId, id));
  return item === undefined ? null : importRecordOf(item);
};

/** Stores a new import. */
export const importClause = (table: Table, record: ImportRecord, now: Milliseconds): Clause =>
  creationClause(table, 'the import is new', {
    ...importKeys.import(record.partnerId, record.import.id),
    ...record.import,
    partner_id: record.partnerId,
    cause: record.cause,
    ttl: importExpiry(now),
  });

/** Ends a running import. */
export const endImportClause = (
  table: Table,
  partnerId: string,
  id: string,
  end: ImportCounts & Required<Pick<CustomerImport, 'status' | 'finished_at'>>,
): Clause => {
  const { status, created, updated, unchanged, failed, finished_at } = end;
  const next = { status, created, updated, unchanged, failed, finished_at };
  const names = Object.keys(next);
  return {
    name: 'the import runs',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...importKeys.import(partnerId, id) },
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: '#status = :running',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(Object.entries(next).map(([name, value]) => [`:${name}`, value])),
          ':running': 'running',
        },
      },
    },
    refuse: contended,
  };
};

/** The ids of a partner's imports after one, page after page, the oldest first: those that run, and those with failed rows. */
export async function* importsWithFailures(
  table: Table,
  partnerId: string,
  after: string,
): AsyncGenerator<readonly string[]> {
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND sk > :after',
    FilterExpression: '#status = :running OR failed > :none',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':pk': importKeys.import(partnerId, '').pk,
      ':after': after === '' ? ' ' : after,
      ':running': 'running',
      ':none': 0,
    },
    ProjectionExpression: 'sk',
    ConsistentRead: true,
  });
  for await (const page of pages) yield page.map((item) => z.object({ sk: z.string() }).parse(item).sk);
}

/** The partner's imports as work: one worker at a time carries them out, in their order. */
export interface ImportHead {
  /** The id of the import that was accepted last. */
  readonly latest: string;
  /** The number of failed tries in a row. */
  readonly failures: number;
}

const headItem = z.object({ latest: z.string(), failures: z._default(z.number(), 0) });

export const importHeadOf = (item: Item): ImportHead => headItem.parse(item);

/** Makes the partner's imports due, unless they are due already or a worker has them. */
export const importDueClause = (table: Table, partnerId: string, importId: string, now: Milliseconds): Clause => {
  const due = dueAt('customerImport', partnerId, now);
  return {
    name: 'the import is due',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...importKeys.head(partnerId) },
        UpdateExpression:
          'SET latest = :latest, due_shard = if_not_exists(due_shard, :shard), due_at = if_not_exists(due_at, :at)',
        ExpressionAttributeValues: { ':latest': importId, ':shard': due.due_shard, ':at': due.due_at },
      },
    },
  };
};
