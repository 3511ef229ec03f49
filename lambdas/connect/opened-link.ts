import { returnUrlOf, type SessionStatus } from '../domain/connect-session.ts';
import { secretHashOf } from '../domain/credentials.ts';
import { readPartner } from '../store/partners/callers.ts';
import { findSession, type SessionRecord } from '../store/instances/connect-sessions.ts';
import { readInstance } from '../store/instances/instances.ts';
import type { Table } from '../store/table/table.ts';
import { endingPage } from './page/ending.ts';
import { invitationPage, type KnownNumber } from './page/invitation.ts';
import type { Page } from './page/layout.ts';
import type { Visit } from './page/visit.ts';
import type { Notice } from './page/notice.ts';
import { pathsOf } from './page/paths.ts';
import { progressPage } from './page/progress.ts';

export interface OpenedLink {
  readonly token: string;
  readonly record: SessionRecord;
  /** The name of the partner; null while it is suspended. */
  readonly partner: string | null;
}

/** The visit with a token; null when no session has the token. */
export const openLink = async (table: Table, token: string): Promise<OpenedLink | null> => {
  const record = await findSession(table, secretHashOf(token));
  if (record === null) return null;
  const partner = await readPartner(table, record.partnerId);
  return { token, record, partner: partner?.status === 'active' ? partner.name : null };
};

/** The number to reconnect. The page shows neither the instance's label nor the customer's name. */
const knownNumber = async (table: Table, { partnerId, session }: SessionRecord): Promise<KnownNumber | null> => {
  if (session.mode === 'connect') return null;
  const instance = (await readInstance(table, partnerId, session.instance_id))?.instance;
  const digits = instance?.display_phone_number?.replaceAll(/\D/g, '') ?? '';
  return digits.length < 8 ? null : { verifiedName: instance?.verified_name ?? null, lastDigits: digits.slice(-4) };
};

export const pageOf = async (
  table: Table,
  { token, record }: OpenedLink,
  visit: Visit,
  status: SessionStatus,
  notice: Notice | null,
): Promise<Page> => {
  const { session, progress, urls } = record;
  if (status === 'in_progress') {
    return progressPage(visit, { token, step: progress?.step ?? null, coexistence: false });
  }
  if (status === 'open') {
    return invitationPage(visit, {
      token,
      proof: '',
      isReconnect: session.mode === 'reconnect',
      number: await knownNumber(table, record),
      expiresAt: Date.parse(session.expires_at),
      notice,
      popup: null,
    });
  }
  return endingPage(visit, {
    ending: status,
    sessionId: session.id,
    code: session.error?.code ?? null,
    coexistence: false,
    returnUrl: returnUrlOf(urls, status, session.id),
  });
};

/** The URL for a redirect: the partner's after the end of the session, else a page of the link. */
export const destinationOf = (token: string, { session, urls }: SessionRecord, status: SessionStatus): string => {
  const paths = pathsOf(token);
  if (status === 'open') return `${paths.page}?notice=interrupted`;
  if (status === 'in_progress') return paths.progress;
  return returnUrlOf(urls, status, session.id) ?? paths.page;
};
