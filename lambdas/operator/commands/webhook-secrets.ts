import * as z from 'zod/mini';
import { uuid } from '../../api/fields.ts';
import { rotated } from '../../domain/webhook/rotation.ts';
import { signingSecretFrom } from '../../domain/webhook/signature.ts';
import { commit, persist } from '../../store/table/commit.ts';
import { readWebhookSecrets, secretContext, webhookSecretsClause } from '../../store/webhooks/webhook-secrets.ts';
import { command } from '../command.ts';
import { requirePartner } from './partners.ts';

/**
 * Makes the secret that signs a partner's events from now on; it is shown this once. The one before it signs beside it
 * for 24 hours, and one that was already ending ends now.
 */
export const rotateWebhookSecret = command({
  input: z.object({ partner_id: uuid }),
  run: (deps, run, { partner_id: partnerId }) =>
    persist(deps.retryPolicy, async () => {
      await requirePartner(deps.table, partnerId);
      const { secrets, revision } = await readWebhookSecrets(deps.table, partnerId);
      const secret = signingSecretFrom(deps.randomBytes(32));
      const next = rotated(secrets, await deps.vault.seal(secret, secretContext(partnerId)), run.now);
      await commit(deps.table, [
        webhookSecretsClause(deps.table, partnerId, next, revision),
        run.audit({ partner_id: partnerId }),
      ]);
      return { webhook_secret: secret, previous_ends_at: next.length > 1 ? (next[0]?.ends_at ?? null) : null };
    }),
});
