import type { Maintenance } from './stage-tables.ts';

/** The functions that an erasure needs: its own work, and the processing of reports that it waits for. */
const needed: ReadonlySet<string> = new Set([
  'ChangeRelay',
  'DueSweep',
  'Folding',
  'Journal',
  'Lifecycle',
  'ParkedReports',
]);

/** Whether calls and pages are answered. */
export const answersIn = (maintenance: Maintenance): boolean => maintenance === 'off' || maintenance === 'opening';

/** Whether a background function gets work. @param name its logical id */
export const runsIn = (maintenance: Maintenance, name: string): boolean =>
  answersIn(maintenance) || (maintenance === 'erasing' && needed.has(name));
