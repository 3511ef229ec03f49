import { spreadId } from '../size.ts';

/**
 * The id of a report's event tells whether it came in a call with several reports. A call with one report that is new is counted for
 * usage by that report, and not a second time: see docs/adr/0028-usage.md. Two free bits of the UUID tell it; a new id has them off.
 */
export const batchReportId = spreadId;

/** @param variant the ninth byte of the id, which begins with its variant */
export const isOfBatch = (variant: number): boolean => (variant & 0x20) !== 0;
