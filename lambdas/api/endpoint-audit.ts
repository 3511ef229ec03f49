import { isoOf } from '../domain/time.ts';
import { auditClause } from '../store/partners/audit.ts';
import type { Clause } from '../store/table/commit.ts';
import type { Deps } from './deps.ts';
import type { Call } from './operation.ts';

/** A change of an endpoint or its migration. It omits the URL, which may contain a secret. */
interface EndpointAct {
  readonly action: 'webhook endpoint update' | 'webhook migration retry';
  readonly subject: Readonly<Record<string, string>>;
  readonly reason: string | null;
}

export const endpointAuditClause = (
  deps: Pick<Deps, 'table' | 'clock' | 'newId'>,
  { partnerId, cause }: Pick<Call<never>, 'partnerId' | 'cause'>,
  { action, subject, reason }: EndpointAct,
): Clause => {
  const now = deps.clock();
  return auditClause(deps.table, {
    id: deps.newId(now),
    actor: cause.actor,
    action,
    subject: { partner_id: partnerId, ...subject, request_id: cause.requestId },
    reason,
    at: isoOf(now),
  });
};
