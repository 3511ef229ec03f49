import { searchDigitsOf, searchTextOf, type Customer, type SearchTerm } from '../customer.ts';
import type { Instance } from '../instance.ts';
import { withBaseLetters } from '../base-letters.ts';
import { isSought, readingOf } from '../phone-number.ts';
import { digitsOf, fold } from '../text.ts';

/** What a search has to know of a customer or an instance. */
export interface SearchRow {
  readonly id: string;
  readonly status: string;
  /** Three folded texts; null while the customer is being erased: then the record alone tells it. */
  readonly text: string | null;
  readonly digits: string;
  /** The business account of an instance; null for none, and for customers. */
  readonly wabaId: string | null;
}

const underErasure: ReadonlySet<string> = new Set(['erasing', 'erasure_failed']);

/** No copy of the customer's text is kept. */
export const isUnderErasure = (status: string): boolean => underErasure.has(status);

/** The row without what an erasure removes. */
export const keptRow = (row: SearchRow): SearchRow =>
  isUnderErasure(row.status) ? { ...row, text: null, digits: '' } : row;

export const customerRowOf = (customer: Customer): SearchRow =>
  keptRow({
    id: customer.customer_id,
    status: customer.status,
    text: searchTextOf(customer),
    digits: searchDigitsOf(customer),
    wabaId: null,
  });

/** The fields of an instance that a search reads. */
export type SearchedInstance = Pick<
  Instance,
  'id' | 'instance_key' | 'status' | 'instance_name' | 'verified_name' | 'display_phone_number' | 'platform_waba_id'
>;

/** The name, the label and the key. No search term contains the separator. */
export const instanceRowOf = (instance: SearchedInstance): SearchRow => ({
  id: instance.id,
  status: instance.status,
  text: [instance.verified_name ?? '', instance.instance_name ?? '', instance.instance_key].map(fold).join('\u0000'),
  digits: digitsOf(instance.display_phone_number ?? ''),
  wabaId: instance.platform_waba_id,
});

export const sameRow = (one: SearchRow, other: SearchRow): boolean =>
  one.status === other.status && one.text === other.text && one.digits === other.digits && one.wabaId === other.wabaId;

/** What a search is for; null is everything. */
export interface SearchFilter {
  readonly statuses: ReadonlySet<string>;
  readonly term: SearchTerm | null;
  readonly wabaId: string | null;
}

const hasNumber = (digits: string, term: SearchTerm): boolean => {
  if (term.numbers.length === 0 || digits === '') return false;
  if (term.digits.some((form) => digits.includes(form))) return true;
  const stored = readingOf(digits, false);
  return term.numbers.some((number) => isSought(stored, number));
};

/** @param text folded, with its letters as they are */
export const matches = (text: string, digits: string, term: SearchTerm | null): boolean =>
  term === null || withBaseLetters(text).includes(term.text) || hasNumber(digits, term);

/** Whether a row with a text matches. */
export const isFound = ({ statuses, term, wabaId }: SearchFilter, row: SearchRow): boolean =>
  statuses.has(row.status) &&
  row.text !== null &&
  (wabaId === null || wabaId === row.wabaId) &&
  matches(row.text, row.digits, term);
