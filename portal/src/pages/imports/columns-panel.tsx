import Alert from '@cloudscape-design/components/alert';
import Header from '@cloudscape-design/components/header';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { columns } from '../../../../packages/customer-file/src/columns.ts';
import type { ColumnUse } from '../../../../packages/customer-file/src/header.ts';
import type { Columns } from '../../pieces/column.ts';
import { fieldLabel } from '../../pieces/field-label.ts';
import { Listing } from '../../pieces/listing.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { problemsOfUses } from './column-uses.ts';
import type { CsvFile } from './csv-file.ts';
import { listOf } from './list-of.ts';
import { joined } from '../../pieces/isolated.ts';

interface FileColumn {
  readonly place: number;
  readonly name: string;
  readonly samples: readonly string[];
}

const shownSamples = 3;

const columnsOf = ({ header, records }: CsvFile): readonly FileColumn[] =>
  header.cells.map((name, place) => ({
    place,
    name,
    samples: records
      .flatMap(({ cells }) => cells[place] ?? [])
      .filter((cell) => cell !== '')
      .slice(0, shownSamples),
  }));

interface ColumnsPanelProps {
  readonly file: CsvFile;
  readonly uses: readonly ColumnUse[];
  readonly onUses: (uses: readonly ColumnUse[]) => void;
}

const fileColumns = (
  texts: Texts,
  uses: ColumnsPanelProps['uses'],
  onUses: ColumnsPanelProps['onUses'],
): Columns<FileColumn> => {
  const { imports } = texts;
  const options = [
    ...columns.map((column) => ({ value: column, label: fieldLabel(texts, column) })),
    { value: 'left_out' as const, label: imports.leftOut },
  ];
  const nameOf = ({ name, place }: FileColumn): string => (name === '' ? imports.unnamed(place + 1) : name);
  return [
    { id: 'column', header: imports.column, cell: (one) => <span className="clamped">{nameOf(one)}</span> },
    {
      id: 'samples',
      header: imports.samples,
      cell: ({ samples }) => (samples.length === 0 ? null : <span className="clamped">{joined(samples)}</span>),
    },
    {
      id: 'field',
      header: imports.field,
      minWidth: 200,
      wide: true,
      cell: (one) => (
        <Select
          ariaLabel={imports.fieldOf(nameOf(one))}
          selectedOption={options.find(({ value }) => value === (uses[one.place] ?? 'left_out')) ?? null}
          options={options}
          expandToViewport
          onChange={({ detail }) => {
            const use = options.find(({ value }) => value === detail.selectedOption.value)?.value ?? null;
            onUses(uses.map((before, place) => (place === one.place ? use : before)));
          }}
        />
      ),
    },
  ];
};

/** Which column of the file has which field. */
export const ColumnsPanel = ({ file, uses, onUses }: ColumnsPanelProps): ReactElement => {
  const texts = useTexts();
  const { imports } = texts;
  const { list } = useFormats();
  const { twice, lacking } = problemsOfUses(uses);
  const named = columnsOf(file).filter(({ place, samples }) => uses[place] !== null || samples.length > 0);
  return (
    <SpaceBetween size="s">
      <Listing<FileColumn>
        name={imports.columns}
        header={
          <Header variant="h2" description={imports.columnsWhy}>
            {imports.columns}
          </Header>
        }
        query={listOf(named, 1, named.length)}
        page={1}
        onPage={() => undefined}
        idOf={({ place }) => String(place)}
        empty={null}
        columns={fileColumns(texts, uses, onUses)}
      />
      {lacking.length > 0 && (
        <Alert type="warning">{imports.lacksColumns(list(lacking.map((column) => fieldLabel(texts, column))))}</Alert>
      )}
      {twice.map((column) => (
        <Alert key={column} type="warning">
          {imports.twice(fieldLabel(texts, column))}
        </Alert>
      ))}
    </SpaceBetween>
  );
};
