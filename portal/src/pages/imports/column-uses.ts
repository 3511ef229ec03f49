import { columns, type Column } from '../../../../packages/customer-file/src/columns.ts';
import { needed, type ColumnUse } from '../../../../packages/customer-file/src/header.ts';

/** What keeps the rows from being read: fields that two columns have, and needed ones that none has. */
export interface UseProblems {
  readonly twice: readonly Column[];
  readonly lacking: readonly Column[];
}

export const problemsOfUses = (uses: readonly ColumnUse[]): UseProblems => ({
  twice: columns.filter((column) => uses.indexOf(column) !== uses.lastIndexOf(column)),
  lacking: needed.filter((column) => !uses.includes(column)),
});

export const areComplete = (uses: readonly ColumnUse[]): boolean => {
  const { twice, lacking } = problemsOfUses(uses);
  return twice.length + lacking.length === 0;
};
