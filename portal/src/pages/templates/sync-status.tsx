import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { TemplateSync as Sync } from '../../../../packages/client/src/schemas.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { joined } from '../../pieces/isolated.ts';
import { useTexts } from '../../texts/texts.ts';

const signs: Readonly<Record<Sync['status'], StatusIndicatorProps.Type>> = {
  queued: 'pending',
  running: 'in-progress',
  rate_limited: 'pending',
  succeeded: 'success',
  partial: 'warning',
  failed: 'error',
};

export const isRunning = ({ status }: Sync): boolean =>
  status === 'queued' || status === 'running' || status === 'rate_limited';

/** How a synchronisation is going, or how it ended. */
export const SyncStatus = ({ sync }: { readonly sync: Sync }): ReactElement => {
  const { templates } = useTexts();
  const { number } = useFormats();
  return (
    <StatusIndicator type={signs[sync.status]}>
      {joined([
        templates.syncStatus[sync.status],
        ...(isRunning(sync) ? [templates.syncCount(number(sync.fetched))] : []),
        ...(sync.error === null ? [] : [sync.error.message]),
      ])}
    </StatusIndicator>
  );
};
