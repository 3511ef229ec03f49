import { z } from 'zod';

const line = z.object({
  partner_id: z.string(),
  line: z.enum(['usage', 'correction']),
  date: z.string(),
  slots_peak: z.int(),
  slot_days: z.int(),
  lines_connected: z.int(),
  customers_active: z.int(),
  events_delivered: z.int(),
  reports: z.int(),
  calls: z.int(),
});

export const usageExport = z.object({
  month: z.string(),
  billing: z.enum(['production', 'test']),
  format: z.enum(['csv', 'json']),
  lines: z.array(line),
  cursor: z.string().nullable(),
});
type UsageExport = Readonly<z.infer<typeof usageExport>>;

/** In the order of the columns, whatever the order of the domain's measures is. */
const columns = [
  ...(['partner_id', 'line', 'date'] as const),
  ...([
    'slots_peak',
    'slot_days',
    'lines_connected',
    'customers_active',
    'events_delivered',
    'reports',
    'calls',
  ] as const),
] satisfies readonly (keyof UsageExport['lines'][number])[];

/** No value has a comma, a quote or a line break. */
const csvOf = ({ month, billing, lines }: UsageExport): string =>
  [
    ['month', 'billing', ...columns].join(','),
    ...lines.map((it) => [month, billing, ...columns.map((column) => it[column])].join(',')),
  ].join('\n');

const jsonOf = ({ month, billing, lines }: UsageExport): string => JSON.stringify({ month, billing, lines }, null, 2);

/** The usage of a closed month. Billing keeps it, so its columns and their order are a stored form. */
export const usageExportText = (usage: UsageExport): string => (usage.format === 'csv' ? csvOf(usage) : jsonOf(usage));
