import * as z from 'zod/mini';
import { contentOf, entryKey, longestWay, prefixOf } from '../domain/audit-copy.ts';
import { mapLimited } from '../kernel/map-limited.ts';
import type { AuditBucket } from '../runtime/audit-bucket.ts';
import { hasAuditItem, readAuditItems } from '../store/partners/audit.ts';
import type { Item, Table } from '../store/table/table.ts';

/** An entry that is not as its copy is. */
export type Finding =
  /** The table has it, the bucket has not. */
  | { readonly kind: 'missing'; readonly id: string; readonly item: Item }
  /** The table has another content. */
  | { readonly kind: 'differs'; readonly id: string }
  /** The bucket has it, the table has not. */
  | { readonly kind: 'removed'; readonly id: string };

export interface PageFindings {
  readonly month: string;
  /** The entries of the page in the table. */
  readonly entries: number;
  /** Entries so young that their copy may be on its way. */
  readonly onTheirWay: number;
  /** The ids of entries whose change the bucket has evidence of. */
  readonly changes: readonly string[];
  readonly findings: readonly Finding[];
  /** The entry that the next page begins after; null at the end of the month. */
  readonly next: string | null;
}

interface Place {
  readonly month: string;
  readonly after: string | null;
}

interface VerifyDeps {
  readonly table: Table;
  readonly bucket: Pick<AuditBucket, 'read' | 'keysAfter'>;
}

const pageSize = 200;
/** Objects that are read at the same time. */
const concurrency = 16;

const entryItem = z.object({ sk: z.string(), at: z.optional(z.unknown()) });

/** Keys of a month without their prefix, between two entries. @param last null: up to the end of the month */
const namesBetween = async (
  bucket: VerifyDeps['bucket'],
  prefix: string,
  after: string,
  last: string | null,
): Promise<readonly string[]> => {
  const names: string[] = [];
  let from = `${prefix}${after}`;
  for (;;) {
    const keys = await bucket.keysAfter(prefix, from);
    const own = keys.map((key) => key.slice(prefix.length)).filter((name) => last === null || name <= last);
    names.push(...own);
    if (keys.length === 0 || own.length < keys.length) return names;
    from = keys.at(-1) ?? from;
  }
};

/** In the order of keys, `0` is after the slash that separates an entry's id from the name of a change. */
const afterChangesOf = (id: string): string => `${id}0`;

const changesBetween = async (
  bucket: VerifyDeps['bucket'],
  { month, after }: Place,
  last: string | null,
): Promise<readonly string[]> => {
  const from = after === null ? '' : afterChangesOf(after);
  const to = last === null ? null : afterChangesOf(last);
  const names = await namesBetween(bucket, prefixOf('changes', month), from, to);
  return Array.from(new Set(names.map((name) => name.slice(0, name.lastIndexOf('/')))));
};

const isYoung = ({ at }: z.output<typeof entryItem>, now: number): boolean =>
  typeof at === 'string' && Date.parse(at) > now - longestWay;

/**
 * Compares a page of a month with the bucket. Entries may be written meanwhile: one that the page does not have, but the bucket has,
 * is looked up once more.
 */
export const verifyPage = async (deps: VerifyDeps, place: Place, now: number): Promise<PageFindings> => {
  const { table, bucket } = deps;
  const { month, after } = place;
  const { items, next } = await readAuditItems(table, month, after, pageSize);
  const [copied, changes] = await Promise.all([
    namesBetween(bucket, prefixOf('entries', month), after ?? '', next),
    changesBetween(bucket, place, next),
  ]);
  const copies = new Set(copied);
  const found = await mapLimited(items, concurrency, async (item): Promise<Finding | 'same' | 'young'> => {
    const entry = entryItem.parse(item);
    const id = entry.sk;
    if (!copies.has(id)) return isYoung(entry, now) ? 'young' : { kind: 'missing', id, item };
    return (await bucket.read(entryKey(month, id))) === contentOf(item) ? 'same' : { kind: 'differs', id };
  });
  const own = new Set(items.map((item) => entryItem.parse(item).sk));
  const strange = copied.filter((id) => !own.has(id));
  const removed = await mapLimited(strange, concurrency, async (id): Promise<readonly Finding[]> =>
    (await hasAuditItem(table, month, id)) ? [] : [{ kind: 'removed', id }],
  );
  return {
    month,
    changes,
    next,
    entries: items.length,
    onTheirWay: found.filter((one) => one === 'young').length,
    findings: [...found.flatMap((one) => (typeof one === 'string' ? [] : [one])), ...removed.flat()],
  };
};
