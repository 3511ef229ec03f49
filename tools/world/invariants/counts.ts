import { z } from 'zod';
import type { Item } from '../../../lambdas/store/table/table.ts';
import type { Invariant } from './invariant.ts';
import type { View } from './view.ts';

/** The sums of the counters of a level, without those that are 0. */
const sumsOf = (items: readonly Item[], level: string): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { pk: _, sk, ...counts } of items) {
    if (!String(sk).startsWith(`${level}#`)) continue;
    for (const [kind, count] of Object.entries(counts)) {
      if (!kind.startsWith('created ')) sums.set(kind, (sums.get(kind) ?? 0) + Number(count));
    }
  }
  return new Map(Array.from(sums).filter(([, count]) => count !== 0));
};

const textOf = (counts: ReadonlyMap<string, number>): string =>
  Array.from(counts, ([kind, count]) => `${kind} ${count}`)
    .sort()
    .join(', ');

const countsOf = (kinds: readonly string[]): string =>
  textOf(
    new Map(
      Array.from(
        Map.groupBy(kinds, (kind) => kind),
        ([kind, some]) => [kind, some.length] as const,
      ),
    ),
  );

const notice = z.object({
  pk: z.string().regex(/#NOTICES(?:#ADMINS)?$/),
  category: z.string(),
  audience: z.string().optional(),
});

const noticeKind = (found: z.infer<typeof notice> | undefined): readonly string[] =>
  found === undefined ? [] : [found.audience ?? found.category];

const recordsOf = ({ customers, lines, items }: View): Readonly<Record<'C' | 'I' | 'N', readonly string[]>> => ({
  C: customers.map(({ status }) => status),
  I: lines.map(({ status }) => status),
  N: items.flatMap((item) => noticeKind(notice.safeParse(item).data)),
});

export const countRules: readonly Invariant[] = [
  {
    rule: 'the counts of spans equal the records',
    broken: (view) =>
      Object.entries(recordsOf(view)).flatMap(([kind, records]) => {
        const counters = view.items.filter(({ pk }) => new RegExp(`#N#${kind}(#\\d\\d)?$`).test(String(pk)));
        const expected = countsOf(records);
        return ['C', 'F'].flatMap((level) => {
          const counted = textOf(sumsOf(counters, level));
          return counted === expected ? [] : [`${kind} ${level}: ${counted}; there are ${expected}`];
        });
      }),
  },
];
