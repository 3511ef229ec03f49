import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs, { type KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import type {
  GetPartnerWebhookEndpointResponse,
  WebhookEndpointState,
} from '../../../../packages/client/src/schemas.ts';
import { useMay, useMember, webhookReaders } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { attemptError } from '../../pieces/attempt-error.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { Copyable } from '../../pieces/copyable.tsx';
import { EndpointHealth } from '../../pieces/endpoint-health.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { ChangeEndpoint } from './change-endpoint.tsx';
import { Checks } from './checks.tsx';
import { EndpointRecord } from './endpoint-record.tsx';
import { PlatformCallbacksPanel } from './platform-callbacks.tsx';
import { ResendProgress } from './resend-progress.tsx';
import { TroubleNotice } from './trouble-notice.tsx';
import { useRepair } from './use-repair.ts';
import { Joined } from '../../pieces/joined.tsx';

// The dialogs are loaded when they are opened.
const RotateDialog = lazy(async () => ({ default: (await import('./rotate-dialog.tsx')).RotateDialog }));
const TestEventDialog = lazy(async () => ({ default: (await import('./test-event-dialog.tsx')).TestEventDialog }));

const troubleFacts = (texts: Texts, endpoint: WebhookEndpointState): NonNullable<KeyValuePairsProps['items']> => {
  const { webhook } = texts;
  const { failing_since: since, next_probe_at: probe, last_error: error } = endpoint;
  return [
    ...(since === null ? [] : [{ label: webhook.failingSince, value: <Moment at={since} /> }]),
    ...(probe === null ? [] : [{ label: webhook.nextProbe, value: <Moment at={probe} /> }]),
    ...(error === null
      ? []
      : [
          {
            label: webhook.lastError,
            value: <Joined parts={[attemptError(texts, error.code), <Moment key="at" at={error.at} />]} />,
          },
        ]),
  ];
};

interface FactsProps {
  readonly endpoint: WebhookEndpointState | null;
  readonly begun: (resendId: string) => void;
}

const Facts = ({ endpoint, begun }: FactsProps): ReactElement => {
  const texts = useTexts();
  const { webhook } = texts;
  const { dateTime, number } = useFormats();
  const repair = useRepair(endpoint, begun);
  if (endpoint === null) {
    return (
      <Alert type="info" header={webhook.none}>
        {webhook.noneWhy}
      </Alert>
    );
  }
  const { counted_since: from } = endpoint;
  const counted = (count: number): ReactElement => (
    <PageLink to="/webhook/events">
      {number(count)}
      {from !== null && ` ${webhook.countedSince(dateTime(from))}`}
    </PageLink>
  );
  return (
    <SpaceBetween size="m">
      <TroubleNotice endpoint={endpoint} repair={repair} />
      {repair.failed.length > 0 && <Checks checks={repair.failed} />}
      <CommandOutcome state={repair.state} again={repair.run} />
      <KeyValuePairs
        columns={3}
        minColumnWidth={200}
        items={[
          { label: webhook.url, value: <Copyable text={endpoint.url} name={webhook.url} shown="all" /> },
          {
            label: webhook.tabs.endpoint,
            value: <EndpointHealth health={endpoint.health} />,
          },
          {
            label: webhook.token,
            value: endpoint.platform_verify_token_configured ? webhook.tokenSet : webhook.tokenMissing,
          },
          ...troubleFacts(texts, endpoint),
          { label: webhook.waitingEvents, value: counted(endpoint.waiting) },
          { label: webhook.undeliveredEvents, value: counted(endpoint.undelivered) },
        ]}
      />
    </SpaceBetween>
  );
};

/** Whether the state may change while somebody looks: after a repair, or in an outage. */
const isUnsettled = ({ endpoint }: GetPartnerWebhookEndpointResponse): boolean =>
  endpoint !== null && endpoint.health !== 'healthy' && endpoint.health !== 'disabled';

type Opened = 'rotate' | 'test';

/** The endpoint as it is, with the form that changes it. */
export const EndpointPanel = (): ReactElement => {
  const { webhook } = useTexts();
  const mayWrite = useMay('webhook.write');
  const { role } = useMember().member;
  const mayRotate = mayWrite && (role === 'owner' || role === 'admin');
  const [opened, setOpened] = useState<Opened | null>(null);
  const [begun, setBegun] = useState<string | null>(null);
  const query = useRead('get-partner-webhook-endpoint', {}, { while: isUnsettled });
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
      <ResendProgress begun={begun} />
      <Container
        header={
          <Header variant="h2" actions={actions}>
            {webhook.tabs.endpoint}
          </Header>
        }
      >
        <Reading of={query} roles={webhookReaders}>
          {({ endpoint }) => <Facts endpoint={endpoint} begun={setBegun} />}
        </Reading>
      </Container>
      {query.data?.endpoint != null && <EndpointRecord />}
      {mayWrite && query.data !== undefined && <ChangeEndpoint current={query.data.endpoint?.url ?? ''} />}
      {query.data?.endpoint != null && <PlatformCallbacksPanel />}
      <Suspense>
        {opened === 'rotate' && <RotateDialog close={close} />}
        {opened === 'test' && <TestEventDialog close={close} />}
      </Suspense>
    </SpaceBetween>
  );
};
