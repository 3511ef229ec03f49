import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ImportFailed } from '../../../../packages/client/src/import-customers.ts';
import { useClient } from '../../api/client-context.ts';
import { readAgain } from '../../api/read-again.ts';
import { Failure } from '../../pieces/failure.tsx';
import { PageButton } from '../../pieces/page-button.tsx';
import { Progress } from '../../pieces/progress.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { FailedRows } from './failed-rows-panel.tsx';
import { failedRowsOf } from './failed-rows.ts';
import { forgetRun, resumeRun, type ImportRun } from './import-run.ts';
import { joined } from '../../pieces/isolated.ts';

/** An import that was interrupted, with the way to go on. */
const Stopped = ({ run, error }: { readonly run: ImportRun; readonly error: unknown }): ReactElement => {
  const { imports } = useTexts();
  const client = useClient();
  const queries = useQueryClient();
  return (
    <>
      <Alert
        type="warning"
        header={imports.stopped}
        action={
          <Button
            onClick={() => {
              void resumeRun(client, run).then(() => readAgain(queries));
            }}
          >
            {imports.continue}
          </Button>
        }
      >
        {error instanceof ImportFailed ? imports.incomplete : imports.stoppedWhy}
      </Alert>
      {!(error instanceof ImportFailed) && <Failure error={error} />}
    </>
  );
};

/** The progress of an import, and what came of it. */
export const RunPanel = ({ run }: { readonly run: ImportRun }): ReactElement => {
  const texts = useTexts();
  const { imports } = texts;
  const { number } = useFormats();
  const { stage, summary } = run;
  const failed = failedRowsOf(texts, run);
  const isOver = stage.is === 'done';
  return (
    <SpaceBetween size="l">
      <Container
        header={
          <Header
            variant="h2"
            {...(stage.is === 'running' ? { description: imports.runningWhy } : {})}
            actions={
              stage.is === 'running' ? undefined : (
                <SpaceBetween direction="horizontal" size="xs">
                  <Button onClick={forgetRun}>{imports.another}</Button>
                  {isOver && (
                    <PageButton to="/customers" variant="primary">
                      {imports.toCustomers}
                    </PageButton>
                  )}
                </SpaceBetween>
              )
            }
          >
            {isOver ? imports.done : imports.title}
          </Header>
        }
      >
        <SpaceBetween size="m">
          {!isOver && (
            <Progress
              label={imports.running}
              done={summary?.rows ?? 0}
              failed={summary?.failed ?? 0}
              total={run.rows.ready.length}
              running
            />
          )}
          <Box variant="strong">
            {joined(
              (['created', 'updated', 'unchanged'] as const).map(
                (name) => `${number(summary?.[name] ?? 0)} ${imports.counts[name]}`,
              ),
            )}
          </Box>
          {stage.is === 'stopped' && <Stopped run={run} error={stage.error} />}
        </SpaceBetween>
      </Container>
      {isOver && failed.length > 0 && <FailedRows run={run} failed={failed} />}
    </SpaceBetween>
  );
};
