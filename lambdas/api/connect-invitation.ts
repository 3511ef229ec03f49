import { createHash } from 'node:crypto';
import type { ConnectSession, ReturnUrls, SessionMode } from '../domain/connect-session.ts';
import { hour, isoOf } from '../kernel/time.ts';
import type { Clause } from '../store/table/commit.ts';
import { connectTokenClause, sessionClause, type SessionRecord } from '../store/instances/connect-sessions.ts';
import { readEventSubscription } from '../store/partners/event-subscription.ts';
import type { Deps } from './deps.ts';
import type { Call } from './operation.ts';

export const defaultTtlHours = 24;

export interface Invitation {
  readonly session: ConnectSession;
  readonly url: string;
  readonly clauses: readonly Clause[];
}

/** A new session of an instance, with its link. The table stores only the hash of the link's random token. */
export const invite = async (
  deps: Deps,
  { partnerId, now, cause }: Pick<Call<never>, 'partnerId' | 'now' | 'cause'>,
  instanceId: string,
  asked: {
    readonly mode: SessionMode;
    readonly ttlHours: number;
    readonly urls: ReturnUrls;
    readonly language: string | null;
  },
): Promise<Invitation> => {
  const token = deps.randomBytes(32).toString('base64url');
  const session: ConnectSession = {
    id: deps.newId(now),
    instance_id: instanceId,
    mode: asked.mode,
    status: 'open',
    expires_at: isoOf(now + asked.ttlHours * hour),
    error: null,
  };
  // For a partner that subscribes to its end it is due then.
  const { types } = await readEventSubscription(deps.table, partnerId);
  const record: SessionRecord = {
    session,
    partnerId,
    requestId: cause.requestId,
    urls: asked.urls,
    language: asked.language,
    revision: 1,
    tokenHash: createHash('sha256').update(token).digest('base64url'),
    signUps: [],
    attempts: 0,
    progress: null,
    busyUntil: types.has('service.partner.connect_session.ended') ? Date.parse(session.expires_at) : null,
  };
  return {
    session,
    url: `${deps.baseUrl}/connect/${token}`,
    clauses: [sessionClause(deps.table, record), connectTokenClause(deps.table, record)],
  };
};
