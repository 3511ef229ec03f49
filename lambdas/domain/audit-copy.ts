import canonicalize from 'canonicalize';
import type { Milliseconds } from '../kernel/time.ts';

/** Copies of the audit trail's entries in a bucket: docs/adr/0038-copies-of-the-audit-trail.md. */

export const auditChanges = ['INSERT', 'MODIFY', 'REMOVE'] as const;

type Item = Readonly<Record<string, unknown>>;

/** A change of an item of the audit trail. Only an INSERT is one that the service makes. */
export interface AuditChange {
  readonly change: (typeof auditChanges)[number];
  /** Such as `2026-07`. */
  readonly month: string;
  readonly id: string;
  /** Of the stream's record; null when the entry was missing in the bucket and is copied from the table. */
  readonly sequenceNumber: string | null;
  /** When the change was made, to the second; null with the sequence number. */
  readonly at: string | null;
  readonly before: Item | null;
  readonly after: Item | null;
}

/** A write takes seconds to reach the bucket. An entry that is younger is not yet missing there. */
export const longestWay: Milliseconds = 5 * 60_000;

/** The prefixes of the objects. Their order is the order of the entries in the table. */
export const prefixOf = (kind: 'entries' | 'changes', month: string): string => `${kind}/${month}/`;

export const entryKey = (month: string, id: string): string => `${prefixOf('entries', month)}${id}`;

/** Of the evidence of a change that the service does not make. */
export const changeKey = ({ month, id, sequenceNumber }: AuditChange): string =>
  `${prefixOf('changes', month)}${id}/${sequenceNumber ?? 'from-table'}`;

/** The same text for the same item, so that a repeated copy is known by its content. */
export const contentOf = (item: Item): string => canonicalize(item) ?? '';

export const evidenceOf = ({ change, at, sequenceNumber, before, after }: AuditChange): string =>
  contentOf({ change, at, sequence_number: sequenceNumber, before, after });
