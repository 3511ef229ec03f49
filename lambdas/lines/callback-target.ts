import { appVerifyToken } from '../domain/webhook/app-verify-token.ts';
import { callbackUrlOf, verifyTokenContext, type WebhookEndpoint } from '../store/webhooks/webhook-endpoints.ts';
import type { AppDeps } from './instance-deps.ts';

/** Where the callbacks of lines go, with the token by which the platform verifies the address. */
export interface CallbackTarget {
  readonly url: string;
  readonly verifyToken: string;
}

/** The partner's endpoint, or the service's own address when it relays the partner's callbacks. */
export const callbackTargetOf = async (
  { vault, app }: Pick<AppDeps, 'vault' | 'app'>,
  partnerId: string,
  endpoint: WebhookEndpoint,
): Promise<CallbackTarget> => ({
  url: callbackUrlOf(endpoint),
  verifyToken:
    endpoint.relay?.isOn === true
      ? appVerifyToken((await app()).secret)
      : await vault.open(endpoint.sealed_verify_token, verifyTokenContext(partnerId, endpoint.id)),
});
