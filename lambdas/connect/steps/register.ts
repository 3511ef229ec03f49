import type { ConnectProgress } from '../../domain/connect-session.ts';
import type { ConnectDeps } from '../connect-deps.ts';
import { readNumber, registerNumber } from '../../platform/numbers.ts';
import type { SessionRecord } from '../../store/instances/connect-sessions.ts';
import { keepPin, readPin } from '../../store/instances/instance-pins.ts';
import { accessOf } from '../access.ts';
import { instancePin } from '../seal-contexts.ts';
import { commitSession, heldUntil } from '../session-commit.ts';

/** A number with one of these can send, or could before the platform limited it. */
const registered: ReadonlySet<string | null> = new Set(['CONNECTED', 'FLAGGED', 'RESTRICTED', 'RATE_LIMITED']);

/** Six digits, of the 48 random bits at the end of a UUIDv7. https://www.rfc-editor.org/rfc/rfc9562#section-5.7 */
const pinFrom = (uuid: string): string => String(parseInt(uuid.slice(-12), 16) % 1_000_000).padStart(6, '0');

/** The line's PIN, kept before it is first used: a number that has one is registered with no other. */
const pinOf = async (deps: ConnectDeps, held: SessionRecord): Promise<string> => {
  const { partnerId, session } = held;
  const context = instancePin(held);
  const sealed =
    (await readPin(deps.table, partnerId, session.instance_id)) ??
    (await keepPin(
      deps.table,
      partnerId,
      session.instance_id,
      await deps.vault.seal(pinFrom(deps.newId(deps.clock())), context),
    ));
  return deps.vault.open(sealed, context);
};

/** Makes the number able to send, where it is not: registering is allowed ten times in 72 hours. */
export const register = async (
  deps: ConnectDeps,
  held: SessionRecord,
  progress: ConnectProgress,
): Promise<SessionRecord> => {
  const access = await accessOf(deps, held, progress);
  const { status } = await readNumber(deps.platform, access);
  if (!registered.has(status)) await registerNumber(deps.platform, access, await pinOf(deps, held));
  return commitSession(deps, held, (_line, now) => ({
    session: { progress: { ...progress, step: 'registered', attempts: 0 }, busyUntil: heldUntil(deps, now) },
  }));
};
