import type { ImportRow } from '../../../../packages/client/src/import-customers.ts';
import type { Customer } from '../../../../packages/client/src/schemas.ts';
import { normal } from './row-rules.ts';
import type { ReadyRow } from './sorted-rows.ts';

const described = ['customer_name', 'customer_email', 'customer_phone', 'metadata'] as const;
type Described = (typeof described)[number];

export interface FieldChange {
  readonly field: Described;
  readonly was: string;
  readonly becomes: string;
}

/** What an import of a row would do now. */
export type Outcome =
  | { readonly kind: 'created' | 'unchanged' }
  | { readonly kind: 'updated'; readonly changes: readonly FieldChange[] }
  | { readonly kind: 'refused'; readonly status: Customer['status'] };

export interface RowWithOutcome extends ReadyRow {
  readonly outcome: Outcome;
}

/** What is compared of a customer. */
export type Known = Pick<Customer, Described | 'status'>;

/** JSON with the names of each object in order. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

const shown = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? normal(value) : ordered(value);

const changesOf = (known: Known, row: ImportRow): readonly FieldChange[] =>
  described.flatMap((field) => {
    const [was, becomes] = [shown(known[field]), shown(row[field])];
    return row[field] === undefined || was === becomes ? [] : [{ field, was, becomes }];
  });

const outcomeOf = (known: Known | undefined, row: ImportRow): Outcome => {
  if (known === undefined) return { kind: 'created' };
  if (known.status !== 'active' && known.status !== 'inactive') return { kind: 'refused', status: known.status };
  const changes = changesOf(known, row);
  return changes.length === 0 ? { kind: 'unchanged' } : { kind: 'updated', changes };
};

const nothing: Omit<Known, 'customer_name'> = {
  customer_email: null,
  customer_phone: null,
  metadata: {},
  status: 'active',
};

/** What an import of the rows, in their order, would do now. @param customers by their external ids */
export const previewOutcomes = (
  rows: readonly ReadyRow[],
  customers: ReadonlyMap<string, Known>,
): readonly RowWithOutcome[] => {
  const known = new Map(customers);
  return rows.map((ready) => {
    const { row } = ready;
    const id = normal(row.external_customer_id);
    const before = known.get(id);
    const outcome = outcomeOf(before, row);
    if (outcome.kind === 'created' || outcome.kind === 'updated') {
      const { external_customer_id: _, partner_id: __, ...fields } = row;
      known.set(id, Object.assign({}, nothing, before, fields));
    }
    return Object.assign({}, ready, { outcome });
  });
};
