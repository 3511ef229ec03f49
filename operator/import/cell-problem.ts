import type { Column } from './columns.ts';

/** A number of which a spreadsheet keeps the first digits only. Some languages have a decimal comma. */
const rounded = /^[+-]?\d+([.,]\d+)?E\+\d+$/i;
/** What a spreadsheet saves of a formula without a value, and of a number that is too wide for its column. */
const formulaError = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|#+)$/;

/** What is lost in a cell, and the cure; null: nothing. */
export const cellProblem = (column: Column, cell: string): string | null => {
  if (cell.includes('\ufffd')) {
    return 'the character U+FFFD stands for a letter that is lost: export the file again from its source';
  }
  if (column === 'metadata') return null;
  if (rounded.test(cell)) {
    return `a spreadsheet has rounded the number to ${cell}: format the column as text, enter all digits, and save again`;
  }
  return formulaError.test(cell) ? `${cell} is the error of a formula: enter the value` : null;
};
