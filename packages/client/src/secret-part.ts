/** The secret parts of an endpoint's address. */

/** The fewest hexadecimal digits of such a part: 128 bits. */
export const shortestSecretPart = 32;

/** What to put into an address, for errors. Names can look like base64url or letters and digits, and never like these two. */
const secretPartRule = '32 hexadecimal digits in a row, which `openssl rand -hex 16` makes, or a UUID of version 4';

const forms = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f]{32,}/gi;

const pairAt = /(?=(..))/g;

/** Not repeated, counted up, or made of dates and words. Of 100,000 random values, two are refused. */
const isRandom = (value: string): boolean => {
  const digits = value.replaceAll('-', '').toLowerCase();
  const pairs = Array.from(digits.matchAll(pairAt), ([, pair = '']) => pair);
  const changes = pairs.filter((pair) => /\d[a-f]|[a-f]\d/.test(pair)).length;
  return new Set(pairs).size >= 20 && changes >= 3;
};

const isUnguessable = (part: string): boolean => (part.match(forms) ?? []).some(isRandom);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The parts of the path and the query of an address: a whole URL, or path and query. None when it is malformed. */
export const partsOf = (url: string): readonly string[] => {
  if (!URL.canParse(url, 'https://endpoint.invalid')) return [];
  const { pathname, search } = new URL(url, 'https://endpoint.invalid');
  return decoded(pathname + search).match(/[\w-]+/g) ?? [];
};

export const secretPartsOf = (url: string): readonly string[] => partsOf(url).filter(isUnguessable);

/** @throws TypeError when there is none */
export const requiredSecretParts = (webhookUrl: string): readonly string[] => {
  const secrets = secretPartsOf(webhookUrl);
  if (secrets.length > 0) return secrets;
  throw new TypeError(`webhookUrl must have a secret part: ${secretPartRule}`);
};
