import { setNumberCallback } from '../../platform/callbacks.ts';
import { verifyTokenContext } from '../../store/webhooks/webhook-endpoints.ts';
import { accessOf } from '../access.ts';
import { requireEndpoint } from '../require-endpoint.ts';
import { commitProgress } from '../session-commit.ts';
import type { Step } from '../step.ts';

/** Sets the number's callback to the partner's endpoint, which the platform verifies. */
export const setCallback: Step = async (deps, held, progress) => {
  const endpoint = await requireEndpoint(deps, held);
  const [access, verifyToken] = await Promise.all([
    accessOf(deps, held, progress),
    deps.vault.open(endpoint.sealed_verify_token, verifyTokenContext(held.partnerId, endpoint.id)),
  ]);
  await setNumberCallback(deps.platform, access, endpoint.url, verifyToken);
  // The attempts are not reset: a callback that cannot be read back is set again.
  return commitProgress(deps, held, { ...progress, step: 'callback_set' });
};
