import { z } from 'zod';
import type { Invariant } from './invariant.ts';
import type { View } from './view.ts';

const found = z.object({
  items: z.array(
    z.object({
      phone_number_id: z.string(),
      status: z.enum(['sent', 'delivered', 'read', 'failed', 'deleted']),
      message_id: z.string().nullable(),
      instance_id: z.string(),
      customer_id: z.string(),
    }),
  ),
  total: z.number(),
});
type Found = z.infer<typeof found>;

const rate = z.number().nullable();
const health = z.object({
  health: z.object({
    counts: z.record(z.string(), z.number()),
    messages: z.number(),
    rates: z.object({ delivered: rate, read: rate, failed: rate }),
    series: z.array(z.object({ counts: z.record(z.string(), z.number()) })),
  }),
});

const eventsOf = ({ answers }: View): Found => found.parse(answers.get('search-partner-delivery-events'));

const nameOf = ({ phone_number_id: number, message_id: message, status }: Found['items'][number]): string =>
  `${number} ${String(message)} ${status}`;

const isErased = ({ customers }: View): boolean => customers.some(({ status }) => status.startsWith('eras'));

const rounded = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((10_000 * part) / whole) / 10_000;

/**
 * The state of each message: sent, then delivered, then read; failed when it was never delivered. A message counts for the line and the
 * customer that its reports are of.
 */
const statesOf = (items: Found['items']): readonly string[] =>
  Array.from(
    Map.groupBy(items, ({ status: _, ...message }) => JSON.stringify(Object.entries(message).sort())).values(),
    (same) => {
      const statuses = new Set<string>(same.map(({ status }) => status));
      return ['read', 'delivered', 'failed', 'sent'].find((status) => statuses.has(status)) ?? 'deleted';
    },
  );

export const reportRules: readonly Invariant[] = [
  {
    rule: 'each accepted report is found once',
    broken: (view) => {
      const { items, total } = eventsOf(view);
      const shown = items.map(nameOf).sort();
      const accepted = Array.from(
        new Set(
          view.world.ledger.reports.map(({ phone_number_id: n, message_id: m, status }) => `${n} ${m} ${status}`),
        ),
      ).sort();
      const isSame = isErased(view) ? shown.length <= accepted.length : shown.join() === accepted.join();
      return isSame && total === items.length
        ? []
        : [`${shown.join(', ')} (${total}); accepted: ${accepted.join(', ')}`];
    },
  },
  {
    rule: 'health equals a recount',
    broken: (view) => {
      if (isErased(view)) return [];
      const { items } = eventsOf(view);
      const { counts, messages, rates, series } = health.parse(view.answers.get('get-partner-delivery-health')).health;
      const states = statesOf(items);
      const count = (...of: readonly string[]): number => states.filter((state) => of.includes(state)).length;
      const recount = {
        ...Object.fromEntries(
          Object.keys(counts).map((status) => [status, items.filter((one) => one.status === status).length]),
        ),
        messages: states.length,
        delivered_rate: rounded(count('delivered', 'read'), states.length),
        read_rate: rounded(count('read'), states.length),
        failed_rate: rounded(count('failed'), states.length),
        series: items.length,
      };
      const shown = {
        ...counts,
        messages,
        delivered_rate: rates.delivered,
        read_rate: rates.read,
        failed_rate: rates.failed,
        series: series.flatMap((one) => Object.values(one.counts)).reduce((sum, one) => sum + one, 0),
      };
      return JSON.stringify(shown) === JSON.stringify(recount)
        ? []
        : [`${JSON.stringify(shown)}; recounted: ${JSON.stringify(recount)}`];
    },
  },
];
