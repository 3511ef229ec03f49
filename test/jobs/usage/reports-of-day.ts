import { batchReportId } from '../../../lambdas/domain/delivery/report-id.ts';
import type { UtcDay } from '../../../lambdas/domain/usage/utc-day.ts';
import { day, type Milliseconds } from '../../../lambdas/kernel/time.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';

export interface DayReport {
  readonly id: string;
  readonly received_at: Milliseconds;
}

/** Reports over a day, half of them of batches. */
export const reportsOfDay = (of: UtcDay, count: number): readonly DayReport[] =>
  Array.from({ length: count }, (_, number) => {
    const at = Date.parse(of) + Math.floor((number / count) * day);
    // A few of many have the day counted; here the test says when.
    const id = newId(at).replace(/000$/, '001');
    return { id: number % 2 === 0 ? id : batchReportId(id), received_at: at };
  });
