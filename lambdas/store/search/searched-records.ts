import * as z from 'zod/mini';
import { customerStatuses } from '../../domain/customer.ts';
import { instanceRowOf, type SearchRow } from '../../domain/search/search-row.ts';
import { instanceStatuses } from '../../domain/states/instance-states.ts';
import type { Item } from '../table/table.ts';
import type { BlockFormat } from './block-codec.ts';
import type { SearchedKind } from './search-keys.ts';

/** How the records of a kind are read for searches, and stored in blocks. */
export interface SearchedRecords {
  readonly kind: SearchedKind;
  readonly format: BlockFormat;
  /** The attributes of a row, besides `sk` and `status`. */
  readonly attributes: readonly string[];
  readonly rowOf: (item: Item) => SearchRow;
}

const customerItem = z.object({
  sk: z.string(),
  status: z.enum(customerStatuses),
  search: z.string(),
  digits: z.string(),
});

const customers: SearchedRecords = {
  kind: 'C',
  format: { version: 1, statuses: customerStatuses, hasWabas: false },
  attributes: ['search', 'digits'],
  rowOf: (item) => {
    const { sk: id, search: text, ...rest } = customerItem.parse(item);
    return { id, text, ...rest, wabaId: null };
  },
};

const text = z.nullable(z.string());

const instanceItem = z.object({
  sk: z.string(),
  status: z.enum(instanceStatuses),
  instance_key: z.string(),
  instance_name: text,
  verified_name: text,
  display_phone_number: text,
  platform_waba_id: text,
});

const instances: SearchedRecords = {
  kind: 'I',
  format: { version: 2, statuses: instanceStatuses, hasWabas: true },
  attributes: ['instance_key', 'instance_name', 'verified_name', 'display_phone_number', 'platform_waba_id'],
  rowOf: (item) => {
    const { sk: id, ...rest } = instanceItem.parse(item);
    return instanceRowOf({ id, ...rest });
  },
};

export const searchedRecords: Readonly<Record<SearchedKind, SearchedRecords>> = { C: customers, I: instances };
