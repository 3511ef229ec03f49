import { z } from 'zod';
import type { Invariant } from './invariant.ts';

const customers = z.object({ items: z.array(z.object({ customer_id: z.string() })), total: z.number() });
const lines = z.object({
  items: z.array(z.object({ id: z.string(), status: z.string(), partner_customer_id: z.string().default('') })),
  total: z.number(),
});

type Owned = Pick<z.infer<typeof lines>['items'][number], 'partner_customer_id'>;

const textOf = ({ id, status }: { readonly id: string; readonly status: string }): string => `${id} ${status}`;

const difference = (
  name: string,
  shown: readonly string[],
  total: number,
  wanted: readonly string[],
): readonly string[] =>
  [...shown].sort().join() === [...wanted].sort().join() && total === wanted.length
    ? []
    : [`${name}: ${shown.length} shown, ${total} counted, ${wanted.length} wanted`];

export const searchRules: readonly Invariant[] = [
  {
    rule: 'lists show the records',
    broken: (view) => {
      const named = customers.parse(view.answers.get('list-partner-customers'));
      const standing = view.customers.filter(({ status }) => !['merged', 'erased'].includes(status));
      const ids = standing.map(({ customer_id: id }) => id);
      const listed = lines.parse(view.answers.get('list-partner-instances'));
      return [
        ...difference(
          'customers',
          named.items.map(({ customer_id: id }) => id),
          named.total,
          ids,
        ),
        ...difference('lines', listed.items.map(textOf), listed.total, view.lines.map(textOf)),
      ];
    },
  },
  {
    rule: 'a search finds the lines of customers that are not erased',
    broken: (view) => {
      const { items } = lines.parse(view.answers.get('search-partner-instances'));
      const isStanding = ({ partner_customer_id: owner }: Owned): boolean =>
        view.customers.some(({ customer_id: id, status }) => id === owner && !status.startsWith('eras'));
      const wanted = view.lines.filter(isStanding).map(textOf);
      const found = items.filter(isStanding).map(textOf);
      return difference('found', found, found.length, wanted);
    },
  },
  {
    rule: 'a search shows a line under its present customer',
    broken: (view) =>
      lines
        .parse(view.answers.get('search-partner-instances'))
        .items.filter(
          ({ id, partner_customer_id: owner }) =>
            view.lines.find((one) => one.id === id)?.partner_customer_id !== owner,
        )
        .map(({ id, partner_customer_id: owner }) => `${id}: ${owner}`),
  },
];
