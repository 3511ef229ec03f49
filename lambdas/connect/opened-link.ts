import { returnUrlOf, type SessionStatus } from '../domain/connect-session.ts';
import { secretHashOf } from '../domain/credentials.ts';
import { readPartner } from '../store/partners/callers.ts';
import { findSession, type SessionRecord } from '../store/instances/connect-sessions.ts';
import type { Table } from '../store/table/table.ts';
import { pathsOf } from './page/paths.ts';

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

/** The URL for a redirect: the partner's after the end of the session, else a page of the link. */
export const destinationOf = (token: string, { session, urls }: SessionRecord, status: SessionStatus): string => {
  const paths = pathsOf(token);
  if (status === 'open') return `${paths.page}?notice=interrupted`;
  if (status === 'in_progress') return paths.progress;
  return returnUrlOf(urls, status, session.id) ?? paths.page;
};
