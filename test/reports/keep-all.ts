import type { ForgetReports } from '../../lambdas/reports/forgotten-reports.ts';

/** Changes no report, because no customer is being erased. */
export const keepAll: ForgetReports = (_, changes) => Promise.resolve(changes);
