import { factLifetimeDays } from '../../domain/usage/closing.ts';
import { daysAfter, startOfUtcDay, type UtcDay } from '../../domain/usage/utc-day.ts';
import { seconds } from '../../kernel/time.ts';

/** When the facts of a day expire. Its closed row remains. */
export const factTtl = (day: UtcDay): number => seconds(startOfUtcDay(daysAfter(day, 1 + factLifetimeDays)));
