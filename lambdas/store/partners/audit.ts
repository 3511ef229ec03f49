import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { actorTypes, type Actor } from '../../domain/history.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** Something that has to be accounted for: what the operator did, each change of an endpoint, and each sight of a token. */
export interface AuditEntry {
  /** UUIDv7: entries are in the order of time. */
  readonly id: string;
  readonly actor: Actor;
  /** An operator's command, or what else was done: `keys issue`. */
  readonly action: string;
  /** What it was done to: ids, numbers and names of states, never contact data, for nothing is ever taken out again. */
  readonly subject: Readonly<Record<string, string>>;
  /** What the caller gave as the reason, where that can not be about a customer. */
  readonly reason?: string | null;
  readonly at: string;
}

/** An entry is written once, in the commit of what it tells about, and never again: roles may do nothing else to it. */
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
  /** Where the next page of the month begins; null on its last. */
  readonly next: string | null;
}

export interface AuditFilter {
  /** ISO 8601, both inclusive. */
  readonly since: string;
  readonly until: string;
  readonly partnerId: string | null;
}

/** @param month `2026-07` @param before the id that the last page ended with */
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

/** Looks at up to `limit` entries of a month, the newest first, and keeps those that match. */
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
