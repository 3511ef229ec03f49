import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { actorTypes, type Actor } from '../../domain/history.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** An entry of the audit trail: a command of the operator, a change of an endpoint, or a reveal of a token. */
export interface AuditEntry {
  /** A UUIDv7, so that entries are in the order of time. */
  readonly id: string;
  readonly actor: Actor;
  /** The operator's command, such as `keys issue`, or another action. */
  readonly action: string;
  /** The subject of the action: ids, numbers and states. It never holds contact data, because entries are never erased. */
  readonly subject: Readonly<Record<string, string>>;
  /** The reason that the caller gave, where it can't be about a customer. */
  readonly reason?: string | null;
  readonly at: string;
}

/**
 * Writes an entry in the commit of its action. IAM denies every function to update or delete an entry, alone, in a batch or in a
 * transaction. It can't deny a transaction to put an item over one: that this clause has the condition, and is the only one
 * that writes entries, is up to the code. In a stage with `auditCopy` each entry is copied to a bucket where it can't be replaced,
 * an entry that was changed raises an alarm, and `audit verify` finds it: docs/adr/0038-copies-of-the-audit-trail.md.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 */
export const auditClause = (table: Table, entry: AuditEntry): Clause => ({
  name: 'the audit entry is new',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.auditEntry(entry.at, entry.id), ...entry },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
});

const entryItem = z.object({
  id: z.string(),
  actor: z.object({ type: z.enum(actorTypes), id: z.string() }),
  action: z.string(),
  subject: z.record(z.string(), z.string()),
  reason: z._default(z.nullable(z.string()), null),
  at: z.string(),
});

/** @param at when the entry was written, by its id; null when there is none */
export const readAuditEntry = async (table: Table, at: string, id: string): Promise<AuditEntry | null> => {
  const item = await getItem(table, keys.auditEntry(at, id));
  return item === undefined ? null : entryItem.parse(item);
};

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Where the next page of the month begins; null after the last page. */
  readonly next: string | null;
}

export interface AuditFilter {
  /** ISO 8601; both ends are included. */
  readonly since: string;
  readonly until: string;
  readonly partnerId: string | null;
}

/** @param month such as `2026-07` @param before the last id of the previous page */
const auditParams = (
  table: string,
  month: string,
  filter: AuditFilter,
  before: string | null,
  limit: number,
): QueryCommandInput => ({
  TableName: table,
  KeyConditionExpression: before === null ? 'pk = :pk' : 'pk = :pk AND sk < :before',
  FilterExpression: `#at BETWEEN :since AND :until${filter.partnerId === null ? '' : ' AND #subject.partner_id = :partner'}`,
  ExpressionAttributeNames: { '#at': 'at', ...(filter.partnerId !== null && { '#subject': 'subject' }) },
  ExpressionAttributeValues: {
    ':pk': keys.auditEntry(month, '').pk,
    ':since': filter.since,
    ':until': filter.until,
    ...(before !== null && { ':before': before }),
    ...(filter.partnerId !== null && { ':partner': filter.partnerId }),
  },
  ScanIndexForward: false,
  ConsistentRead: true,
  Limit: limit,
});

const keyItem = z.object({ sk: z.string() });

/** Reads up to `limit` entries of a month, the newest first, and returns those that match. */
export const readAudit = async (
  table: Table,
  month: string,
  filter: AuditFilter,
  before: string | null,
  limit: number,
): Promise<AuditPage> => {
  const params = auditParams(table.name, month, filter, before, limit);
  const answer: { readonly Items?: readonly Item[] | undefined; readonly LastEvaluatedKey?: Item | undefined } =
    await table.client.send(new QueryCommand(params));
  const last = answer.LastEvaluatedKey;
  return {
    entries: (answer.Items ?? []).map((item) => entryItem.parse(item)),
    next: last === undefined ? null : keyItem.parse(last).sk,
  };
};

export interface AuditItems {
  /** Whole items in the order of their sort keys, whatever they hold. */
  readonly items: readonly Item[];
  /** The sort key that the next page begins after; null after the last page. */
  readonly next: string | null;
}

/** Up to `limit` items of a month, the oldest first. @param after the sort key of the previous page's last item */
export const readAuditItems = async (
  table: Table,
  month: string,
  after: string | null,
  limit: number,
): Promise<AuditItems> => {
  const answer: { readonly Items?: readonly Item[] | undefined; readonly LastEvaluatedKey?: Item | undefined } =
    await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: after === null ? 'pk = :pk' : 'pk = :pk AND sk > :after',
        ExpressionAttributeValues: { ':pk': keys.auditEntry(month, '').pk, ...(after !== null && { ':after': after }) },
        ConsistentRead: true,
        Limit: limit,
      }),
    );
  const last = answer.LastEvaluatedKey;
  return { items: answer.Items ?? [], next: last === undefined ? null : keyItem.parse(last).sk };
};

export const hasAuditItem = async (table: Table, month: string, id: string): Promise<boolean> =>
  (await getItem(table, keys.auditEntry(month, id))) !== undefined;
