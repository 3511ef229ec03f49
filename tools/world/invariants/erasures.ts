import { z } from 'zod';
import type { Invariant } from './invariant.ts';

const ended = z.object({
  pk: z.string().startsWith('AUDIT#'),
  action: z.literal('customer erased'),
  subject: z.object({ customer_id: z.string() }),
});

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
  {
    rule: 'the end of an erasure is in the audit trail once',
    broken: ({ customers, items }) => {
      const ids = items.flatMap((item) => ended.safeParse(item).data?.subject.customer_id ?? []);
      return customers
        .filter(({ customer_id: id, status }) => {
          const count = ids.filter((one) => one === id).length;
          return count !== (status === 'erased' ? 1 : 0);
        })
        .map(({ customer_id: id, status }) => `${id} is ${status}`);
    },
  },
];
