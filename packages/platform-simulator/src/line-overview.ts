import type { Simulator } from './simulator.ts';
import type { AccessToken, PhoneNumber } from './state.ts';

/** `none`: no sign-up of the portfolio was exchanged for a token. `ended`: expired or uninstalled by the control API. */
type TokenState = 'none' | 'valid' | 'expired' | 'ended';

/** A phone number with its callbacks and the state of its token, for people. It has no token. */
export interface PlatformLine {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  /** The platform's status: `PENDING`, `CONNECTED` and others. */
  readonly status: string;
  readonly quality: string;
  readonly registered: boolean;
  readonly waba: { readonly id: string; readonly name: string; readonly subscribed: boolean };
  /** The callback URL at each level. The number's takes precedence over the business account's, and that over the app's. */
  readonly callback: { readonly number: string | null; readonly waba: string | null; readonly app: string | null };
  /** The newest token of the portfolio; `expiresAt` ISO 8601, null when it does not expire. */
  readonly token: { readonly state: TokenState; readonly expiresAt: string | null };
}

type Known = Pick<Simulator, 'storage' | 'callbackUrl' | 'now'>;

export const linesOf = (simulator: Known): PlatformLine[] => {
  const tokens = newestTokens(simulator.storage.state.tokens.values());
  return [...simulator.storage.state.numbers.values()]
    .sort((left, right) => right.onboardedAt - left.onboardedAt)
    .map((number) => lineOf(simulator, number, tokens));
};

const lineOf = (simulator: Known, number: PhoneNumber, tokens: ReadonlyMap<string, AccessToken>): PlatformLine => {
  const waba = simulator.storage.state.wabas.get(number.wabaId);
  const token = waba && tokens.get(waba.portfolioId);
  return {
    id: number.id,
    number: told(number, 'display_phone_number'),
    name: told(number, 'verified_name'),
    status: told(number, 'status'),
    quality: told(number, 'quality_rating'),
    registered: number.registered,
    waba: { id: number.wabaId, name: waba?.name ?? '', subscribed: waba?.subscribed ?? false },
    callback: {
      number: number.overrideCallbackUri,
      waba: waba?.overrideCallbackUri ?? null,
      app: simulator.callbackUrl() ?? null,
    },
    token: {
      state: tokenState(token, simulator.now()),
      expiresAt: token?.expiresAt == null ? null : new Date(token.expiresAt).toISOString(),
    },
  };
};

/** A field of the platform. The control API may have set it to any type. */
const told = ({ fields }: PhoneNumber, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

const newestTokens = (tokens: Iterable<AccessToken>): ReadonlyMap<string, AccessToken> => {
  const newest = new Map<string, AccessToken>();
  for (const token of tokens) {
    const known = newest.get(token.portfolioId);
    if (known === undefined || known.issuedAt <= token.issuedAt) newest.set(token.portfolioId, token);
  }
  return newest;
};

const tokenState = (token: AccessToken | undefined, now: number): TokenState => {
  if (token === undefined) return 'none';
  if (token.ended !== null) return 'ended';
  return token.expiresAt !== null && token.expiresAt <= now ? 'expired' : 'valid';
};
