import { isoOf } from '../kernel/time.ts';
import { auditClause } from '../store/partners/audit.ts';
import { teamAuditClauses } from '../store/partners/team-audit.ts';
import type { Clause } from '../store/table/commit.ts';
import type { Deps } from './deps.ts';
import type { Call } from './operation.ts';

/**
 * A change of an endpoint, its signing secret, its types of events or its migration, a resend of its events, a change of the connect page, or of the
 * team or its keys.
 * It omits the endpoint's URL, which may contain a secret, and e-mail addresses.
 */
interface Act {
  readonly action:
    | 'webhook endpoint update'
    | 'webhook migration retry'
    | 'webhook secret rotation'
    | 'webhook events resend'
    | 'webhook event types update'
    | 'platform callbacks update'
    | 'connect page update'
    | 'member invitation'
    | 'member role change'
    | 'member removal'
    | 'member departure'
    | 'invitation acceptance'
    | 'invitation refusal'
    | 'key issue'
    | 'key revocation';
  readonly subject: Readonly<Record<string, string>>;
  readonly reason: string | null;
}

/** The entry, and what the partner sees of it. */
export const callAuditClauses = (
  deps: Pick<Deps, 'table' | 'clock' | 'newId'>,
  { partnerId, cause }: Pick<Call<never>, 'partnerId' | 'cause'>,
  { action, subject, reason }: Act,
): readonly Clause[] => {
  const now = deps.clock();
  const entry = {
    id: deps.newId(now),
    actor: cause.actor,
    action,
    subject: { partner_id: partnerId, ...subject, request_id: cause.requestId },
    reason,
    at: isoOf(now),
  };
  return [auditClause(deps.table, entry), ...teamAuditClauses(deps.table, entry)];
};
