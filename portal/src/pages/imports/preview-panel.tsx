import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo, useState, type ReactElement } from 'react';
import type { ColumnUse } from '../../../../packages/customer-file/src/header.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.ts';
import { useSay } from '../../api/flash-context.ts';
import { useMember } from '../../api/member.ts';
import { readAgain } from '../../api/read-again.ts';
import { Choice } from '../../pieces/choice.tsx';
import type { Columns } from '../../pieces/column.ts';
import { Failure } from '../../pieces/failure.tsx';
import { Listing } from '../../pieces/listing.tsx';
import { Skeleton } from '../../pieces/skeleton.tsx';
import { useFormats, type Formats } from '../../pieces/use-formats.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { areComplete } from './column-uses.ts';
import type { CsvFile } from './csv-file.ts';
import { previewOutcomes } from './preview-outcomes.ts';
import { beginRun } from './import-run.ts';
import { listOf } from './list-of.ts';
import { OutcomeSign, OutcomeText } from './outcome.tsx';
import { kindOf, rowKinds, type PreviewRow, type RowKind } from './preview-row.ts';
import { sortRows, type SortedRows } from './sorted-rows.ts';
import { mostCompared, useCustomers, type Customers } from './use-customers.ts';
import { joined } from '../../pieces/isolated.ts';

const rowsOnPage = 10;

/** All rows of the file, each with what would become of it. */
const previewOf = ({ ready, bad }: SortedRows, customers: Customers | null): readonly PreviewRow[] =>
  [...(customers === null ? ready : previewOutcomes(ready, customers)), ...bad].toSorted(
    (one, other) => one.line - other.line,
  );

const useImport = (file: CsvFile, rows: SortedRows): (() => void) => {
  const client = useClient();
  const queries = useQueryClient();
  const say = useSay();
  const { done } = useTexts();
  const { partner } = useMember();
  return () => {
    void beginRun(client, { partnerId: partner.partner_id, file, rows }).then(({ stage }) => {
      if (stage.is === 'done') say(done['import-partner-customers']);
      return readAgain(queries);
    });
  };
};

interface PreviewTableProps {
  readonly file: CsvFile;
  readonly sorted: SortedRows;
  readonly customers: Customers | null;
}

const previewColumns = ({ imports }: Texts, number: Formats['number'], file: CsvFile): Columns<PreviewRow> => [
  {
    id: 'line',
    header: imports.line,
    cell: ({ line }) => <span className="unbroken">{imports.atLine(number(line))}</span>,
  },
  { id: 'outcome', header: imports.outcome, cell: (row) => <OutcomeSign row={row} />, minWidth: 140 },
  { id: 'row', header: imports.row, wide: true, cell: (row) => <OutcomeText file={file} row={row} /> },
];

const PreviewTable = ({ file, sorted, customers }: PreviewTableProps): ReactElement => {
  const texts = useTexts();
  const { imports } = texts;
  const { number } = useFormats();
  const [page, setPage] = useState(1);
  const [kind, setKind] = useState<RowKind | ''>('');
  const rows = useMemo(() => previewOf(sorted, customers), [sorted, customers]);
  const begin = useImport(file, sorted);
  const counts = Map.groupBy(rows, kindOf);
  const present = rowKinds.filter((one) => counts.has(one));
  const counted = (one: RowKind): string => number(counts.get(one)?.length ?? 0);
  const shown = kind === '' ? rows : (counts.get(kind) ?? []);
  const send = sorted.ready.length;
  const repeated = sorted.ready.filter(({ repeats }) => repeats !== null).length;
  return (
    <Listing<PreviewRow>
      name={imports.preview}
      header={
        <Header
          variant="h2"
          description={customers === null ? imports.notCompared(number(mostCompared)) : imports.previewWhy}
          actions={
            <Button variant="primary" disabled={send === 0} onClick={begin}>
              {send === 1 ? imports.importOne : imports.import(number(send))}
            </Button>
          }
        >
          {imports.preview}
        </Header>
      }
      filter={
        <SpaceBetween size="s">
          {repeated > 0 && (
            <Alert type="warning" header={imports.repeated(number(repeated))}>
              {imports.repeatedWhy}
            </Alert>
          )}
          <Box variant="strong">{joined(present.map((one) => `${counted(one)} ${imports.counts[one]}`))}</Box>
          <div className="filters">
            <Choice<RowKind | ''>
              label={imports.show}
              value={kind}
              options={[['', imports.all], ...present.map((one) => [one, imports.outcomes[one]] as const)]}
              onChange={(next) => {
                setKind(next);
                setPage(1);
              }}
            />
          </div>
        </SpaceBetween>
      }
      query={listOf(shown, page, rowsOnPage)}
      page={page}
      onPage={setPage}
      idOf={({ line }) => String(line)}
      empty={null}
      columns={previewColumns(texts, number, file)}
    />
  );
};

interface PreviewPanelProps {
  readonly file: CsvFile;
  readonly uses: readonly ColumnUse[];
}

/** What would change, once each needed field has its column. */
export const PreviewPanel = ({ file, uses }: PreviewPanelProps): ReactElement | null => {
  const { imports } = useTexts();
  const complete = areComplete(uses);
  const sorted = useMemo(() => sortRows(file, uses), [file, uses]);
  const customers = useCustomers(complete);
  if (!complete) return null;
  if (customers.error !== null) {
    return (
      <Failure
        error={customers.error}
        retry={() => {
          void customers.refetch();
        }}
      />
    );
  }
  if (customers.data === undefined) {
    return (
      <div aria-label={imports.comparing} role="status">
        <Skeleton lines={4} />
      </div>
    );
  }
  return <PreviewTable file={file} sorted={sorted} customers={customers.data} />;
};
