import type { Column } from './columns.ts';
import type { FileFault } from './faults.ts';

/** A number of which a spreadsheet keeps the first digits only. Some languages have a decimal comma. */
const rounded = /^[+-]?\d+([.,]\d+)?E\+\d+$/i;
/** What a spreadsheet saves of a formula without a value, and of a number that is too wide for its column. */
const formulaError = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|#+)$/;

/** What is lost in a cell; null: nothing. */
export const cellFault = (column: Column, cell: string): FileFault | null => {
  if (cell.includes('\ufffd')) return { kind: 'lost_letter' };
  if (column === 'metadata') return null;
  if (rounded.test(cell)) return { kind: 'rounded_number', cell };
  return formulaError.test(cell) ? { kind: 'formula_error', cell } : null;
};
