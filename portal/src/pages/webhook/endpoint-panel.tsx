import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState, type ReactElement } from 'react';
import type { WebhookEndpoint } from '../../../../packages/client/src/schemas.ts';
import { useMay, useMember, webhookReaders } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { Copyable } from '../../pieces/copyable.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useTexts } from '../../texts/texts.ts';
import { ChangeEndpoint } from './change-endpoint.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestEventDialog } from './test-event-dialog.tsx';

const Facts = ({ endpoint }: { readonly endpoint: WebhookEndpoint | null }): ReactElement => {
  const { webhook } = useTexts();
  if (endpoint === null) {
    return (
      <Alert type="info" header={webhook.none}>
        {webhook.noneWhy}
      </Alert>
    );
  }
  return (
    <SpaceBetween size="m">
      {!endpoint.enabled && (
        <Alert type="error" header={webhook.disabled}>
          {webhook.disabledWhy}
        </Alert>
      )}
      <KeyValuePairs
        columns={3}
        minColumnWidth={200}
        items={[
          { label: webhook.url, value: <Copyable text={endpoint.url} name={webhook.url} /> },
          {
            label: webhook.tabs.endpoint,
            value: (
              <StatusIndicator type={endpoint.enabled ? 'success' : 'error'}>
                {endpoint.enabled ? webhook.enabled : webhook.disabled}
              </StatusIndicator>
            ),
          },
          {
            label: webhook.token,
            value: endpoint.platform_verify_token_configured ? webhook.tokenSet : webhook.tokenMissing,
          },
        ]}
      />
    </SpaceBetween>
  );
};

type Opened = 'rotate' | 'test';

/** The endpoint as it is, with the form that changes it. */
export const EndpointPanel = (): ReactElement => {
  const { webhook } = useTexts();
  const mayWrite = useMay('webhook.write');
  const { role } = useMember().member;
  const mayRotate = mayWrite && (role === 'owner' || role === 'admin');
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = useRead('get-partner-webhook-endpoint', {});
  const close = (): void => {
    setOpened(null);
  };
  const actions = mayWrite ? (
    <SpaceBetween direction="horizontal" size="xs">
      <Button
        disabled={query.data?.endpoint == null}
        onClick={() => {
          setOpened('test');
        }}
      >
        {webhook.test}
      </Button>
      {mayRotate && (
        <Button
          onClick={() => {
            setOpened('rotate');
          }}
        >
          {webhook.rotate}
        </Button>
      )}
    </SpaceBetween>
  ) : undefined;
  return (
    <SpaceBetween size="l">
      <Container
        header={
          <Header variant="h2" actions={actions}>
            {webhook.tabs.endpoint}
          </Header>
        }
      >
        <Reading of={query} roles={webhookReaders}>
          {({ endpoint }) => <Facts endpoint={endpoint} />}
        </Reading>
      </Container>
      {mayWrite && query.data !== undefined && <ChangeEndpoint current={query.data.endpoint?.url ?? ''} />}
      {opened === 'rotate' && <RotateDialog close={close} />}
      {opened === 'test' && <TestEventDialog close={close} />}
    </SpaceBetween>
  );
};
