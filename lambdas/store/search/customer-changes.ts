import type { Customer } from '../../domain/customer.ts';
import { customerRowOf } from '../../domain/search/search-row.ts';
import type { CustomerRecord } from '../customers/customers.ts';
import type { Clause } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { searchChangeClauses } from './search-changes.ts';

/** The clause for a new customer, or a change of its text or status; none for other changes, and without an index. */
export const customerChangeClauses = (
  table: Table,
  partnerId: string,
  isIndexed: boolean,
  before: Customer | null,
  { customer, revision }: Pick<CustomerRecord, 'customer' | 'revision'>,
): readonly Clause[] =>
  isIndexed
    ? searchChangeClauses(
        table,
        partnerId,
        'C',
        before === null ? null : customerRowOf(before),
        customerRowOf(customer),
        revision,
      )
    : [];
