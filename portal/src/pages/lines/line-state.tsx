import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { Instance } from '../../../../packages/client/src/schemas.ts';
import { Moment } from '../../pieces/moment.tsx';
import { riskReason } from '../../pieces/risk-reason.ts';
import { RiskLevel } from '../../pieces/status.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Joined } from '../../pieces/joined.tsx';

const callbackSigns: Readonly<Record<Instance['callback']['state'], StatusIndicatorProps.Type>> = {
  none: 'stopped',
  pending: 'in-progress',
  active: 'success',
  drifted: 'warning',
  removing: 'in-progress',
  removed: 'stopped',
  remove_failed: 'error',
};

const LastError = ({ error }: { readonly error: Instance['callback']['last_error'] }): ReactElement => {
  const { words } = useTexts();
  if (error === null) return <>{words.none}</>;
  return (
    <>
      <div className="breakable">{error.message}</div>
      <Box variant="small">
        <Joined parts={[<code key="code">{error.code}</code>, <Moment key="at" at={error.at} />]} />
      </Box>
    </>
  );
};

/** What the platform adds about sending. */
const PlatformNotes = ({ line: { platform_notes: notes } }: { readonly line: Instance }): ReactElement | null => {
  const { troubles } = useTexts();
  return notes.length === 0 ? null : (
    <div className="breakable">
      {troubles.platformSays}: <span lang="en">{notes.join(' ')}</span>
    </div>
  );
};

/** The line's connection, its callback and its risk. */
export const LineState = ({ line }: { readonly line: Instance }): ReactElement => {
  const texts = useTexts();
  const { lines, words } = texts;
  const { connection, callback, risk, session } = line;
  return (
    <div className="columns">
      <Container fitHeight header={<Header variant="h2">{lines.connection}</Header>}>
        <KeyValuePairs
          columns={1}
          items={[
            { label: lines.connectedAt, value: <Moment at={connection.connected_at} /> },
            { label: lines.tokenExpires, value: <Moment at={connection.token_expires_at} /> },
            { label: lines.link, value: session === null ? words.none : words.session[session.status] },
            { label: lines.lastError, value: <LastError error={connection.last_error} /> },
          ]}
        />
      </Container>
      <Container fitHeight header={<Header variant="h2">{lines.callback}</Header>}>
        <KeyValuePairs
          columns={1}
          items={[
            {
              label: lines.status,
              value: (
                <StatusIndicator type={callbackSigns[callback.state]}>
                  {lines.callbackStates[callback.state]}
                </StatusIndicator>
              ),
            },
            { label: lines.verifiedAt, value: <Moment at={callback.verified_at} /> },
            { label: lines.lastError, value: <LastError error={callback.last_error} /> },
          ]}
        />
      </Container>
      <Container fitHeight header={<Header variant="h2">{lines.risk}</Header>}>
        <SpaceBetween size="s">
          <RiskLevel level={risk.level} />
          {risk.reasons.length === 0 ? (
            <Box color="text-body-secondary">{lines.noReasons}</Box>
          ) : (
            <ul className="plain" aria-label={lines.riskReasons}>
              {risk.reasons.map((reason) => (
                <li key={reason} className="breakable">
                  {riskReason(texts, reason)}
                </li>
              ))}
            </ul>
          )}
          <PlatformNotes line={line} />
          <Box variant="small">
            {lines.checkedAt}: <Moment at={risk.checked_at} />
          </Box>
        </SpaceBetween>
      </Container>
    </div>
  );
};
