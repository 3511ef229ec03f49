import type { FileFault } from '../../../../packages/customer-file/src/faults.ts';
import type { FailedImportRow } from '../../../../packages/client/src/import-customers.ts';
import { fieldProblems } from '../../api/field-problems.ts';
import { fieldLabel } from '../../pieces/field-label.ts';
import { ruleText } from '../../pieces/rule-text.ts';
import type { Texts } from '../../texts/texts.ts';
import type { RowProblem } from './sorted-rows.ts';
import { joined } from '../../pieces/isolated.ts';

/** What is wrong in a file, and the cure, in the reader's language. */
export const faultText = ({ imports: { faults, whichReads } }: Texts, fault: FileFault): string => {
  switch (fault.kind) {
    case 'not_utf8':
      return whichReads;
    case 'other_encoding':
      return faults.other_encoding(fault.encoding);
    case 'unknown_columns':
      return faults.unknown_columns(joined(fault.names, ', '));
    case 'missing_column':
      return faults.missing_column(fault.column);
    case 'repeated_column':
      return faults.repeated_column(fault.name);
    case 'large_row':
      return faults.large_row(String(fault.kilobytes));
    case 'no_csv':
      return faults.no_csv(fault.message);
    case 'long_row':
    case 'short_row':
      return faults[fault.kind](String(fault.cells), String(fault.columns));
    case 'unnamed_column':
      return faults.unnamed_column(String(fault.place));
    case 'rounded_number':
    case 'formula_error':
      return faults[fault.kind](fault.cell);
    case 'refused_value':
      return fault.message;
    case 'spreadsheet':
    case 'empty':
    case 'no_rows':
    case 'no_header':
    case 'quote_not_closed':
    case 'text_after_quote':
    case 'lost_letter':
      return faults[fault.kind];
  }
};

/** Why a row is not sent. */
export const problemText = (texts: Texts, problem: RowProblem): string => {
  const { imports } = texts;
  if ('lacks' in problem) return imports.lacks(fieldLabel(texts, problem.lacks));
  if ('rule' in problem) return `${fieldLabel(texts, problem.field)}: ${ruleText(texts, problem.rule)}`;
  if ('noObject' in problem) return imports.noObject;
  if ('nullCharacter' in problem) return imports.nullCharacter;
  const said = faultText(texts, problem.fault);
  return problem.column === null ? said : `${fieldLabel(texts, problem.column)}: ${said}`;
};

/** Why the service refused a row. */
export const refusalText = (texts: Texts, { code, details }: FailedImportRow): string => {
  switch (code) {
    case 'validation_failed':
      return fieldProblems(code, details)
        .map(({ field, rule }) => `${fieldLabel(texts, field)}: ${ruleText(texts, rule)}`)
        .join(' ');
    case 'customer_merged':
      return texts.imports.merged;
    case 'invalid_state':
      return texts.imports.refusedState;
  }
};
