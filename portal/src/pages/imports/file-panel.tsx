import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import FileUpload from '@cloudscape-design/components/file-upload';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { FileProblem } from '../../../../packages/customer-file/src/faults.ts';
import { separatorNames } from '../../../../packages/customer-file/src/separator.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Failure } from '../../pieces/failure.tsx';
import { Filters } from '../../pieces/filters.tsx';
import { useSupported } from '../../pieces/support.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import { mostMegabytes } from './csv-file.ts';
import { EncodingChoice } from './encoding-choice.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { faultText } from './problem-text.ts';
import { useChosenFile } from './use-chosen-file.ts';

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

interface FileChoiceProps {
  readonly file: File | null;
  readonly isTooLarge: boolean;
  readonly onChoose: (file: File | undefined) => void;
}

const FileChoice = ({ file, isTooLarge, onChoose }: FileChoiceProps): ReactElement => {
  const { imports } = useTexts();
  const supported = useSupported();
  return (
    <FileUpload
      value={file === null ? [] : [file]}
      accept=".csv,.tsv,.txt,text/csv"
      showFileSize
      ariaRequired
      constraintText={imports.size(mostMegabytes)}
      {...(isTooLarge ? { errorText: supported(imports.tooLarge(mostMegabytes)) } : {})}
      i18nStrings={{
        uploadButtonText: () => imports.choose,
        dropzoneText: () => imports.drop,
        removeFileAriaLabel: (_, name) => imports.remove(name),
      }}
      onChange={({ detail }) => {
        onChoose(detail.value[0]);
      }}
    />
  );
};

/** The choice of the file, and of all that follows from it. */
export const FilePanel = (): ReactElement => {
  const { imports } = useTexts();
  const { number } = useFormats();
  const { chosen, isTooLarge, unread, choose, readAs, mapColumns } = useChosenFile();
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
          <FileChoice file={chosen?.file ?? null} isTooLarge={isTooLarge} onChoose={choose} />
          {unread !== null && <Failure error={unread.error} retry={unread.again} />}
          {chosen?.problem != null && (
            <ProblemNotice
              problem={chosen.problem}
              onEncoding={(encoding) => {
                readAs({ encoding });
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
                  readAs({ separator });
                }}
              />
            </Filters>
          )}
        </SpaceBetween>
      </Container>
      {chosen !== null && csv !== null && (
        <SpaceBetween size="l">
          <ColumnsPanel file={csv} uses={chosen.uses} onUses={mapColumns} />
          <PreviewPanel file={csv} uses={chosen.uses} />
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
};
