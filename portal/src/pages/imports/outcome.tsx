import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import { fieldLabel } from '../../pieces/field-label.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import type { CsvFile } from './csv-file.ts';
import type { FieldChange } from './preview-outcomes.ts';
import { kindOf, type PreviewRow, type RowKind } from './preview-row.ts';
import { problemText } from './problem-text.ts';
import { shortOf } from './short-of.ts';
import { joined } from '../../pieces/isolated.ts';
import { Joined } from '../../pieces/joined.tsx';

const signs: Readonly<Record<RowKind, StatusIndicatorProps.Type>> = {
  created: 'success',
  updated: 'info',
  unchanged: 'stopped',
  ready: 'pending',
  refused: 'error',
  bad: 'error',
};

export const OutcomeSign = ({ row }: { readonly row: PreviewRow }): ReactElement => {
  const { imports } = useTexts();
  const kind = kindOf(row);
  return <StatusIndicator type={signs[kind]}>{imports.outcomes[kind]}</StatusIndicator>;
};

const Change = ({ field, was, becomes }: FieldChange): ReactElement => {
  const texts = useTexts();
  return (
    <li className="breakable">
      {fieldLabel(texts, field)}:{' '}
      <Joined
        parts={[was === '' ? texts.customers.nothing : <del key="was">{was}</del>, <ins key="becomes">{becomes}</ins>]}
        sign=" → "
      />
    </li>
  );
};

/** Who a row is about, and what would change or what is wrong with it. */
export const OutcomeText = ({ file, row }: { readonly file: CsvFile; readonly row: PreviewRow }): ReactElement => {
  const texts = useTexts();
  const { number } = useFormats();
  if ('problems' in row) {
    return (
      <>
        <div className="clamped">{shortOf(file, row.line)}</div>
        <ul className="plain">
          {row.problems.map((problem) => {
            const said = problemText(texts, problem);
            return <li key={said}>{said}</li>;
          })}
        </ul>
      </>
    );
  }
  const { external_customer_id: id, customer_name: name } = row.row;
  const outcome = 'outcome' in row ? row.outcome : null;
  return (
    <>
      <div className="clamped">{joined([name, id])}</div>
      {row.repeats !== null && <div>{texts.imports.repeats(number(row.repeats))}</div>}
      {outcome?.kind === 'updated' && (
        <ul className="plain">
          {outcome.changes.map((change) => (
            <Change key={change.field} {...change} />
          ))}
        </ul>
      )}
      {outcome?.kind === 'refused' && <div>{texts.imports.state(texts.words.customer[outcome.status])}</div>}
    </>
  );
};
