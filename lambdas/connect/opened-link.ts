import { returnUrlOf, type SessionStatus } from '../domain/connect-session.ts';
import type { ConnectPage } from '../domain/connect-page.ts';
import { secretHashOf } from '../domain/credentials.ts';
import { readPartner } from '../store/partners/callers.ts';
import { readConnectPage } from '../store/partners/connect-page.ts';
import { findSession, type SessionRecord } from '../store/instances/connect-sessions.ts';
import type { Table } from '../store/table/table.ts';
import { pathsOf } from './page/paths.ts';
import type { Host } from './page/visit.ts';

export interface OpenedLink {
  readonly token: string;
  readonly record: SessionRecord;
  /** The partner as the pages show it; null while it is suspended. */
  readonly host: Host | null;
}

const hostOf = (token: string, name: string, page: ConnectPage | null): Host => ({
  name: page?.display_name ?? name,
  logo: page === null || page.logo_hash === null ? null : pathsOf(token).logo,
  color: page?.color ?? null,
  privacyUrl: page?.privacy_url ?? null,
});

/** The visit with a token; null when no session has the token. */
export const openLink = async (table: Table, token: string): Promise<OpenedLink | null> => {
  const record = await findSession(table, secretHashOf(token));
  if (record === null) return null;
  const { partnerId } = record;
  const [partner, page] = await Promise.all([readPartner(table, partnerId), readConnectPage(table, partnerId)]);
  return { token, record, host: partner?.status === 'active' ? hostOf(token, partner.name, page) : null };
};

/** The URL for a redirect: the partner's after the end of the session, else a page of the link. */
export const destinationOf = (token: string, { session, urls }: SessionRecord, status: SessionStatus): string => {
  const paths = pathsOf(token);
  if (status === 'open') return `${paths.page}?notice=interrupted`;
  if (status === 'in_progress') return paths.progress;
  return returnUrlOf(urls, status, session.id) ?? paths.page;
};
