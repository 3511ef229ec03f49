import * as z from 'zod/mini';
import { invalidState } from '../../../kernel/errors.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import {
  mayRotateAgain,
  overlapEnd,
  rotated,
  rotatedAgain,
  type SealedSecret,
} from '../../../domain/webhook/rotation.ts';
import { signingSecretFrom } from '../../../domain/webhook/signature.ts';
import { readWebhookSecrets, secretContext, webhookSecretsClause } from '../../../store/webhooks/webhook-secrets.ts';
import { callAuditClauses } from '../../call-audit.ts';
import { command, type Call } from '../../operation.ts';
import { settle } from '../../settle.ts';

/**
 * Whether the rotation ends the effect of another caller's. @throws ServiceError invalid_state during any other overlap
 */
const isAgain = (
  { caller }: Pick<Call<never>, 'caller'>,
  secrets: readonly SealedSecret[],
  now: Milliseconds,
): boolean => {
  const until = overlapEnd(secrets, now);
  if (until === null) return false;
  const isOwner = caller.kind === 'member' && caller.role === 'owner';
  if (isOwner && mayRotateAgain(secrets, caller.memberId)) return true;
  throw invalidState('rotating', `two secrets are valid until ${until}; rotate again after that`);
};

/**
 * Rotates the signing secret of events and returns the new one. The previous secret signs as well for 24 hours; until
 * then there is no further rotation, except by an owner when another caller made the last one.
 */
export const rotateWebhookSecret = command({
  input: z.object({}),
  output: z.object({ webhook_secret: z.string(), previous_valid_until: z.nullable(z.iso.datetime()) }),
  ignoresIdempotencyKey: true,
  errors: ['invalid_state'],
  run: async (deps, call) => {
    const { partnerId } = call;
    const now = deps.clock();
    const { secrets, revision } = await readWebhookSecrets(deps.table, partnerId);
    const rotate = isAgain(call, secrets, now) ? rotatedAgain : rotated;
    const secret = signingSecretFrom(deps.randomBytes(32));
    const made = { sealed: await deps.vault.seal(secret, secretContext(partnerId)), by: call.cause.actor.id };
    const next = rotate(secrets, made, now);
    const accounted = callAuditClauses(deps, call, {
      action: 'webhook secret rotation',
      subject: {},
      reason: null,
    });
    const answer = call.answer(200, { webhook_secret: secret, previous_valid_until: overlapEnd(next, now) });
    return settle(deps, call, answer, [], [webhookSecretsClause(deps.table, partnerId, next, revision), ...accounted]);
  },
});
