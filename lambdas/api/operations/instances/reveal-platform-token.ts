import * as z from 'zod/mini';
import { ServiceError } from '../../../domain/errors.ts';
import { isoOf } from '../../../domain/time.ts';
import { auditClause } from '../../../store/partners/audit.ts';
import { persist } from '../../../store/table/commit.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { requireInstance } from '../../../store/instances/instances.ts';
import { journal } from '../../../store/customers/journal.ts';
import { ownerOf, readMerges } from '../../../store/customers/merges.ts';
import { operation } from '../../operation.ts';
import { instanceSelector, instanceSelectorNames, requireInstanceSelector } from '../../selectors.ts';
import { settle } from '../../settle.ts';

/** Shows a line's platform token. The customer's history and the audit trail say that it was shown before it is. */
export const revealPlatformToken = operation({
  input: z.object(instanceSelector).check(requireInstanceSelector),
  output: z.object({
    instance_id: z.uuid(),
    platform_access_token: z.string(),
    expires_at: z.nullable(z.iso.datetime()),
  }),
  selectors: instanceSelectorNames,
  ignoresIdempotencyKey: true,
  run: (deps, call, given) =>
    persist(deps.retryPolicy, async () => {
      const { partnerId, now } = call;
      const { instance, sealedToken } = await requireInstance(deps.table, partnerId, given, null);
      if (sealedToken === null) throw new ServiceError('invalid_state', 'the instance has no platform token');
      const merges = await readMerges(deps.table, partnerId);
      const customer_id = ownerOf(merges, instance.partner_customer_id);
      const owner = await requireCustomer(deps.table, partnerId, { customer_id }, null);
      const token = await deps.vault.open(sealedToken, {
        partner_id: partnerId,
        record_id: instance.id,
        purpose: 'platform_token',
      });
      const { clauses } = journal(deps.table, partnerId, owner, owner.customer, {
        entryId: deps.newId(now),
        event: 'platform_token_revealed',
        change: null,
        cause: call.cause,
        at: isoOf(now),
        reason: null,
        related: { instance_id: instance.id },
        announce: null,
        idempotencyKey: null,
      });
      const answer = call.answer(200, {
        instance_id: instance.id,
        platform_access_token: token,
        expires_at: instance.connection.token_expires_at,
      });
      const accounted = auditClause(deps.table, {
        id: deps.newId(now),
        actor: call.cause.actor,
        action: 'platform token reveal',
        subject: { partner_id: partnerId, instance_id: instance.id, request_id: call.cause.requestId },
        at: isoOf(now),
      });
      return settle(deps, call, answer, [], [...clauses, accounted]);
    }),
});
