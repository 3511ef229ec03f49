import canonicalize from 'canonicalize';
import { withBaseLetters } from './base-letters.ts';
import { formsOf, readingsOf, type NumberReading } from './phone-number.ts';
import { laterThan, isoOf, type Milliseconds } from '../kernel/time.ts';
import { digitsOf, fold } from './text.ts';

export const customerStatuses = ['active', 'inactive', 'merged', 'erasing', 'erased', 'erasure_failed'] as const;
export type CustomerStatus = (typeof customerStatuses)[number];

/** Statuses that a list contains only when the request names them. */
export const statusesOnRequest: ReadonlySet<CustomerStatus> = new Set<CustomerStatus>(['merged', 'erased']);

export type Metadata = Readonly<Record<string, unknown>>;

/** A customer as the API shows it. Times are ISO 8601 UTC. */
export interface Customer {
  readonly customer_id: string;
  readonly external_customer_id: string;
  readonly customer_name: string;
  readonly customer_email: string | null;
  readonly customer_phone: string | null;
  readonly metadata: Metadata;
  readonly status: CustomerStatus;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deactivated_at: string | null;
  readonly merged_into: string | null;
  readonly instance_count: number;
}

const editableFields = ['customer_name', 'customer_email', 'customer_phone'] as const;
const describedFields = [...editableFields, 'metadata'] as const;
export type DescribedField = (typeof describedFields)[number];

/** New values; an absent field stays unchanged. */
export type CustomerChanges = Partial<Pick<Customer, DescribedField>>;

export interface CustomerDifference {
  readonly changedFields: readonly DescribedField[];
  readonly previous: CustomerChanges;
  readonly next: CustomerChanges;
}

export const newCustomer = (
  id: string,
  external: string,
  described: Pick<Customer, DescribedField>,
  now: Milliseconds,
): Customer => ({
  customer_id: id,
  external_customer_id: external,
  ...described,
  status: 'active',
  created_at: isoOf(now),
  updated_at: isoOf(now),
  deactivated_at: null,
  merged_into: null,
  instance_count: 0,
});

/** Equal as JSON: the order of an object's members is ignored. */
const sameValue = (left: unknown, right: unknown): boolean => canonicalize(left) === canonicalize(right);

/** The fields whose values differ; null when none does. */
export const differenceOf = (customer: Customer, changes: CustomerChanges): CustomerDifference | null => {
  const changedFields = describedFields.filter(
    (field) => changes[field] !== undefined && !sameValue(changes[field], customer[field]),
  );
  if (changedFields.length === 0) return null;
  const pick = (from: CustomerChanges): CustomerChanges =>
    Object.fromEntries(changedFields.map((field) => [field, from[field]]));
  return { changedFields, previous: pick(customer), next: pick(changes) };
};

/** Applies changes. `updated_at` strictly increases. */
export const changed = (customer: Customer, changes: CustomerChanges, now: Milliseconds): Customer => ({
  ...customer,
  ...changes,
  updated_at: laterThan(customer.updated_at, now),
});

/** The text that a search matches. No search term contains the separator. */
export const searchTextOf = (customer: Pick<Customer, DescribedField | 'external_customer_id'>): string =>
  [customer.customer_name, customer.customer_email ?? '', customer.external_customer_id].map(fold).join('\u0000');

export const searchDigitsOf = (customer: Pick<Customer, 'customer_phone'>): string =>
  digitsOf(customer.customer_phone ?? '');

/** A normalised search term: folded, and read as a number when it looks like part of one. */
export interface SearchTerm {
  readonly text: string;
  /** Parts of the numbers that are found, in all forms. */
  readonly digits: readonly string[];
  readonly numbers: readonly NumberReading[];
}

export const searchTermOf = (term: string): SearchTerm | null => {
  const text = withBaseLetters(fold(term.trim()));
  if (text === '') return null;
  const digits = digitsOf(text);
  const isNumber = digits.length >= 3 && !/\p{L}/u.test(text);
  return { text, digits: isNumber ? formsOf(digits) : [], numbers: isNumber ? readingsOf(text) : [] };
};
