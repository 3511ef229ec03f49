import { secretHashOf } from '../domain/credentials.ts';
import type { SignUp } from '../store/instances/connect-sessions.ts';

/**
 * The cookie that binds a sign-up to the browser that began it, so that nobody can finish it in another one.
 * https://www.rfc-editor.org/rfc/rfc9700#section-4.7
 */

/** What a browser carries through a sign-up. */
export interface SignUpTicket {
  /** Goes to the platform and comes back in the address. */
  readonly state: string;
  /** Stays in the cookie. */
  readonly secret: string;
  /** The token of the link, which the address of the callback does not tell. */
  readonly token: string;
}

const secretForm = /^[\w-]{43}$/;

/** One cookie for each sign-up, so that two links can be open in one browser. Only this host can set the prefix. */
const nameOf = (state: string): string => `__Host-connect-${secretHashOf(state).slice(0, 16)}`;

/** `Lax` lets the cookie come along when the platform sends the browser back; `Path=/` and `Secure` go with the prefix. */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** @param lifetime in seconds */
export const ticketCookie = ({ state, secret, token }: SignUpTicket, lifetime: number): string =>
  `${nameOf(state)}=${token}.${secret}; Max-Age=${lifetime}; ${attributes}`;

/** Takes the cookie out of the browser. */
export const usedTicketCookie = (state: string): string => `${nameOf(state)}=; Max-Age=0; ${attributes}`;

/** What the browser brings back; null when it did not begin this sign-up. */
export const ticketOf = (cookies: readonly string[], state: string): SignUpTicket | null => {
  if (!secretForm.test(state)) return null;
  const prefix = `${nameOf(state)}=`;
  const value = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? '';
  const [token = '', secret = ''] = value.split('.');
  return secretForm.test(token) && secretForm.test(secret) ? { state, secret, token } : null;
};

/** As the session keeps it. */
export const signUpOf = ({ state, secret }: SignUpTicket): SignUp => ({
  state_hash: secretHashOf(state),
  browser_hash: secretHashOf(secret),
});
