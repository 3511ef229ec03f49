import type { Customer, HistoryEntry } from '../packages/client/src/schemas.ts';
import type { Customers } from './customers.ts';
import { numberOf, type Screen } from './screen.ts';

const searches = ['muller', 'παπαδοπουλος', '佐藤', 'فاطمة', '7946 09'];

const rowOf = (customer: Customer): string[] => [
  customer.external_customer_id,
  customer.status,
  customer.customer_phone ?? '–',
  customer.customer_name,
];
const head = ['customer', 'status', 'phone', 'name'];

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const entryOf = (entry: HistoryEntry): string[] => [
  entry.created_at,
  entry.event,
  entry.reason ?? '–',
  entry.event === 'customer_created'
    ? entry.changed_fields.join(', ')
    : entry.changed_fields
        .map((field) => `${field}: ${shown(entry.previous[field])} → ${shown(entry.new[field])}`)
        .join(', '),
];

/** Shows a page of customers, searches and a history. */
export const lookAround = async (
  customers: Customers,
  example: Customer | undefined,
  screen: Screen,
): Promise<void> => {
  const page = await customers.list({ page: 1, page_size: 8 });
  screen.line(`${numberOf(page.total, 'customer')} on ${numberOf(page.pages, 'page')} of 8; the newest:`);
  screen.table(head, page.items.map(rowOf));
  screen.line('');
  const found = await Promise.all(searches.map((search) => customers.list({ search, page_size: 1 })));
  screen.table(
    ['found', 'search', 'the newest match'],
    found.map(({ total, items }, index) => [String(total), searches[index] ?? '', items[0]?.customer_name ?? '–']),
  );
  if (example === undefined) return;
  screen.line('');
  const { items, total } = await customers.history(example.customer_id);
  screen.line(`The history of ${example.external_customer_id}, ${total} ${total === 1 ? 'entry' : 'entries'}:`);
  screen.table(['at', 'event', 'reason', 'what'], items.map(entryOf));
};
