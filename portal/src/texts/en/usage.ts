import type { Figure } from '../../pages/usage/figures.ts';

const figures: Readonly<Record<Figure, string>> = {
  slot_days: 'Slot days',
  slots_peak: 'Most slots at once',
  lines_connected: 'Lines connected',
  customers_active: 'Active customers',
  events_delivered: 'Events delivered',
  reports: 'Delivery reports',
  calls: 'Calls',
};

export const usage = {
  title: 'Usage',
  description: 'What is billed, by days of UTC.',
  month: 'Month',
  figures,
  figure: 'Figure',
  whole: 'The whole month',
  soFar: 'This month so far',
  byDay: 'By day',
  day: 'Day',
  chart: (figure: string) => `${figure} by day`,
  empty: 'No usage was recorded in this month',
  emptyWhy: 'Usage is recorded from your first day on. Choose another month.',
  test: 'This is test usage, which is never billed',
  testWhy: 'Only the usage of production is billed.',
  closing: 'A day is final 6 to 7 hours after its end. Until then its figures may still rise.',
};
