import { z } from 'zod';
import type { Invariant } from './invariant.ts';
import type { View } from './view.ts';

const answer = z.object({
  import: z.object({
    id: z.string(),
    status: z.string(),
    total: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    failed: z.number(),
  }),
  items: z.array(z.object({ index: z.number() })),
});

/** How many entries gave a customer one of the names. */
const entriesOf = (customers: View['customers'], names: ReadonlySet<unknown>): number =>
  new Set(
    customers.flatMap(({ history }) =>
      history.filter((entry) => names.has(entry.new['customer_name'])).map(({ id }) => id),
    ),
  ).size;

export const importRules: readonly Invariant[] = [
  {
    rule: 'an accepted import ends, and each of its rows has one outcome',
    broken: ({ imports, customers, world }) =>
      imports.flatMap((body) => {
        const { import: it, items } = answer.parse(body);
        const sum = it.created + it.updated + it.unchanged + it.failed;
        const indexes = new Set(items.map(({ index }) => index));
        const rows = world.ledger.imports.get(it.id) ?? [];
        const isErased = customers.some(({ status }) => status.startsWith('eras'));
        const isThere = rows.every((row) =>
          customers.some(({ external_customer_id: id }) => id === row.external_customer_id),
        );
        const isRight = it.status === 'completed' && sum === it.total && indexes.size === it.failed;
        return isRight && (isThere || isErased) ? [] : [`${JSON.stringify(it)}, ${indexes.size} failed rows`];
      }),
  },
  {
    rule: 'each row of an import changed its customer once, as the import counts',
    broken: ({ imports, customers, world }) =>
      imports.flatMap((body) => {
        const { import: it } = answer.parse(body);
        const names = new Set(world.ledger.imports.get(it.id)?.map(({ customer_name: name }) => name));
        const found = entriesOf(customers, names);
        const isErased = customers.some(({ status }) => status.startsWith('eras'));
        return isErased || found === it.created + it.updated ? [] : [`${JSON.stringify(it)}, ${found} entries`];
      }),
  },
];
