/** The selectors of requests: the service's id, which may have an alias, or the partner's own. */
import * as z from 'zod/mini';
import { ServiceError } from '../kernel/errors.ts';
import { externalCustomerId, oneOf, optionalText, rule, text, uuid } from './fields.ts';

/** The id of a customer, its alias, and the partner's own. */
export const customerSelector = {
  customer_id: z.optional(uuid),
  external_customer_id: z.optional(externalCustomerId),
  partner_customer_id: z.optional(uuid),
};

export const customerSelectorNames = Object.keys(customerSelector);

export const requireSelector = oneOf(customerSelectorNames, 'needs customer_id or external_customer_id');

/** The value of a selector with two names. @throws ServiceError conflicting_selectors */
export const either = <Name extends string>(
  given: Readonly<Partial<Record<Name, string | null | undefined>>>,
  name: Name,
  alias: Name,
): string | undefined => {
  const [value, other] = [given[name] ?? undefined, given[alias] ?? undefined];
  if (value !== undefined && other !== undefined && value !== other) {
    throw new ServiceError('conflicting_selectors', `${name} and ${alias} must be equal`);
  }
  return value ?? other;
};

type GivenCustomer = Readonly<Partial<Record<keyof typeof customerSelector, string | undefined>>>;

/** The selectors without the alias. @throws ServiceError conflicting_selectors */
export const unaliased = (given: GivenCustomer): Omit<GivenCustomer, 'partner_customer_id'> => ({
  customer_id: either(given, 'customer_id', 'partner_customer_id'),
  external_customer_id: given.external_customer_id,
});

/** Whether a customer is selected. */
export const namesCustomer = (given: GivenCustomer): boolean =>
  customerSelectorNames.some((name) => Reflect.get(given, name) !== undefined);

/** @throws ServiceError conflicting_selectors */
export const requireOneCustomer = (given: GivenCustomer): void => {
  unaliased(given);
};

export const instanceKey = text(1, 120).check(
  rule('format', 'must consist of the characters A-Z a-z 0-9 . _ : -', (value) => /^[A-Za-z0-9._:-]*$/.test(value), {
    schema: { pattern: '^[A-Za-z0-9._:-]+$' },
  }),
);

/** The id of an instance, with its alias. */
export const instanceIdSelector = { instance_id: z.optional(uuid), partner_instance_id: z.optional(uuid) };

export const instanceIdSelectorNames = Object.keys(instanceIdSelector);

export const instanceSelector = { ...instanceIdSelector, instance_key: z.optional(instanceKey) };

export const instanceSelectorNames = Object.keys(instanceSelector);

export const requireInstanceId = oneOf(instanceIdSelectorNames, 'needs instance_id');

type GivenInstance = Readonly<Partial<Record<keyof typeof instanceIdSelector, string | undefined>>>;

/** @throws ServiceError conflicting_selectors */
export const requireOneInstance = (given: GivenInstance): void => {
  either(given, 'instance_id', 'partner_instance_id');
};

/** The platform's id of the number of an instance. */
export const numberSelector = { platform_phone_number_id: optionalText(text(1, 100)) };

export const requireInstanceSelector = oneOf(instanceSelectorNames, 'needs instance_id or instance_key');
