import * as z from 'zod/mini';
import { invalidState } from '../../../kernel/errors.ts';
import { isoOf } from '../../../kernel/time.ts';
import { platformTokenContext } from '../../../domain/vault.ts';
import { tokenRevealed } from '../../../domain/team-notifications.ts';
import { notificationClauses, notYetNotified } from '../../../store/notifications/notifications.ts';
import { auditClause } from '../../../store/partners/audit.ts';
import { requireOwner } from '../../../store/customers/instance-owner.ts';
import { requireInstance, sameTokenClause } from '../../../store/instances/instances.ts';
import { journal } from '../../../store/customers/journal.ts';
import { occurrenceOf } from '../../occurrence.ts';
import { command } from '../../operation.ts';
import {
  instanceSelector,
  instanceSelectorNames,
  requireInstanceSelector,
  requireOneInstance,
} from '../../selectors.ts';
import { settle } from '../../settle.ts';

/** Returns the platform token of an instance. The history entry and the audit entry are written first. */
export const revealPlatformToken = command({
  input: z.object(instanceSelector).check(requireInstanceSelector),
  check: requireOneInstance,
  output: z.object({
    instance_id: z.uuid(),
    platform_access_token: z.string(),
    expires_at: z.nullable(z.iso.datetime()),
  }),
  selectors: instanceSelectorNames,
  ignoresIdempotencyKey: true,
  errors: ['not_found', 'invalid_state'],
  run: async (deps, call, given) => {
    const { partnerId, now } = call;
    const record = await requireInstance(deps.table, partnerId, given, null);
    const { instance, sealedToken } = record;
    if (sealedToken === null) throw invalidState(instance.status, 'the instance has no platform token');
    const [owner, news] = await Promise.all([
      requireOwner(deps.table, partnerId, instance),
      notYetNotified(deps.table, partnerId, [tokenRevealed(instance.id, call.cause.actor)], now),
    ]);
    const token = await deps.vault.open(sealedToken, platformTokenContext(partnerId, instance.id));
    const { clauses } = journal(deps.table, partnerId, owner, owner.customer, {
      ...occurrenceOf(deps, call, isoOf(now), null),
      event: 'platform_token_revealed',
      change: null,
      related: { instance_id: instance.id },
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
    const notified = notificationClauses(deps.table, deps.newId)(partnerId, news, now);
    const same = sameTokenClause(deps.table, partnerId, record);
    return settle(deps, call, answer, [], [...clauses, accounted, ...notified, same]);
  },
});
