import type { Clause } from './commit.ts';
import { keys } from './keys.ts';
import type { Table } from './table.ts';

/** What an operator did; `subject` holds ids only. */
export interface AuditEntry {
  readonly id: string;
  readonly operator: string;
  readonly command: string;
  readonly subject: Readonly<Record<string, string>>;
  readonly at: string;
}

/** An entry is written once, in the commit of what it tells about, and never again. */
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
