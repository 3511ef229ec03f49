import * as z from 'zod/mini';
import { granularities, sumOfDays, usageItems } from '../../../domain/usage/usage-sum.ts';
import { usageRange } from '../../../domain/usage/usage-range.ts';
import { readUsage } from '../../../store/usage-reading/read-usage.ts';
import { dateOrTime } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { usageView } from '../../resources/usage.ts';

/** Returns the usage of UTC days or months, as it is billed. A day is closed some hours after its end; until then its events and reports are up to 15 seconds behind. */
export const getUsage = operation({
  input: z.object({
    date_from: z.optional(dateOrTime),
    date_to: z.optional(dateOrTime),
    granularity: z._default(z.enum(granularities), 'day'),
  }),
  output: z.object({ usage: usageView }),
  run: async (deps, { partnerId, caller, now, answer }, given) => {
    const { granularity } = given;
    const days = await readUsage(deps.table, partnerId, caller.terms.sizes, usageRange(given, now), now);
    const usage = {
      billing: deps.environment === 'production' ? ('production' as const) : ('test' as const),
      granularity,
      totals: sumOfDays(Array.from(days.values())),
      items: usageItems(days, granularity),
    };
    return answer(200, { usage });
  },
});
