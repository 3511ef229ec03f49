import { z } from 'zod';
import type { Invariant } from './invariant.ts';

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

export const importRules: readonly Invariant[] = [
  {
    rule: 'an accepted import ends, and each of its rows has one outcome',
    broken: ({ imports, customers, world }) =>
      imports.flatMap((body) => {
        const { import: it, items } = answer.parse(body);
        const sum = it.created + it.updated + it.unchanged + it.failed;
        const indexes = new Set(items.map(({ index }) => index));
        const names = world.ledger.imports.get(it.id) ?? [];
        const isErased = customers.some(({ status }) => status.startsWith('eras'));
        const isThere = names.every((name) => customers.some(({ external_customer_id: id }) => id === name));
        const isRight = it.status === 'completed' && sum === it.total && indexes.size === it.failed;
        return isRight && (isThere || isErased) ? [] : [`${JSON.stringify(it)}, ${indexes.size} failed rows`];
      }),
  },
];
