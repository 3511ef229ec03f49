/** What signing in gives. It is kept in memory and in no storage. */
export interface Tokens {
  /** Identifies the member to the API. */
  readonly idToken: string;
  readonly refreshToken: string;
  /** Whose they are. */
  readonly subject: string;
  /** Until when the ID token is valid, in milliseconds of this machine's clock. */
  readonly validUntil: number;
}

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

export const mustRenew = (tokens: Tokens, now: number): boolean => now >= tokens.validUntil - margin;

/** The newer ones of two: another tab may have renewed first. */
export const newerOf = (one: Tokens, other: Tokens): Tokens => (other.validUntil > one.validUntil ? other : one);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Tokens that another tab sent; null for anything else. */
export const tokensIn = (value: unknown): Tokens | null => {
  if (!isRecord(value)) return null;
  const { idToken, refreshToken, subject, validUntil: until } = value;
  if (typeof idToken !== 'string' || typeof refreshToken !== 'string') return null;
  if (typeof subject !== 'string' || typeof until !== 'number') return null;
  return { idToken, refreshToken, subject, validUntil: until };
};
