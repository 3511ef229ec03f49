import type { Routes } from '../../../packages/client/src/routes.ts';
import { table } from './pieces.ts';

export type Usage = Routes['get-partner-usage']['response']['usage'];

const measures = [
  ['Slots at the peak', 'slots_peak'],
  ['Slot-days', 'slot_days'],
  ['Connected lines', 'lines_connected'],
  ['Active customers', 'customers_active'],
  ['Delivered events', 'events_delivered'],
  ['Reports', 'reports'],
  ['Calls', 'calls'],
] as const;

/** The usage of a partner in the current month. */
export const usage = ({ items, totals }: Usage): readonly Node[] => {
  const today = items.at(-1) ?? totals;
  const rows = measures.map(([title, measure]) => [title, String(today[measure]), String(totals[measure])]);
  return [table('Usage of the current month', ['Measure', 'Today (UTC)', 'This month'], rows)];
};
