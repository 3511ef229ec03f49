import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import FileUpload from '@cloudscape-design/components/file-upload';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import { UnreadableFile, type FileProblem } from '../../../../packages/customer-file/src/faults.ts';
import { likelyUses, type ColumnUse } from '../../../../packages/customer-file/src/header.ts';
import { separatorNames } from '../../../../packages/customer-file/src/separator.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Filters } from '../../pieces/filters.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import { mostMegabytes, openCsv, type CsvFile, type ReadAs } from './csv-file.ts';
import { EncodingChoice } from './encoding-choice.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { faultText } from './problem-text.ts';

const asFound: ReadAs = { encoding: null, separator: null };

/** A file that was chosen: as it was read, or why it could not be. */
interface Chosen {
  readonly file: File;
  readonly bytes: Uint8Array;
  readonly readAs: ReadAs;
  readonly csv: CsvFile | null;
  readonly uses: readonly ColumnUse[];
  readonly problem: FileProblem | null;
}

const chosenOf = (file: File, bytes: Uint8Array, readAs: ReadAs): Chosen => {
  try {
    const csv = openCsv(bytes, readAs);
    return { file, bytes, readAs, csv, uses: likelyUses(csv.header), problem: null };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const [problem = null] = error.problems;
    return { file, bytes, readAs, csv: null, uses: [], problem };
  }
};

/** Why the file can't be read; of a text in an unknown encoding, the choice of one. */
const ProblemNotice = (props: {
  readonly problem: FileProblem;
  readonly onEncoding: (encoding: string) => void;
}): ReactElement => {
  const { line, fault } = props.problem;
  const texts = useTexts();
  const { imports } = texts;
  const { number } = useFormats();
  if (fault.kind === 'not_utf8') {
    return <EncodingChoice line={line ?? 1} readings={fault.readings} onChoose={props.onEncoding} />;
  }
  return (
    <Alert type="error" header={imports.unreadable}>
      {line === null ? '' : `${imports.atLine(number(line))}: `}
      {faultText(texts, fault)}
    </Alert>
  );
};

/** The choice of the file, and of all that follows from it. */
export const FilePanel = (): ReactElement => {
  const { imports } = useTexts();
  const { number } = useFormats();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);

  const choose = async (file: File | undefined): Promise<void> => {
    setTooLarge(file !== undefined && file.size > mostMegabytes * 1024 * 1024);
    setChosen(null);
    if (file === undefined || file.size > mostMegabytes * 1024 * 1024) return;
    setChosen(chosenOf(file, new Uint8Array(await file.arrayBuffer()), asFound));
  };
  const readAgain = (changes: Partial<ReadAs>): void => {
    if (chosen !== null) setChosen(chosenOf(chosen.file, chosen.bytes, { ...chosen.readAs, ...changes }));
  };
  const csv = chosen?.csv ?? null;
  return (
    <SpaceBetween size="l">
      <Container
        header={
          <Header variant="h2" description={imports.fileWhy}>
            {imports.file}
          </Header>
        }
      >
        <SpaceBetween size="m">
          <FileUpload
            value={chosen === null ? [] : [chosen.file]}
            accept=".csv,.tsv,.txt,text/csv"
            showFileSize
            ariaRequired
            constraintText={imports.size(mostMegabytes)}
            {...(isTooLarge ? { errorText: imports.tooLarge(mostMegabytes) } : {})}
            i18nStrings={{
              uploadButtonText: () => imports.choose,
              dropzoneText: () => imports.drop,
              removeFileAriaLabel: (_, name) => imports.remove(name),
            }}
            onChange={({ detail }) => {
              void choose(detail.value[0]);
            }}
          />
          {chosen?.problem != null && (
            <ProblemNotice
              problem={chosen.problem}
              onEncoding={(encoding) => {
                readAgain({ encoding });
              }}
            />
          )}
          {csv !== null && (
            <Filters>
              <Box variant="p">{imports.readAs(number(csv.records.length), csv.encoding)}</Box>
              <Choice
                label={imports.separator}
                value={csv.separator}
                options={separatorNames.map((name) => [name, imports.separators[name]])}
                onChange={(separator) => {
                  readAgain({ separator });
                }}
              />
            </Filters>
          )}
        </SpaceBetween>
      </Container>
      {chosen !== null && csv !== null && (
        <SpaceBetween size="l">
          <ColumnsPanel
            file={csv}
            uses={chosen.uses}
            onUses={(uses) => {
              setChosen({ ...chosen, uses });
            }}
          />
          <PreviewPanel file={csv} uses={chosen.uses} />
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
};
