/** The parts of an endpoint's address that nobody can guess. */

/** The fewest characters of base64url, or of letters and digits, that hold 122 bits, as a UUID of version 4 does. */
export const shortestSecretPart = 21;

const uuid = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-z])/i;

/** The most frequent pairs of letters of English words. */
const usualPairs = new Set(
  (
    'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ' +
    'ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol'
  ).split(' '),
);

/** Of letters; or a date. */
const wordAt = /[A-Z]?[a-z]{2,}|[A-Z]{3,}(?![a-z])|[0-9]{4,}/g;
const tokenAt = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[-_]/g;
const pairAt = /(?=([A-Za-z][a-z]|[A-Z]{2}))/g;

/** How much a text looks like names in a row, such as `ProductionWebhookV2`: about 1.6 of names, and -0.7 of random characters. */
const wordiness = (text: string): number => {
  const inWords = (text.match(wordAt) ?? []).filter((word) => /[aeiouy0-9]/i.test(word)).join('').length;
  const tokens = (text.match(tokenAt) ?? []).length;
  const pairs = Array.from(text.matchAll(pairAt), ([, pair = '']) => pair.toLowerCase());
  const usual = pairs.filter((pair) => usualPairs.has(pair)).length;
  return (inWords - 2 * tokens) / text.length + (2 * usual) / (text.length - 1);
};
const mostWordiness = 0.8;

const count = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

/** Whether a text is long enough and random, as far as its form shows. */
const isRandom = (text: string): boolean => {
  if (new Set(text).size < 8) return false;
  if (/^[0-9a-f]{32,}$/i.test(text)) return /[a-f]/i.test(text);
  // Digits at a few places are of a version or a date.
  if (/^([0-9a-z]{25,}|[0-9A-Z]{25,})$/.test(text)) return count(text, /\d+/g) >= 4 && wordiness(text) < mostWordiness;
  const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text);
  if (text.length < shortestSecretPart || !isMixed) return false;
  // Names have more marks between them than base64url has.
  return wordiness(text) < mostWordiness - (5 * count(text, /[-_]/g)) / text.length;
};

/** What is between other marks, and between the marks of base64url. */
const isUnguessable = (part: string): boolean => uuid.test(part) || [part, ...part.split(/[-_]/)].some(isRandom);

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
