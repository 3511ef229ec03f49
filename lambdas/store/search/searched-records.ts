import * as z from 'zod/mini';
import { codeTable, type CodeTable } from '@swift-worker/stored-forms/stored-form.ts';
import { customerStatuses, type CustomerStatus } from '../../domain/customer.ts';
import { instanceRowOf, type SearchRow } from '../../domain/search/search-row.ts';
import { instanceStatuses, type InstanceStatus } from '../../domain/states/instance-states.ts';
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

/** @throws Error for a status without a code */
const formatOf = <W extends string>(form: string, statuses: CodeTable<W>, hasWabas: boolean): BlockFormat => {
  const codes = new Map<string, number>(statuses.words.map((word) => [word, statuses.codes[word]]));
  return {
    form,
    version: 1,
    hasWabas,
    statusOf: statuses.wordOf,
    codeOf: (status) => {
      const code = codes.get(status);
      if (code === undefined) throw new Error(`the form ${form} has no code for the status`);
      return code;
    },
  };
};

const customerStatusCodes = codeTable<CustomerStatus>({
  active: 0,
  inactive: 1,
  merged: 2,
  erasing: 3,
  erased: 4,
  erasure_failed: 5,
});

const instanceStatusCodes = codeTable<InstanceStatus>({
  created: 0,
  awaiting_connection: 1,
  connecting: 2,
  connected: 3,
  degraded: 4,
  reconnect_required: 5,
  deactivating: 6,
  deactivation_failed: 7,
  inactive: 8,
});

const customerItem = z.object({
  sk: z.string(),
  status: z.enum(customerStatuses),
  search: z.string(),
  digits: z.string(),
});

const customers: SearchedRecords = {
  kind: 'C',
  format: formatOf('search-block-customers', customerStatusCodes, false),
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
  format: formatOf('search-block-instances', instanceStatusCodes, true),
  attributes: ['instance_key', 'instance_name', 'verified_name', 'display_phone_number', 'platform_waba_id'],
  rowOf: (item) => {
    const { sk: id, ...rest } = instanceItem.parse(item);
    return instanceRowOf({ id, ...rest });
  },
};

export const searchedRecords: Readonly<Record<SearchedKind, SearchedRecords>> = { C: customers, I: instances };
