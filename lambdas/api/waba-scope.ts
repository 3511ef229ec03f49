/** Which business account a request about templates means: by its id, by one of its lines, or as the partner's only one. */
import * as z from 'zod/mini';
import { notFound, ServiceError } from '../domain/errors.ts';
import { requireInstance } from '../store/instances/instances.ts';
import { firstWabas } from '../store/instances/waba-instances.ts';
import type { Table } from '../store/table/table.ts';
import { optionalText, text, uuid } from './fields.ts';

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

const namedWaba = ({ platform_waba_id: id, waba_id: alias }: WabaSelectors): string | null => {
  const [given, other] = [id ?? null, alias ?? null];
  if (given !== null && other !== null && given !== other) {
    throw new ServiceError('conflicting_selectors', 'platform_waba_id and waba_id must be equal');
  }
  return given ?? other;
};

const onlyWaba = async (table: Table, partnerId: string): Promise<string> => {
  const [first, second] = await firstWabas(table, partnerId);
  if (first !== undefined && second === undefined) return first;
  throw new ServiceError(
    'waba_scope_required',
    'instance_id or platform_waba_id is required: say which business account',
  );
};

/**
 * The business account that the selectors mean; whether it is the partner's own is not looked at, unless a line of the
 * partner names it. Null: the line was never connected to one.
 * @throws ServiceError not_found, conflicting_selectors, waba_scope_required
 */
export const wabaScope = async (table: Table, partnerId: string, given: WabaSelectors): Promise<string | null> => {
  const named = namedWaba(given);
  if (given.instance_id === undefined) return named ?? onlyWaba(table, partnerId);
  const { instance } = await requireInstance(table, partnerId, { instance_id: given.instance_id }, null);
  if (named !== null && instance.platform_waba_id !== named) {
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
