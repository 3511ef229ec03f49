import { searchDigitsOf, searchTextOf, type Customer, type CustomerStatus, type SearchTerm } from '../customer.ts';

/** What a search has to know of a customer. */
export interface SearchRow {
  readonly id: string;
  readonly status: CustomerStatus;
  /** Of `searchTextOf`; null while the customer is being erased: then the record alone tells it. */
  readonly text: string | null;
  readonly digits: string;
}

const underErasure: ReadonlySet<CustomerStatus> = new Set<CustomerStatus>(['erasing', 'erasure_failed']);

/** No copy of the customer's text is kept. */
export const isUnderErasure = (status: CustomerStatus): boolean => underErasure.has(status);

/** The row without what an erasure removes. */
export const keptRow = (row: SearchRow): SearchRow =>
  isUnderErasure(row.status) ? { ...row, text: null, digits: '' } : row;

export const searchRowOf = (customer: Customer): SearchRow =>
  keptRow({
    id: customer.customer_id,
    status: customer.status,
    text: searchTextOf(customer),
    digits: searchDigitsOf(customer),
  });

/** Whether a change of a customer has to reach its row. */
export const changesRow = (before: Customer, after: Customer): boolean => {
  const [was, is] = [searchRowOf(before), searchRowOf(after)];
  return was.status !== is.status || was.text !== is.text || was.digits !== is.digits;
};

export const matches = (text: string, digits: string, term: SearchTerm): boolean =>
  text.includes(term.text) || (term.digits !== null && digits.includes(term.digits));
