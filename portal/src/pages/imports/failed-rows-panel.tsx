import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import { useState, type ReactElement } from 'react';
import { download } from '../../pieces/download.ts';
import { Listing } from '../../pieces/listing.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { fileOfFailed, type FailedRow } from './failed-rows.ts';
import type { ImportRun } from './import-run.ts';
import { listOf } from './list-of.ts';
import { shortOf } from './short-of.ts';

const rowsOnPage = 10;

interface FailedRowsProps {
  readonly run: ImportRun;
  readonly failed: readonly FailedRow[];
}

/** The rows that were not imported, to read and to download. */
export const FailedRows = ({ run, failed }: FailedRowsProps): ReactElement => {
  const texts = useTexts();
  const { imports } = texts;
  const { number } = useFormats();
  const [page, setPage] = useState(1);
  return (
    <Listing<FailedRow>
      name={imports.failed}
      header={
        <Header
          variant="h2"
          counter={`(${number(failed.length)})`}
          description={imports.failedWhy}
          actions={
            <Button
              iconName="download"
              onClick={() => {
                download(imports.downloadName, fileOfFailed(texts, run, failed));
              }}
            >
              {imports.download}
            </Button>
          }
        >
          {imports.failed}
        </Header>
      }
      query={listOf(failed, page, rowsOnPage)}
      page={page}
      onPage={setPage}
      idOf={({ line }) => String(line)}
      empty={null}
      columns={[
        {
          id: 'line',
          header: imports.line,
          cell: ({ line }) => <span className="unbroken">{imports.atLine(number(line))}</span>,
        },
        {
          id: 'row',
          header: imports.row,
          wide: true,
          cell: ({ line }) => <span className="clamped">{shortOf(run.file, line)}</span>,
        },
        { id: 'why', header: imports.why, wide: true, cell: ({ why }) => why },
      ]}
    />
  );
};
