import { z } from 'zod';
import type { Invariant } from './invariant.ts';
import type { View } from './view.ts';

const fact = z.object({
  pk: z.string().includes('#U#'),
  sk: z.string().startsWith('I#'),
  at: z.string(),
  was_taken: z.boolean(),
  taken: z.boolean(),
  was_connected: z.boolean(),
  connected: z.boolean(),
});
type Fact = z.infer<typeof fact>;

/** The transitions of each line, in their order. */
const transitionsOf = ({ items }: View): readonly (readonly [string, readonly Fact[]])[] =>
  Array.from(
    Map.groupBy(
      items.flatMap((item) => fact.safeParse(item).data ?? []).sort((left, right) => (left.sk < right.sk ? -1 : 1)),
      ({ sk }) => sk.split('#')[1] ?? '',
    ),
  );

const answer = z.object({
  usage: z.object({
    totals: z.object({
      slots_peak: z.number(),
      slot_days: z.number(),
      lines_connected: z.number(),
      customers_active: z.number(),
      events_delivered: z.number(),
      reports: z.nullable(z.number()),
    }),
  }),
});

const test = z.object({ test: z.literal(true) });
const numbered = z.object({ sequence: z.number() });

const listed = z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) });

/** The events of customers and lines that were received, but those whose worker died then and whose endpoint was disabled before the next. */
const eventsOf = ({ world, answers }: View): number => {
  const { items } = listed.parse(answers.get('list-partner-webhook-events'));
  const missed = new Set(items.filter(({ status }) => status !== 'delivered').map(({ id }) => id));
  return new Set(
    world.endpoints.received
      .filter(({ id, text }) => {
        if (missed.has(id)) return false;
        const body: unknown = JSON.parse(text);
        return numbered.safeParse(body).success && !test.safeParse(body).success;
      })
      .map(({ id }) => id),
  ).size;
};

export const usageRules: readonly Invariant[] = [
  {
    rule: 'the transitions of a line form a chain that ends in its state',
    broken: (view) =>
      transitionsOf(view).flatMap(([id, facts]) => {
        const first = facts[0];
        const isChain = facts.every((one, index) => {
          const before = facts[index - 1];
          return before === undefined || (before.taken === one.was_taken && before.connected === one.was_connected);
        });
        const last = facts.at(-1);
        const shown = view.lines.find((one) => one.id === id);
        const isEnd = last?.taken === shown?.occupies_slot;
        return isChain && isEnd && first?.was_taken === false ? [] : [`${id}: ${JSON.stringify(facts)}`];
      }),
  },
  {
    rule: 'the usage of a day equals what happened on it',
    broken: (view) => {
      const { lines, customers, world, answers } = view;
      // After midnight, records no longer show what they were on the day.
      if (new Date(world.scheduler.now).getUTCDate() !== 2) return [];
      const { totals } = answer.parse(answers.get('get-partner-usage')).usage;
      const expected = {
        slot_days: lines.length,
        lines_connected: world.watching.connected.size,
        customers_active: customers.filter(({ status }) => status === 'active').length,
        events_delivered: eventsOf(view),
        reports: world.ledger.reports.length,
      };
      return Object.entries(expected).flatMap(([name, count]) => {
        const shown = z.record(z.string(), z.number()).parse(totals)[name];
        return shown === count ? [] : [`${name}: ${String(shown)} in place of ${count}`];
      });
    },
  },
  {
    rule: 'the usage of all customers adds up to that of the partner',
    broken: (view) => {
      const { answers, usages } = view;
      const { totals } = answer.parse(answers.get('get-partner-usage')).usage;
      // A line that is moved without a slot, and gets one again on the same day, counts for both customers.
      const retaken = transitionsOf(view).filter(
        ([, facts]) => facts.filter(({ was_taken: was, taken }) => !was && taken).length > 1,
      );
      return (['slot_days', 'customers_active'] as const).flatMap((name) => {
        const sum = usages.reduce<number>((all, one) => all + answer.parse(one).usage.totals[name], 0);
        const most = totals[name] + (name === 'slot_days' ? retaken.length : 0);
        return totals[name] <= sum && sum <= most ? [] : [`${name}: ${sum} in place of ${totals[name]}`];
      });
    },
  },
  {
    rule: 'the peak of a day is at least what is taken at its end',
    broken: ({ lines, answers, world }) => {
      // The first day is the one after it.
      if (Array.from(world.ledger.commands.values()).includes('usage begin')) return [];
      const { slots_peak: peak, slot_days: ever } = answer.parse(answers.get('get-partner-usage')).usage.totals;
      const taken = lines.filter(({ occupies_slot: takes }) => takes).length;
      return peak >= taken && peak <= ever ? [] : [`${peak} with ${taken} at the end, and ${ever} on the day`];
    },
  },
];
