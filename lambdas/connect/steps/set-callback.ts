import type { ConnectProgress } from '../../domain/connect-session.ts';
import type { ConnectDeps } from '../connect-deps.ts';
import { setNumberCallback } from '../../platform/callbacks.ts';
import type { SessionRecord } from '../../store/instances/connect-sessions.ts';
import { verifyTokenContext } from '../../store/webhooks/webhook-endpoints.ts';
import { accessOf } from '../access.ts';
import { commitSession, heldUntil } from '../session-commit.ts';
import { requireEndpoint } from '../require-endpoint.ts';

/** Points the number's callback to the partner's endpoint, which the platform asks to verify itself. */
export const setCallback = async (
  deps: ConnectDeps,
  held: SessionRecord,
  progress: ConnectProgress,
): Promise<SessionRecord> => {
  const endpoint = await requireEndpoint(deps, held);
  const [access, verifyToken] = await Promise.all([
    accessOf(deps, held, progress),
    deps.vault.open(endpoint.sealed_verify_token, verifyTokenContext(held.partnerId, endpoint.id)),
  ]);
  await setNumberCallback(deps.platform, access, endpoint.url, verifyToken);
  return commitSession(deps, held, (_line, now) => ({
    // The attempts go on counting: a callback that can't be read back is set again.
    session: { progress: { ...progress, step: 'callback_set' }, busyUntil: heldUntil(deps, now) },
  }));
};
