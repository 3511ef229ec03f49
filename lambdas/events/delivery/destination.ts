import type { Milliseconds } from '../../kernel/time.ts';
import type { Vault } from '../../domain/vault.ts';
import { inForce } from '../../domain/webhook/rotation.ts';
import type { Destination } from '../../outbound/signed-post.ts';
import type { WebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';
import { secretContext, type WebhookSecrets } from '../../store/webhooks/webhook-secrets.ts';

/** The URL, with the current signing secrets decrypted. @throws Error when the partner has no signing secret */
export const destinationOf = async (
  vault: Vault,
  partnerId: string,
  endpoint: Pick<WebhookEndpoint, 'url'>,
  { secrets }: Pick<WebhookSecrets, 'secrets'>,
  now: Milliseconds,
): Promise<Destination> => {
  const context = secretContext(partnerId);
  const opened = await Promise.all(inForce(secrets, now).map(({ sealed }) => vault.open(sealed, context)));
  const [first, ...rest] = opened;
  if (first === undefined) throw new Error('the partner has no signing secret');
  return { url: endpoint.url, secrets: [first, ...rest] };
};
