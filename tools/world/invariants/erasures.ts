import type { Invariant } from './invariant.ts';

export const erasureRules: readonly Invariant[] = [
  { rule: 'no personal text of an erased customer is left', broken: ({ left }) => left },
  {
    rule: 'an erasure ends',
    broken: ({ customers }) => customers.filter(({ status }) => status === 'erasing').map(({ customer_id: id }) => id),
  },
  {
    rule: 'an erased customer has no line that is connected',
    broken: ({ customers, lines }) =>
      customers
        .filter(({ status }) => status === 'erased')
        .flatMap(({ customer_id: id }) => lines.filter((one) => one.partner_customer_id === id))
        .filter(({ status }) => status !== 'inactive')
        .map(({ id, status }) => `${id}: ${status}`),
  },
];
