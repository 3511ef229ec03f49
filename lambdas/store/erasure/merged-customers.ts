import type { Table } from '../table/table.ts';
import { storedEntries, type StoredEntry } from './erase-history.ts';

const sourceOf = ({ entry }: StoredEntry, customerId: string): readonly string[] => {
  const { source_customer_id: source, target_customer_id: target } = entry.related;
  return entry.event === 'customer_merged' && target === customerId && source !== undefined ? [source] : [];
};

/** The customers that a page of the history shows as merged into its customer. */
export interface MergedPage {
  readonly customerIds: readonly string[];
  /** The number of the page's last entry. */
  readonly to: number;
}

/** The customers that were merged into a customer, by the entries of its history after a number, page after page. */
export async function* mergedCustomers(
  table: Table,
  partnerId: string,
  customerId: string,
  after: number,
): AsyncGenerator<MergedPage> {
  for await (const page of storedEntries(table, partnerId, customerId, after)) {
    const customerIds = page.flatMap((stored) => sourceOf(stored, customerId));
    yield { customerIds, to: page.at(-1)?.number ?? after };
  }
}
