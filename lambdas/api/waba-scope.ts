/** The business account of a request: by its id, by one of its instances, or the partner's only one. */
import { notFound, ServiceError } from '../kernel/errors.ts';
import { requireInstance } from '../store/instances/instances.ts';
import { firstWabas } from '../store/instances/waba-instances.ts';
import type { Table } from '../store/table/table.ts';
import { optionalText, text } from './fields.ts';
import { either, instanceIdSelector } from './selectors.ts';

const wabaId = optionalText(text(1, 100));

/** The id of a business account, with its alias. */
export const wabaIdSelector = { platform_waba_id: wabaId, waba_id: wabaId };

export const wabaSelector = {
  ...instanceIdSelector,
  ...wabaIdSelector,
};

export const wabaSelectorNames = Object.keys(wabaSelector);

export interface WabaSelectors {
  readonly instance_id?: string | undefined;
  readonly partner_instance_id?: string | undefined;
  readonly platform_waba_id?: string | null | undefined;
  readonly waba_id?: string | null | undefined;
}

/** @throws ServiceError conflicting_selectors */
export const wabaIdOf = (given: Pick<WabaSelectors, 'platform_waba_id' | 'waba_id'>): string | undefined =>
  either<'platform_waba_id' | 'waba_id'>(given, 'platform_waba_id', 'waba_id');

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
  const named = wabaIdOf(given);
  const instanceId = either(given, 'instance_id', 'partner_instance_id');
  if (instanceId === undefined) return named ?? onlyWaba(table, partnerId);
  const { instance } = await requireInstance(table, partnerId, { instance_id: instanceId }, null);
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
