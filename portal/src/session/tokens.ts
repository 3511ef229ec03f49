/** Identifies the member to the API. The tabs of a browser share it. */
export interface Pass {
  readonly idToken: string;
  /** Whose it is. */
  readonly subject: string;
  /** Until when the ID token is valid, in milliseconds of this machine's clock. */
  readonly validUntil: number;
}

/** What signing in gives. It is kept in memory and in no storage, and the refresh token leaves this tab for the sign-in service alone. */
export interface OwnTokens extends Pass {
  readonly refreshToken: string;
}

/** The tokens of a tab: its own, or the pass of another tab, which renews it. */
export type Tokens = OwnTokens | (Pass & { readonly refreshToken: null });

export const isOwn = (tokens: Tokens): tokens is OwnTokens => tokens.refreshToken !== null;

export const passOf = ({ idToken, subject, validUntil: until }: Pass): Pass => ({
  idToken,
  subject,
  validUntil: until,
});

/** Milliseconds before its end at which a token is renewed: longer than a call takes, with its repetitions. */
const margin = 120_000;

/**
 * Until when a token is valid, on this machine's clock. The clock may be wrong, so that only the length of the validity is
 * taken from the token.
 * @param claims in seconds, of the issuer's clock
 * @param now milliseconds
 */
export const validUntil = (claims: { readonly iat: number; readonly exp: number }, now: number): number =>
  now + Math.max(0, claims.exp - claims.iat) * 1000;

export const mustRenew = (tokens: Pass, now: number): boolean => now >= tokens.validUntil - margin;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The pass that another tab sent; null for anything else. */
export const passIn = (value: unknown): Pass | null => {
  if (!isRecord(value)) return null;
  const { idToken, subject, validUntil: until } = value;
  if (typeof idToken !== 'string' || typeof subject !== 'string' || typeof until !== 'number') return null;
  return { idToken, subject, validUntil: until };
};
