import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactElement } from 'react';
import { isRefusal } from '../../../../packages/client/src/refusal.ts';
import type { TemplateSync as Sync } from '../../../../packages/client/src/schemas.ts';
import { useMay } from '../../api/member.ts';
import { readAgain } from '../../api/read-again.ts';
import { templatesKey } from '../../api/templates.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { isRunning, SyncStatus } from './sync-status.tsx';

const SyncFacts = ({ sync }: { readonly sync: Sync }): ReactElement => {
  const { templates, words } = useTexts();
  const { number } = useFormats();
  return (
    <KeyValuePairs
      columns={3}
      minColumnWidth={180}
      items={[
        {
          label: words.status,
          value: <SyncStatus sync={sync} />,
        },
        { label: templates.synced, value: <Moment at={sync.finished_at ?? sync.started_at} /> },
        {
          label: templates.changed,
          value: templates.changes(number(sync.created), number(sync.updated), number(sync.removed)),
        },
      ]}
    />
  );
};

/** The latest synchronisation with the platform, and the button that begins another. It is found again after a reload. */
export const TemplateSync = ({ wabaId }: { readonly wabaId: string }): ReactElement => {
  const { templates } = useTexts();
  const mayWrite = useMay('templates.write');
  const queries = useQueryClient();
  const query = useRead(
    'get-partner-platform-template-sync',
    { platform_waba_id: wabaId },
    { while: ({ sync }) => isRunning(sync) },
  );
  const { state, send } = useCommand('refresh-partner-platform-templates');
  const begin = (): void => {
    // Without force a synchronisation of the last ten minutes would be enough, and nothing would happen.
    void send({ platform_waba_id: wabaId, force: true });
  };
  const sync = query.data?.sync;
  const running = sync !== undefined && isRunning(sync);
  // What the sync changed is shown when it ends.
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !running) {
      void readAgain(queries, { queryKey: [templatesKey] });
    }
    wasRunning.current = running;
  }, [running, queries]);
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            mayWrite ? (
              <Button iconName="refresh" onClick={begin} loading={running || state.is === 'running'}>
                {templates.sync}
              </Button>
            ) : undefined
          }
        >
          {templates.lastSync}
        </Header>
      }
    >
      <SpaceBetween size="m">
        <CommandOutcome state={state} again={begin} />
        {isRefusal(query.error, 'not_found') ? (
          <StatusIndicator type="pending">{templates.never}</StatusIndicator>
        ) : (
          <Reading of={query} lines={2}>
            {({ sync: found }) => <SyncFacts sync={found} />}
          </Reading>
        )}
      </SpaceBetween>
    </Container>
  );
};
