import type { Scene } from '../../scenes/scene.ts';

const first = {
  slots_peak: 12,
  slot_days: 13,
  lines_connected: 11,
  customers_active: 40,
  events_delivered: 230,
  reports: 18_400,
  calls: 19_120,
};

const second = {
  slots_peak: 12,
  slot_days: 12,
  lines_connected: 12,
  customers_active: 41,
  events_delivered: 190,
  reports: 17_900,
  calls: 18_350,
};

export const getUsage: Scene = {
  route: 'get-partner-usage',
  scope: 'usage.read',
  example: {
    request: { date_from: '2026-10-01', date_to: '2026-10-02', granularity: 'day' },
    responses: {
      200: {
        usage: {
          billing: 'production',
          granularity: 'day',
          totals: {
            slots_peak: 12,
            slot_days: 25,
            lines_connected: 12,
            customers_active: 41,
            events_delivered: 420,
            reports: 36_300,
            calls: 37_470,
          },
          items: [
            { date: '2026-10-01', ...first },
            { date: '2026-10-02', ...second },
          ],
        },
      },
    },
  },
  cases: [
    {
      about: '400 days; the last is not closed',
      status: 200,
      as: 'bare',
      given: async (ground) => ({ date_from: await ground.closedDays(), granularity: 'month' }),
    },
    {
      about: 'of a customer with 40 changes',
      status: 200,
      given: async (ground) => {
        const customer_id = await ground.customer();
        for (let count = 0; count < 40; count += 1) {
          await ground.call('update-partner-customer', { customer_id, customer_name: `Café ${ground.fresh()}` });
        }
        return { customer_id };
      },
    },
  ],
};
