import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * Shows that a form was sent by a page of this service: the page sets a random value as a cookie and writes it into its
 * forms. Another site can neither read the value nor set the cookie.
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html#alternative-using-a-double-submit-cookie-pattern
 */

/** Only this host can set a cookie with the prefix, over TLS and for all paths. */
const name = '__Host-connect-page';
/**
 * A form of another site does not send a cookie of `Lax`. With `Strict`, a link that is opened from a mail would not send it either: the page would
 * get another value, and one that is open in another tab, with a sign-up under way, could not send its form.
 */
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const form = /^[\w-]{43}$/;

const cookieOf = (cookies: readonly string[]): string | null => {
  const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return form.test(value) ? value : null;
};

export interface PageProof {
  readonly value: string;
  /** Sets the value in the browser. */
  readonly cookie: string;
}

/** A page in another tab keeps its value until one of its forms is sent. */
export const proofOf = (cookies: readonly string[], randomBytes: (count: number) => Buffer): PageProof => {
  const value = cookieOf(cookies) ?? randomBytes(32).toString('base64url');
  return { value, cookie: `${name}=${value}; ${attributes}` };
};

/** Each value is used once. */
export const usedProofCookie = `${name}=; Max-Age=0; ${attributes}`;

/**
 * Whether a page of this origin sent the form. Programs send neither `Origin` nor `Sec-Fetch-Site`. Browsers send the origin,
 * because the pages' referrer policy is `same-origin`: https://fetch.spec.whatwg.org/#append-a-request-origin-header
 */
export const isFromPage = (
  { headers, cookies = [] }: Pick<APIGatewayProxyEventV2, 'headers' | 'cookies'>,
  fields: URLSearchParams,
  origin: string,
): boolean => {
  const { origin: sender = origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (site !== 'same-origin' || sender !== origin) return false;
  const value = cookieOf(cookies);
  return value !== null && fields.get('proof') === value;
};
