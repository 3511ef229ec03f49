import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import { useRead } from '../../api/use-read.ts';
import { EndpointHealth } from '../../pieces/endpoint-health.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

/** Whether callbacks and events arrive where they go. */
export const EndpointCard = (): ReactElement => {
  const { overview } = useTexts();
  const { dateTime, number } = useFormats();
  const endpoint = useRead('get-partner-webhook-endpoint', {});
  return (
    <Container fitHeight header={<Header variant="h2">{overview.endpoint}</Header>}>
      <Reading of={endpoint} lines={3}>
        {({ endpoint: found }) => (
          <SpaceBetween size="s">
            {found === null ? (
              <StatusIndicator type="warning">{overview.endpointMissing}</StatusIndicator>
            ) : (
              <>
                <div>
                  <EndpointHealth health={found.health} />{' '}
                  {found.failing_since !== null && overview.endpointSince(dateTime(found.failing_since))}
                </div>
                {found.waiting > 0 && <div>{overview.endpointWaiting(number(found.waiting))}</div>}
                <Box color="text-body-secondary">
                  <span className="breakable">{found.url}</span>
                </Box>
              </>
            )}
            <PageLink to="/webhook">{overview.webhookLink}</PageLink>
          </SpaceBetween>
        )}
      </Reading>
    </Container>
  );
};
