/** The business account of a request: by its id, by one of its instances, or the partner's only one. */
import * as z from 'zod/mini';
import { notFound, ServiceError } from '../kernel/errors.ts';
import { requireInstance } from '../store/instances/instances.ts';
import { firstWabas } from '../store/instances/waba-instances.ts';
import type { Table } from '../store/table/table.ts';
import { optionalText, text, uuid } from './fields.ts';
import { either } from './selectors.ts';

const wabaId = optionalText(text(1, 100));

export const wabaSelector = {
  instance_id: z.optional(uuid),
  platform_waba_id: wabaId,
  waba_id: wabaId,
};

export const wabaSelectorNames = Object.keys(wabaSelector);

export interface WabaSelectors {
  readonly instance_id?: string | undefined;
  readonly platform_waba_id?: string | null | undefined;
  readonly waba_id?: string | null | undefined;
}

const onlyWaba = async (table: Table, partnerId: string): Promise<string> => {
  const [first, second] = await firstWabas(table, partnerId);
  if (first !== undefined && second === undefined) return first;
  throw new ServiceError(
    'waba_scope_required',
    'instance_id or platform_waba_id is required: say which business account',
  );
};

/**
 * The selected business account. Only with `instance_id` it is checked that it is the partner's own.
 * @returns null when the instance was never connected to one
 * @throws ServiceError not_found, conflicting_selectors, waba_scope_required
 */
export const wabaScope = async (table: Table, partnerId: string, given: WabaSelectors): Promise<string | null> => {
  const named = either<'platform_waba_id' | 'waba_id'>(given, 'platform_waba_id', 'waba_id');
  if (given.instance_id === undefined) return named ?? onlyWaba(table, partnerId);
  const { instance } = await requireInstance(table, partnerId, { instance_id: given.instance_id }, null);
  if (named !== undefined && instance.platform_waba_id !== named) {
    throw new ServiceError(
      'conflicting_selectors',
      'instance_id and platform_waba_id name different business accounts',
    );
  }
  return instance.platform_waba_id;
};

export const requireWabaScope = async (table: Table, partnerId: string, given: WabaSelectors): Promise<string> => {
  const waba = await wabaScope(table, partnerId, given);
  if (waba === null) throw notFound('a business account of the instance');
  return waba;
};
