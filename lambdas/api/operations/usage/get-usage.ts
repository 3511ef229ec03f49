import * as z from 'zod/mini';
import type { Usage } from '../../../domain/usage/usage-day.ts';
import { granularities, sumOfDays, usageItems } from '../../../domain/usage/usage-sum.ts';
import { usageRange } from '../../../domain/usage/usage-range.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { readCustomerUsage } from '../../../store/usage-reading/customer-usage.ts';
import { readUsage } from '../../../store/usage-reading/read-usage.ts';
import { dateOrTime } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { usageView } from '../../resources/usage.ts';
import { customerSelector, namesCustomer, unaliased } from '../../selectors.ts';

/** Reports and calls are not counted by customer. */
const ofCustomer = <T extends Usage>(usage: T) => ({ ...usage, reports: null, calls: null });

/** Returns the usage of UTC days or months, as it is billed, or that of one customer. A day is closed some hours after its end; until then its events and reports are up to 15 seconds behind. */
export const getUsage = operation({
  input: z.object({
    ...customerSelector,
    date_from: z.optional(dateOrTime),
    date_to: z.optional(dateOrTime),
    granularity: z._default(z.enum(granularities), 'day'),
  }),
  output: z.object({ usage: usageView }),
  errors: ['not_found', 'conflicting_selectors'],
  run: async ({ table, environment }, { partnerId, caller, now, answer }, given) => {
    const { granularity } = given;
    const range = usageRange(given, now);
    const customer = namesCustomer(given) ? await requireCustomer(table, partnerId, unaliased(given), null) : null;
    const days =
      customer === null
        ? await readUsage(table, partnerId, caller.terms.sizes, range, now)
        : await readCustomerUsage(table, partnerId, customer.customer.customer_id, range);
    const [totals, items] = [sumOfDays(Array.from(days.values())), usageItems(days, granularity)];
    const usage = {
      billing: environment === 'production' ? ('production' as const) : ('test' as const),
      granularity,
      totals: customer === null ? totals : ofCustomer(totals),
      items: customer === null ? items : items.map(ofCustomer),
    };
    return answer(200, { usage });
  },
});
