import type { RewrittenForm } from '../../domain/form-rewrite.ts';
import { entryVersion } from '../customers/packed-entry.ts';
import type { Table } from '../table/table.ts';
import { historyEntryPages, rewriteHistoryEntry, type FormItem, type Walked } from './history-entries.ts';

/** How the items of a form are found and rewritten. */
interface Rewriting {
  /** The version that is written. */
  readonly version: number;
  /** A partner's items after a position. */
  readonly pages: (table: Table, walked: Walked, after: string | null) => AsyncIterable<readonly FormItem[]>;
  /** @returns whether it was rewritten; false when it has changed since it was read */
  readonly rewrite: (table: Table, item: FormItem) => Promise<boolean>;
}

export const rewritings: Readonly<Record<RewrittenForm, Rewriting>> = {
  'history-entry': { version: entryVersion, pages: historyEntryPages, rewrite: rewriteHistoryEntry },
};
