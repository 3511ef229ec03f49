import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import { isRefusal } from '../../../../packages/client/src/refusal.ts';
import type { WebhookMigration } from '../../../../packages/client/src/schemas.ts';
import { useMemberNames } from '../../api/member-names.ts';
import { useMay, webhookReaders } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { Progress } from '../../pieces/progress.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts } from '../../texts/texts.ts';
import { MigrationLines } from './migration-lines.tsx';
import { ResendOffer } from './resend-offer.tsx';

const signs: Readonly<Record<WebhookMigration['status'], StatusIndicatorProps.Type>> = {
  running: 'in-progress',
  completed: 'success',
  partial: 'warning',
  failed: 'error',
  superseded: 'stopped',
};

const Facts = ({ migration }: { readonly migration: WebhookMigration }): ReactElement => {
  const { customers, webhook, words } = useTexts();
  const names = useMemberNames();
  const { requested_by: by, status } = migration;
  return (
    <SpaceBetween size="m">
      {migration.total === 0 && status !== 'running' ? (
        <Box color="text-body-secondary">{webhook.nothingToMove}</Box>
      ) : (
        <Progress
          label={webhook.moved}
          done={migration.done}
          failed={migration.failed}
          total={migration.total}
          running={status === 'running'}
        />
      )}
      <KeyValuePairs
        columns={4}
        minColumnWidth={130}
        items={[
          {
            label: words.status,
            value: <StatusIndicator type={signs[status]}>{webhook.migrationStatus[status]}</StatusIndicator>,
          },
          { label: webhook.started, value: <Moment at={migration.started_at} /> },
          { label: webhook.finished, value: <Moment at={migration.finished_at} /> },
          {
            label: webhook.by,
            value: by.type === 'member' ? (names.get(by.id) ?? customers.actors.member) : customers.actors[by.type],
          },
          { label: words.reason, value: migration.reason ?? words.none },
        ]}
      />
    </SpaceBetween>
  );
};

/** The latest move of the callbacks to a new endpoint, line by line. It is found again after a reload. */
export const MigrationPanel = (): ReactElement => {
  const { webhook } = useTexts();
  const mayWrite = useMay('webhook.write');
  const [page, setPage] = usePage();
  const query = useRead(
    'get-partner-webhook-migration',
    { page, page_size: 50 },
    { keep: true, while: ({ migration }) => migration.status === 'running' },
  );
  const { state, send } = useCommand('retry-partner-webhook-migration');
  if (isRefusal(query.error, 'not_found')) {
    return (
      <Container header={<Header variant="h2">{webhook.migration}</Header>}>
        <Empty title={webhook.migrationNone} why={webhook.migrationNoneWhy} />
      </Container>
    );
  }
  const migration = query.data?.migration;
  const retry = (): void => {
    if (migration !== undefined) void send({ migration_id: migration.id });
  };
  const mayRetry = mayWrite && migration !== undefined && migration.status !== 'running' && migration.failed > 0;
  return (
    <SpaceBetween size="l">
      {migration !== undefined && migration.status !== 'running' && <ResendOffer />}
      <Container
        header={
          <Header
            variant="h2"
            actions={
              mayRetry ? (
                <Button onClick={retry} loading={state.is === 'running'}>
                  {webhook.retry}
                </Button>
              ) : undefined
            }
          >
            {webhook.migration}
          </Header>
        }
      >
        <SpaceBetween size="m">
          <CommandOutcome state={state} again={retry} />
          <Reading of={query} roles={webhookReaders}>
            {({ migration: found }) => <Facts migration={found} />}
          </Reading>
        </SpaceBetween>
      </Container>
      {migration !== undefined && migration.total > 0 && <MigrationLines query={query} page={page} onPage={setPage} />}
    </SpaceBetween>
  );
};
