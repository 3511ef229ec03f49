/** How a request names a record: by our id, which may have an alias, or by the partner's own. */
import * as z from 'zod/mini';
import { ServiceError } from '../domain/errors.ts';
import { externalCustomerId, rule, text, uuid } from './fields.ts';

export const customerSelector = {
  customer_id: z.optional(uuid),
  external_customer_id: z.optional(externalCustomerId),
};

/** The same with the id's other name. */
export const customerAliasSelector = { ...customerSelector, partner_customer_id: z.optional(uuid) };

export const customerSelectorNames = Object.keys(customerAliasSelector);

/** At least one selector must be there. */
export const requireSelector = rule<object>('selector', 'needs customer_id or external_customer_id', (value) =>
  customerSelectorNames.some((name) => name in value),
);

interface AliasedCustomer {
  readonly customer_id?: string | undefined;
  readonly partner_customer_id?: string | undefined;
  readonly external_customer_id?: string | undefined;
}

/** One selector of an id and its alias. @throws ServiceError conflicting_selectors */
export const unaliased = (given: AliasedCustomer): Pick<AliasedCustomer, 'customer_id' | 'external_customer_id'> => {
  const { customer_id: id, partner_customer_id: alias, external_customer_id } = given;
  if (id !== undefined && alias !== undefined && id !== alias) {
    throw new ServiceError('conflicting_selectors', 'customer_id and partner_customer_id must be equal');
  }
  return { customer_id: id ?? alias, external_customer_id };
};

export const instanceKey = text(1, 120).check(
  rule('format', 'must consist of the characters A-Z a-z 0-9 . _ : -', (value) => /^[A-Za-z0-9._:-]*$/.test(value)),
);

export const instanceSelector = {
  instance_id: z.optional(uuid),
  instance_key: z.optional(instanceKey),
};

export const instanceSelectorNames = Object.keys(instanceSelector);

export const requireInstanceSelector = rule<object>('selector', 'needs instance_id or instance_key', (value) =>
  instanceSelectorNames.some((name) => name in value),
);
