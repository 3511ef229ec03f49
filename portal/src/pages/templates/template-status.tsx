import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import { useTexts } from '../../texts/texts.ts';

const signs: Readonly<Record<string, StatusIndicatorProps.Type>> = {
  APPROVED: 'success',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  REJECTED: 'error',
  PAUSED: 'warning',
  DISABLED: 'error',
  LIMIT_EXCEEDED: 'error',
  FLAGGED: 'warning',
};

interface TemplateStatusProps {
  readonly status: string | null;
  /** Where it has this status, where that is said. */
  readonly place?: string;
}

/** The platform's statuses, of which new ones may come. */
export const TemplateStatus = ({ status, place }: TemplateStatusProps): ReactElement => {
  const { templates, words } = useTexts();
  if (status === null) return <>{words.none}</>;
  return (
    <StatusIndicator type={signs[status] ?? 'info'}>
      {templates.statuses[status] ?? status}
      {place !== undefined && ` ${place}`}
    </StatusIndicator>
  );
};
