import { returnUrlOf, type SessionStatus } from '../domain/connect-session.ts';
import { secretHashOf } from '../domain/credentials.ts';
import { readPartner } from '../store/partners/callers.ts';
import { findSession, type SessionRecord } from '../store/instances/connect-sessions.ts';
import { readInstance } from '../store/instances/instances.ts';
import type { Table } from '../store/table/table.ts';
import { endingPage } from './page/ending.ts';
import { invitationPage, type KnownNumber, type Notice } from './page/invitation.ts';
import type { Page } from './page/layout.ts';
import { pathsOf } from './page/paths.ts';
import { progressPage } from './page/progress.ts';

/** Somebody with a link that leads to a session. */
export interface OpenedLink {
  readonly token: string;
  readonly record: SessionRecord;
  /** The name of the partner; null while it is suspended. */
  readonly partner: string | null;
}

/** Who comes with the token; null when it opens nothing. */
export const openLink = async (table: Table, token: string): Promise<OpenedLink | null> => {
  const record = await findSession(table, secretHashOf(token));
  if (record === null) return null;
  const partner = await readPartner(table, record.partnerId);
  return { token, record, partner: partner?.status === 'active' ? partner.name : null };
};

/** The number that is to be connected again. The line's label and the customer's name are the partner's own affair. */
const knownNumber = async (table: Table, { partnerId, session }: SessionRecord): Promise<KnownNumber | null> => {
  if (session.mode === 'connect') return null;
  const instance = (await readInstance(table, partnerId, session.instance_id))?.instance;
  const digits = instance?.display_phone_number?.replaceAll(/\D/g, '') ?? '';
  return digits.length < 8 ? null : { verifiedName: instance?.verified_name ?? null, lastDigits: digits.slice(-4) };
};

/** The page of a session, as it stands. */
export const pageOf = async (
  table: Table,
  { token, record }: OpenedLink,
  partner: string,
  status: SessionStatus,
  notice: Notice | null,
): Promise<Page> => {
  const { session, progress, urls } = record;
  switch (status) {
    case 'open':
      return invitationPage({
        token,
        partner,
        isReconnect: session.mode === 'reconnect',
        number: await knownNumber(table, record),
        expiresAt: Date.parse(session.expires_at),
        notice,
      });
    case 'in_progress':
      return progressPage(token, partner, progress?.step ?? null);
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'expired':
    case 'revoked':
      return endingPage({
        ending: status,
        partner,
        sessionId: session.id,
        code: session.error?.code ?? null,
        returnUrl: returnUrlOf(urls, status, session.id),
      });
  }
};

/** Where the browser goes when it need not stay: to the partner at the end, else to the page that fits. */
export const destinationOf = (token: string, { session, urls }: SessionRecord, status: SessionStatus): string => {
  const paths = pathsOf(token);
  switch (status) {
    case 'open':
      return `${paths.page}?notice=interrupted`;
    case 'in_progress':
      return paths.progress;
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'expired':
    case 'revoked':
      return returnUrlOf(urls, status, session.id) ?? paths.page;
  }
};
