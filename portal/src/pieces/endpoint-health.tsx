import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { WebhookEndpointState } from '../../../packages/client/src/schemas.ts';
import { useTexts } from '../texts/texts.ts';

type Health = WebhookEndpointState['health'];

const signs: Readonly<Record<Health, StatusIndicatorProps.Type>> = {
  healthy: 'success',
  slow: 'warning',
  failing: 'warning',
  paused: 'error',
  disabled: 'error',
};

/** Whether the endpoint takes what is sent to it. */
export const EndpointHealth = ({ health }: { readonly health: Health }): ReactElement => (
  <StatusIndicator type={signs[health]}>{useTexts().webhook.health[health]}</StatusIndicator>
);
