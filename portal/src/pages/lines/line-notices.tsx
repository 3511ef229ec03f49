import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRef, type ReactElement } from 'react';
import type { Instance } from '../../../../packages/client/src/schemas.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConnectLink } from './connect-link.tsx';
import { ActionButton } from './line-actions.tsx';
import { linkOf } from './made-links.ts';
import { PlatformErrors } from './platform-errors.tsx';

/** What the line's state asks for. */
const StateNotice = ({ line }: { readonly line: Instance }): ReactElement | null => {
  const { lines } = useTexts();
  const { status, risk } = line;
  const isHindered = risk.platform_errors.length > 0;
  switch (status) {
    case 'reconnect_required':
      return (
        <Alert type="error" header={lines.reconnectNotice} action={<ActionButton line={line} action="reconnect" />}>
          {lines.reconnectNoticeWhy}
        </Alert>
      );
    case 'connected':
      return isHindered ? <PlatformErrors risk={risk} /> : null;
    case 'degraded':
      return isHindered ? (
        <PlatformErrors risk={risk} />
      ) : (
        <Alert type="warning" header={lines.degradedNotice} action={<ActionButton line={line} action="refresh" />}>
          {lines.degradedNoticeWhy}
        </Alert>
      );
    case 'deactivation_failed':
      return (
        <Alert type="error" header={lines.failedNotice} action={<ActionButton line={line} action="deactivate" />}>
          {lines.failedNoticeWhy}
        </Alert>
      );
    case 'deactivating':
      return <Alert type="info">{lines.deactivatingNotice}</Alert>;
    case 'inactive':
      return <Alert type="info">{lines.inactiveNotice}</Alert>;
    case 'created':
    case 'awaiting_connection':
    case 'connecting':
      return null;
  }
};

/** How far connecting is. The link itself is known only where it was made. */
const SessionNotice = ({ line }: { readonly line: Instance }): ReactElement | null => {
  const { lines, words } = useTexts();
  const { dateTime } = useFormats();
  const { session, status } = line;
  if (session === null || status === 'inactive') return null;
  switch (session.status) {
    case 'open': {
      const link = linkOf(line.id, session.id);
      return link === null ? (
        <Alert type="info" header={lines.sessionOpen}>
          {lines.sessionOpenWhy(dateTime(session.expires_at))}
        </Alert>
      ) : (
        <ConnectLink link={link} customerId={line.partner_customer_id} />
      );
    }
    case 'in_progress': {
      const awaits = session.awaits ?? null;
      return (
        <Alert type="info" header={awaits === null ? lines.sessionInProgress : lines.sessionWaits}>
          {awaits === null ? lines.sessionInProgressWhy : lines.sessionAwaits[awaits]}
        </Alert>
      );
    }
    case 'failed':
    case 'cancelled':
    case 'expired':
      return (
        <Alert type="warning" header={lines.sessionEnded(words.session[session.status])}>
          {session.error?.message ?? lines.connectWhy}
        </Alert>
      );
    case 'completed':
    case 'revoked':
      return null;
  }
};

export const LineNotices = ({ line }: { readonly line: Instance }): ReactElement => {
  const { lines } = useTexts();
  // The notice says when the customer has done it.
  const waited = useRef(false);
  if (line.session?.status === 'open' || line.session?.status === 'in_progress') waited.current = true;
  const justConnected = waited.current && line.status === 'connected' && line.session?.status === 'completed';
  return (
    <div aria-live="polite" className="notices">
      <SpaceBetween size="m">
        {justConnected && (
          <Alert type="success" header={lines.nowConnected}>
            {line.display_phone_number === null ? null : lines.nowConnectedWhy(line.display_phone_number)}
          </Alert>
        )}
        <StateNotice line={line} />
        <SessionNotice line={line} />
      </SpaceBetween>
    </div>
  );
};
