import { invalid } from '../kernel/errors.ts';
import { rotated } from '../domain/webhook/rotation.ts';
import { signingSecretFrom, type SigningSecrets } from '../domain/webhook/signature.ts';
import { validateEndpoint, type EndpointCheck } from '../outbound/validate-endpoint.ts';
import { commit, persist } from '../store/table/commit.ts';
import {
  readWebhookTarget,
  verifyTokenContext,
  type WebhookEndpoint,
  type WebhookTarget,
} from '../store/webhooks/webhook-endpoints.ts';
import { readWebhookSecrets, secretContext, webhookSecretsClause } from '../store/webhooks/webhook-secrets.ts';
import { destinationOf } from '../events/delivery/destination.ts';
import type { Deps } from './deps.ts';
import type { Call } from './operation.ts';

/** Creates a partner's first secret on first use. The operator rotates it to hand one over. */
const ensureSecret = (deps: Deps, partnerId: string): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const { secrets, revision } = await readWebhookSecrets(deps.table, partnerId);
    if (secrets.length > 0) return;
    const secret = signingSecretFrom(deps.randomBytes(32));
    const sealed = await deps.vault.seal(secret, secretContext(partnerId));
    const first = rotated([], { sealed, by: null }, deps.clock());
    await commit(deps.table, [webhookSecretsClause(deps.table, partnerId, first, revision)]);
  });

const secretsOf = async (deps: Deps, partnerId: string, url: string): Promise<SigningSecrets> => {
  await ensureSecret(deps, partnerId);
  const stored = await readWebhookSecrets(deps.table, partnerId);
  return (await destinationOf(deps.vault, partnerId, { url }, stored, deps.clock())).secrets;
};

/**
 * The verify token of the request, or the stored one. A stored token is never sent to another origin.
 * @throws ServiceError validation_failed
 */
const tokenFor = async (
  deps: Deps,
  partnerId: string,
  endpoint: WebhookEndpoint | null,
  url: string,
  given: string | null,
): Promise<string> => {
  if (given !== null) return given;
  if (endpoint === null || new URL(endpoint.url).origin !== new URL(url).origin) {
    throw invalid(
      'platform_verify_token',
      'required',
      'platform_verify_token is required: no token is stored for the origin of webhook_url',
    );
  }
  return deps.vault.open(endpoint.sealed_verify_token, verifyTokenContext(partnerId, endpoint.id));
};

/** A checked endpoint. */
export interface TriedCandidate {
  readonly verifyToken: string;
  readonly checks: readonly EndpointCheck[];
  /** The endpoint before the call. */
  readonly stored: WebhookTarget;
}

/** Runs the checks of a new endpoint. */
export const tryCandidate = async (
  deps: Deps,
  { partnerId, cause: { requestId } }: Pick<Call<unknown>, 'partnerId' | 'cause'>,
  url: string,
  givenToken: string | null,
): Promise<TriedCandidate> => {
  const stored = await readWebhookTarget(deps.table, partnerId);
  const verifyToken = await tokenFor(deps, partnerId, stored.endpoint, url, givenToken);
  const secrets = await secretsOf(deps, partnerId, url);
  const checks = await validateEndpoint(deps, { partnerId, url, verifyToken, secrets, requestId });
  return { verifyToken, checks, stored };
};
