import { isoOf } from '../domain/time.ts';
import type { ConnectDeps } from './connect-deps.ts';
import { instanceErrorOf } from '../instances/instance-error.ts';
import { PlatformError, type PlatformErrorKind } from '../platform/errors.ts';
import { exchangeCode, type ExchangedToken } from '../platform/sign-up.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { reopen } from './attempt.ts';
import { fail } from './fail.ts';
import { sessionToken } from './seal-contexts.ts';
import { commitSession, heldUntil } from './session-commit.ts';

/** The code was late, used, or lost on the way: a new sign-up brings another one. */
const curable: ReadonlySet<PlatformErrorKind> = new Set<PlatformErrorKind>([
  ...(['transient', 'throttled', 'out_of_time', 'parameter'] as const),
]);

const refused = (deps: ConnectDeps, held: SessionRecord, error: unknown): Promise<SessionRecord> => {
  const shown = instanceErrorOf(error, deps.clock());
  return error instanceof PlatformError && curable.has(error.kind)
    ? reopen(deps, held, shown)
    : fail(deps, held, shown);
};

/**
 * Makes the code a token and records it, sealed. The code works once, within 30 s.
 * @returns the session: authorised, open again for another sign-up, or failed
 * @throws WorkLost
 */
export const authorise = async (
  deps: ConnectDeps,
  held: SessionRecord,
  code: string,
  redirectUri: string,
): Promise<SessionRecord> => {
  let exchanged: ExchangedToken;
  try {
    exchanged = await exchangeCode(deps.platform, await deps.app(), code, redirectUri, deps.clock());
  } catch (error) {
    return refused(deps, held, error);
  }
  const { token, expiresAt } = exchanged;
  const sealed = await deps.vault.seal(token, sessionToken(held));
  return commitSession(deps, held, (_line, now) => ({
    session: {
      progress: {
        step: 'authorised',
        sealed_token: sealed,
        token_expires_at: expiresAt === null ? null : isoOf(expiresAt),
        waba_id: null,
        phone_number_id: null,
        attempts: 0,
      },
      busyUntil: heldUntil(deps, now),
    },
  }));
};
