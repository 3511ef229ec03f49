import { callbackTargetOf } from '../../lines/callback-target.ts';
import { setNumberCallback } from '../../platform/callbacks.ts';
import { accessOf } from '../access.ts';
import { requireEndpoint } from '../require-endpoint.ts';
import { commitProgress } from '../session-commit.ts';
import type { Step } from '../step.ts';

/** Sets the number's callback to the partner's endpoint, or to the service that relays it. The platform verifies the address. */
export const setCallback: Step = async (deps, held, progress) => {
  const endpoint = await requireEndpoint(deps, held);
  const [access, { url, verifyToken }] = await Promise.all([
    accessOf(deps, held, progress),
    callbackTargetOf(deps, held.partnerId, endpoint),
  ]);
  await setNumberCallback(deps.platform, access, url, verifyToken);
  // The attempts are not reset: a callback that cannot be read back is set again.
  return commitProgress(deps, held, { ...progress, step: 'callback_set' });
};
