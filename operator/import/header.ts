import { columns, type Column } from './columns.ts';
import { fileError } from './file-problem.ts';
import type { CsvRecord } from './parse-records.ts';

const needed = ['external_customer_id', 'customer_name'] as const satisfies readonly Column[];

const isColumn = (name: string): name is Column => columns.some((column) => column === name);

/** The columns in their order; null is one without a name. @throws FileError */
export const readHeader = ({ cells, line }: CsvRecord): readonly (Column | null)[] => {
  const names = cells.map((cell) => cell.toLowerCase());
  if (!names.some(isColumn)) {
    throw fileError(line, `this is no header: the first line must name the columns, of ${columns.join(', ')}`);
  }
  const unknown = cells.filter((cell) => cell !== '' && !isColumn(cell.toLowerCase()));
  if (unknown.length > 0) {
    throw fileError(
      line,
      `the file has columns that are not known: ${unknown.join(', ')}. Delete them, or move their values into metadata; the columns are ${columns.join(', ')}`,
    );
  }
  for (const column of needed) {
    if (!names.includes(column)) throw fileError(line, `the file has no column ${column}: add it`);
  }
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) throw fileError(line, `the file has the column ${twice} twice: delete one`);
  return names.map((name) => (isColumn(name) ? name : null));
};
