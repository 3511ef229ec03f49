import { isIP } from 'node:net';
import { lengthOf } from '../text.ts';
import { addressKind, isAllowed, type AddressPolicy } from './address-rules.ts';

/** The rules for a partner's URL. The addresses of its host are checked again on every connection. */
export const maxUrlLength = 200;

export type UrlRule = 'format' | 'max_length' | 'https' | 'no_user_info' | 'no_fragment' | 'public_host';

interface UrlProblem {
  readonly rule: UrlRule;
  /** The rule in words, to follow the name of the field. */
  readonly message: string;
}

export type UrlVerdict =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly problems: readonly [UrlProblem, ...UrlProblem[]] };

/** The rules in words. @param most how many characters the URL may have */
export const urlRuleTexts = (most: number): Readonly<Record<UrlRule, string>> => ({
  format: 'must be an absolute URL of printable ASCII characters (internationalised names in punycode)',
  max_length: `must have at most ${most} characters`,
  https: 'must start with https://',
  no_user_info: 'must not hold a user name or a password',
  no_fragment: 'must not have a fragment',
  public_host: 'must name a public host',
});

/** Checks a URL that a partner gives. @param text the given text, trimmed @param most how many characters it may have */
export const checkPartnerUrl = (text: string, policy: AddressPolicy, most = maxUrlLength): UrlVerdict => {
  const isTooLong = (it: string): boolean => lengthOf(it) > most;
  const url = parse(text);
  if (url === null) return verdict(['format', ...(isTooLong(text) ? (['max_length'] as const) : [])], most);
  const rules = brokenRules(text, url, policy);
  // The platform measures the URL that it receives, which may be the normalised form.
  if (isTooLong(text) || isTooLong(url.href)) rules.push('max_length');
  const [first, ...rest] = rules;
  return first === undefined ? { ok: true, url } : verdict([first, ...rest], most);
};

/** Checks a URL that the service derives from a partner's URL, without the limit of its length. @returns null when it must not be called */
export const callableUrl = (text: string, policy: AddressPolicy): URL | null => {
  const url = parse(text);
  return url !== null && brokenRules(text, url, policy).length === 0 ? url : null;
};

const verdict = (rules: readonly [UrlRule, ...UrlRule[]], most: number): UrlVerdict => {
  const [first, ...rest] = rules;
  const texts = urlRuleTexts(most);
  const problem = (rule: UrlRule): UrlProblem => ({ rule, message: texts[rule] });
  return { ok: false, problems: [problem(first), ...rest.map(problem)] };
};

/** Refuses characters that parsers read differently: spaces, control characters, backslashes, non-ASCII. https://url.spec.whatwg.org/#url-parsing */
const parse = (text: string): URL | null =>
  /^[\x21-\x7e]+$/.test(text) && !text.includes('\\') ? URL.parse(text) : null;

/** Whether a plain HTTP URL stays on this machine. */
export const isOfThisMachine = ({ protocol, hostname }: URL): boolean => {
  const host = bareHost(hostname);
  return protocol === 'http:' && (host === 'localhost' || addressKind(host) === 'loopback');
};

const brokenRules = (text: string, url: URL, policy: AddressPolicy): UrlRule[] => {
  const rules: UrlRule[] = [];
  // The text is checked where the parser is tolerant: `https:host`, an empty `@` or `#`.
  const scheme = policy.allowLoopback && isOfThisMachine(url) ? 'http' : 'https';
  if (!new RegExp(`^${scheme}://[^/?#]`, 'i').test(text)) rules.push('https');
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) rules.push('no_user_info');
  if (text.includes('#')) rules.push('no_fragment');
  if (!isPublicHost(url.hostname, policy)) rules.push('public_host');
  return rules;
};

/** Names that are reserved or internal: RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`, and names of private networks. */
const insideSuffixes = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'home.arpa',
  'lan',
];

const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** @param hostname normalised by WHATWG URL, which writes decimal, octal and hexadecimal addresses in dotted form */
const isPublicHost = (hostname: string, policy: AddressPolicy): boolean => {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return isAllowed(host, policy);
  if (host === 'localhost') return policy.allowLoopback;
  return host.includes('.') && !insideSuffixes.some((suffix) => host.endsWith(`.${suffix}`));
};
