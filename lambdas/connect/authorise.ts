import { awaiting, type ReportedAssets } from '../domain/connect-session.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import type { ConnectDeps } from './connect-deps.ts';
import { instanceErrorOf } from '../lines/instance-error.ts';
import { PlatformError, type PlatformErrorKind } from '../platform/errors.ts';
import { exchangeCode, type ExchangedToken } from '../platform/sign-up.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { fail } from './fail.ts';
import { reopen } from './reopen.ts';
import { sessionToken } from './seal-contexts.ts';
import { commitProgress } from './session-commit.ts';

/** The code expired, was used, or was lost. A new sign-up brings another code. */
const curable: ReadonlySet<PlatformErrorKind> = new Set<PlatformErrorKind>([
  ...(['transient', 'throttled', 'out_of_time', 'parameter'] as const),
]);

const refused = (deps: ConnectDeps, held: SessionRecord, error: unknown): Promise<SessionRecord> => {
  const shown = instanceErrorOf(error, deps.clock());
  return error instanceof PlatformError && curable.has(error.kind)
    ? reopen(deps, held, shown)
    : fail(deps, held, shown);
};

/** What a sign-up brought. */
export interface Return {
  readonly code: string;
  /** The URI of the dialog; null for a code of the platform's script. */
  readonly redirectUri: string | null;
  /** When the sign-up began, at the earliest. */
  readonly since: Milliseconds;
  readonly told: ReportedAssets | null;
}

/**
 * Exchanges the code for a token and stores the token sealed. The code works once, within 30 s.
 * @returns the session: authorised, open again for another sign-up, or failed
 * @throws WorkLost
 */
export const authorise = async (
  deps: ConnectDeps,
  held: SessionRecord,
  { code, redirectUri, since, told }: Return,
): Promise<SessionRecord> => {
  let exchanged: ExchangedToken;
  try {
    exchanged = await exchangeCode(deps.platform, await deps.app(), code, redirectUri, deps.clock());
  } catch (error) {
    return refused(deps, held, error);
  }
  const { token, expiresAt } = exchanged;
  return commitProgress(deps, held, {
    step: 'authorised',
    sealed_token: await deps.vault.seal(token, sessionToken(held)),
    token_expires_at: expiresAt === null ? null : isoOf(expiresAt),
    signed_up_since: isoOf(since),
    told,
    waba_id: null,
    phone_number_id: null,
    attempts: 0,
    asks: null,
    ...awaiting(null),
    sealed_pin: null,
    wrong_pins: 0,
    coexistence: false,
    syncs: [],
    sync_error: null,
  });
};
