import * as z from 'zod/mini';
import { uuid } from '../../api/fields.ts';
import { overlapEnd, rotated } from '../../domain/webhook/rotation.ts';
import { signingSecretFrom } from '../../domain/webhook/signature.ts';
import { commit } from '../../store/table/commit.ts';
import { readWebhookSecrets, secretContext, webhookSecretsClause } from '../../store/webhooks/webhook-secrets.ts';
import { retried } from '../command.ts';
import { requirePartner } from '../../store/partners/partners.ts';

/**
 * Rotates the signing secret of a partner's events. Only this answer contains the new secret. The previous secret signs
 * too for 24 hours. A secret before it ends now.
 */
export const rotateWebhookSecret = retried({
  input: z.object({ partner_id: uuid }),
  run: async (deps, run, { partner_id: partnerId }) => {
    await requirePartner(deps.table, partnerId);
    const { secrets, revision } = await readWebhookSecrets(deps.table, partnerId);
    const secret = signingSecretFrom(deps.randomBytes(32));
    const sealed = await deps.vault.seal(secret, secretContext(partnerId));
    const next = rotated(secrets, { sealed, by: null }, run.now);
    await commit(deps.table, [
      webhookSecretsClause(deps.table, partnerId, next, revision),
      ...run.teamAudit({ partner_id: partnerId }),
    ]);
    return { webhook_secret: secret, previous_ends_at: overlapEnd(next, run.now) };
  },
});
