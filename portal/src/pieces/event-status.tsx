import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { Event } from '../../../packages/client/src/schemas.ts';
import { useTexts } from '../texts/texts.ts';

const signs: Readonly<Record<Event['status'], StatusIndicatorProps.Type>> = {
  waiting: 'pending',
  delivered: 'success',
  undelivered: 'error',
};

/** Whether the endpoint has taken an event. */
export const EventStatus = ({ status }: Pick<Event, 'status'>): ReactElement => (
  <StatusIndicator type={signs[status]}>{useTexts().webhook.eventStatus[status]}</StatusIndicator>
);
