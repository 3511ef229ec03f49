import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import { useRead } from '../../api/use-read.ts';
import { PageLink } from '../../pieces/page-link.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useTexts } from '../../texts/texts.ts';

/** Whether callbacks and events have somewhere to go. */
export const EndpointCard = (): ReactElement => {
  const { overview } = useTexts();
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
                <StatusIndicator type={found.enabled ? 'success' : 'error'}>
                  {found.enabled ? overview.endpointWorks : overview.endpointDisabled}
                </StatusIndicator>
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
