import { usageMeasures, type Usage, type UsageMeasure } from './usage-day.ts';
import { monthOf, type UtcDay } from './utc-day.ts';

/** The measures of which several days have the highest value; of the others they have the sum. */
const peaks: ReadonlySet<UsageMeasure> = new Set<UsageMeasure>(['slots_peak', 'lines_connected', 'customers_active']);

const usageFrom = (value: (measure: UsageMeasure) => number): Usage => ({
  slots_peak: value('slots_peak'),
  slot_days: value('slot_days'),
  lines_connected: value('lines_connected'),
  customers_active: value('customers_active'),
  events_delivered: value('events_delivered'),
  reports: value('reports'),
  calls: value('calls'),
});

export const noUsage: Usage = usageFrom(() => 0);

/** The usage of several days. */
export const sumOfDays = (days: readonly Usage[]): Usage =>
  usageFrom((measure) =>
    days.reduce((sum, usage) => (peaks.has(measure) ? Math.max(sum, usage[measure]) : sum + usage[measure]), 0),
  );

/** What has to be added to the recorded usage of a day; null when nothing has. */
export const correctionOf = (recorded: Usage, found: Usage): Usage | null => {
  const difference = usageFrom((measure) => found[measure] - recorded[measure]);
  return usageMeasures.every((measure) => difference[measure] === 0) ? null : difference;
};

/** A day's usage with its correction. */
export const corrected = (usage: Usage, correction: Usage): Usage =>
  usageFrom((measure) => usage[measure] + correction[measure]);

/** The usage of a day, or of the days of a month in the requested range. */
export interface UsageItem extends Usage {
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  readonly date: string;
}

export const granularities = ['day', 'month'] as const;
export type Granularity = (typeof granularities)[number];

/** @param days ascending */
export const usageItems = (days: ReadonlyMap<UtcDay, Usage>, granularity: Granularity): readonly UsageItem[] => {
  if (granularity === 'day') return Array.from(days, ([date, usage]) => ({ date, ...usage }));
  const months = Map.groupBy(days, ([day]) => monthOf(day));
  return Array.from(months, ([date, own]) => ({ date, ...sumOfDays(own.map(([, usage]) => usage)) }));
};
