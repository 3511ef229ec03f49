import type { Parameters } from './request.ts';

/** The most rows of one import. */
export const mostRows = 1_000;
/** The most reports of one call. */
export const mostReports = 500;

/** The most bytes of a body with so many rows or reports. */
export const mostBatchBytes = 1024 * 1024;

/** The number of calls that this call counts as. */
export const reportsIn = ({ reports }: Parameters): number =>
  Array.isArray(reports) ? Math.max(1, reports.length) : 1;
