import * as z from 'zod/mini';
import { granularities } from '../../domain/usage/usage-sum.ts';

const about = (description: string): z.ZodMiniType<number, number> => z.int().check(z.meta({ description }));

const measures = {
  slots_peak: about('The most slots that were taken at once.'),
  slot_days: about('The slots that were taken at any moment of a UTC day; of several days, their sum.'),
  lines_connected: about(
    'The instances that were connected at any moment of a UTC day; of several days, the highest number.',
  ),
  customers_active: about('The active customers at the end of a UTC day; of several days, the highest number.'),
  events_delivered: about('The events with their first 2xx.'),
  reports: z
    .nullable(z.int())
    .check(z.meta({ description: 'The delivery reports that were taken anew; null for a customer.' })),
  calls: z
    .nullable(z.int())
    .check(
      z.meta({ description: 'The calls, without those that were answered with 401 or 429; null for a customer.' }),
    ),
};

const item = z.object({
  date: z.string().check(z.meta({ description: '`YYYY-MM-DD`, or `YYYY-MM` by months.' })),
  ...measures,
});

export const usageView = z.object({
  billing: z.enum(['production', 'test']).check(z.meta({ description: '`test` on every stage but production.' })),
  granularity: z.enum(granularities),
  totals: z.object(measures),
  items: z.array(item),
});
