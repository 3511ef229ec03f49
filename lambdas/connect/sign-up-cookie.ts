import { secretHashOf } from '../domain/credentials.ts';
import type { SignUp } from '../store/instances/connect-sessions.ts';

/**
 * The cookie that binds a sign-up to the browser that began it. No other browser can finish the sign-up.
 * https://www.rfc-editor.org/rfc/rfc9700#section-4.7
 */

export interface SignUpTicket {
  /** Goes to the platform and returns in the URL. */
  readonly state: string;
  /** Is in the cookie alone. */
  readonly secret: string;
  /** The token of the link, which the callback URL does not contain. */
  readonly token: string;
}

const secretForm = /^[\w-]{43}$/;

/** Each sign-up has its own cookie, so that two links can be open in one browser. Only this host can set the prefix. */
const nameOf = (state: string): string => `__Host-connect-${secretHashOf(state).slice(0, 16)}`;

/** With `Lax` the browser sends the cookie when the platform redirects it back. The prefix demands `Path=/` and `Secure`. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** @param lifetime in seconds */
export const ticketCookie = ({ state, secret, token }: SignUpTicket, lifetime: number): string =>
  `${nameOf(state)}=${token}.${secret}; Max-Age=${lifetime}; ${attributes}`;

export const usedTicketCookie = (state: string): string => `${nameOf(state)}=; Max-Age=0; ${attributes}`;

/** The ticket that the browser returns; null when it did not begin this sign-up. */
export const ticketOf = (cookies: readonly string[], state: string): SignUpTicket | null => {
  if (!secretForm.test(state)) return null;
  const prefix = `${nameOf(state)}=`;
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? '';
  const [token = '', secret = ''] = value.split('.');
  return secretForm.test(token) && secretForm.test(secret) ? { state, secret, token } : null;
};

export const signUpOf = ({ state, secret }: SignUpTicket): Omit<SignUp, 'begun_at'> => ({
  state_hash: secretHashOf(state),
  browser_hash: secretHashOf(secret),
});
