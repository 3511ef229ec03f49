import Alert from '@cloudscape-design/components/alert';
import type { ReactElement } from 'react';
import { useMay } from '../api/member.ts';
import { useRead } from '../api/use-read.ts';
import { useTexts } from '../texts/texts.ts';
import { PageLink } from './page-link.tsx';

/** Warns before a link is made that can't be finished, because the platform will not reach the endpoint. */
export const EndpointWarning = (): ReactElement | null => {
  const { lines, overview } = useTexts();
  const maySee = useMay('webhook.read');
  const { data } = useRead('get-partner-webhook-endpoint', {}, { when: maySee });
  if (data === undefined) return null;
  const { endpoint } = data;
  if (endpoint !== null && (endpoint.health === 'healthy' || endpoint.health === 'slow')) return null;
  return (
    <Alert type="warning" header={endpoint === null ? lines.endpointAbsent : lines.endpointDown}>
      {endpoint === null ? lines.endpointAbsentWhy : lines.endpointDownWhy}{' '}
      <PageLink to="/webhook">{overview.webhookLink}</PageLink>
    </Alert>
  );
};
