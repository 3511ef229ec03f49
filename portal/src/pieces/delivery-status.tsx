import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { DeliveryEvent } from '../../../packages/client/src/schemas.ts';
import { useTexts } from '../texts/texts.ts';

const signs: Readonly<Record<DeliveryEvent['status'], StatusIndicatorProps.Type>> = {
  sent: 'in-progress',
  delivered: 'success',
  read: 'success',
  failed: 'error',
  deleted: 'stopped',
};

/** What a report says of its message. */
export const DeliveryStatus = ({ status }: Pick<DeliveryEvent, 'status'>): ReactElement => (
  <StatusIndicator type={signs[status]}>{useTexts().delivery.event[status]}</StatusIndicator>
);
