import type { Usage } from '../../../../packages/client/src/schemas.ts';

export type Figure = keyof Usage['totals'];

/** What is billed first, then what explains it. */
export const figures = [
  'slot_days',
  'slots_peak',
  'lines_connected',
  'customers_active',
  'events_delivered',
  'reports',
  'calls',
] as const satisfies readonly Figure[];

export const figureOf = (text: string): Figure => figures.find((one) => one === text) ?? 'slot_days';
