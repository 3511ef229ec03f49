import type { Customer } from '../packages/client/src/schemas.ts';
import type { Customers } from './customers.ts';
import type { CustomerFile } from './rows.ts';
import type { Screen } from './screen.ts';

const wanted = 5;
const reason = 'moved to a new office';

/** Some customers of the file, at even distances. */
const choose = async (customers: Customers, { rows }: CustomerFile): Promise<Customer[]> => {
  const chosen: Customer[] = [];
  for (let part = 0; part < wanted; part += 1) {
    const externalId = rows[Math.floor((part / wanted) * rows.length)]?.customer.external_customer_id;
    const customer = externalId === undefined ? null : await customers.find(externalId);
    if (customer !== null) chosen.push(customer);
  }
  return chosen;
};

/**
 * Changes some customers, each on the condition that it has not changed since it was read.
 * @returns one that was changed, and whether the service answered as expected
 */
export const changeSome = async (
  customers: Customers,
  file: CustomerFile,
  screen: Screen,
): Promise<{ changed: Customer | undefined; ok: boolean }> => {
  const chosen = await choose(customers, file);
  const rows: string[][] = [];
  let ok = true;
  for (const [index, customer] of chosen.entries()) {
    const { customer_id: id, updated_at: readAt } = customer;
    const phone = `+44 20 7946 09${String(index).padStart(2, '0')}`;
    const outcome = await customers.change(
      id,
      { customer_phone: phone },
      readAt,
      reason,
      `demo-change-${id}-${readAt}`,
    );
    if (!outcome.ok) ok = false;
    const said = outcome.ok ? (outcome.customer.updated_at === readAt ? 'has it already' : 'changed') : outcome.message;
    rows.push([customer.external_customer_id, customer.customer_phone ?? '–', phone, said]);
  }
  screen.table(['customer', 'phone before', 'new phone', 'result'], rows);
  const [changed] = chosen;
  if (changed !== undefined) {
    const { customer_id: id, created_at: longAgo } = changed;
    const stale = await customers.change(id, { customer_name: 'Too late' }, longAgo, reason, `demo-stale-${id}`);
    screen.line('');
    screen.line(
      `A change with an outdated expected_updated_at: ${stale.status} ${stale.ok ? '' : `${stale.code}: ${stale.message}`}`,
    );
    ok &&= !stale.ok && stale.code === 'stale_update';
  }
  return { changed, ok };
};
