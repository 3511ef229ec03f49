import { createHash } from 'node:crypto';

/**
 * A time, an id, a number of a time, a partner key's id, or a text that is long enough to be random. The id of a key is
 * recognized by its place: its 13 digits of base62 may have no lower-case letter.
 */
const tokens =
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![\w.+/=-])1\d{9}(?:\d{3})?(?![\w.-])|(?<=KEY#|key_id\\?":\\?")[0-9A-Za-z]{13}(?!\w)|(?=[\w+/=-]*\d)[\w+/=-]{18,}|(?=[\w+/=-]*[A-Z])(?=[\w+/=-]*[a-z])[\w+/=-]{22,}|(?=\w*[A-Z])(?=\w*[a-z])\w{11,}/g;

const isTime = (token: string): boolean => /^\d{4}-\d\d-\d\dT/.test(token) || /^\d{10}(?:\d{3})?$/.test(token);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

const rounds = 3;

/**
 * Texts in which values that differ in each run are replaced: a time by a placeholder, an id by its place among the ids.
 * Ids are distinguished by the texts that contain them, and by the ids beside them.
 * @param known the state before the runs, which is the same in both
 */
export const normalForm = (documents: readonly string[], known: string): readonly string[] => {
  const names = new Map<string, string>();
  const isNew = (token: string): boolean => !known.includes(token);
  const render = (document: string, self?: string): string =>
    document.replaceAll(tokens, (token) => {
      if (!isNew(token)) return token;
      if (isTime(token)) return '<time>';
      return token === self ? '<self>' : `<${names.get(token) ?? 'new'}>`;
    });
  const places = new Map<string, string[]>();
  for (const document of documents) {
    for (const token of new Set(document.match(tokens) ?? [])) {
      if (isNew(token) && !isTime(token)) places.set(token, [...(places.get(token) ?? []), document]);
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    const next = Array.from(places, ([token, texts]): [string, string] => {
      const seen = texts.map((text) => render(text, token)).sort();
      return [token, digest(seen.join('\n'))];
    });
    for (const [token, name] of next) names.set(token, name);
  }
  return documents.map((document) => render(document)).sort();
};

const without = (left: readonly string[], right: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const text of right) counts.set(text, (counts.get(text) ?? 0) + 1);
  return left.filter((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
};

const nameless = (text: string): string => text.replaceAll(/<[0-9a-f]{8}>/g, '<new>');

/** The texts that are in one and not in the other. When texts differ in more than ids, differences only in ids are left out. */
export const differencesOf = (wanted: readonly string[], found: readonly string[]): readonly string[] => {
  const said = (left: readonly string[], right: readonly string[]): readonly string[] => [
    ...without(left, right).map((text) => `lost: ${text}`),
    ...without(right, left).map((text) => `unexpected: ${text}`),
  ];
  const plain = said(wanted.map(nameless), found.map(nameless));
  return plain.length > 0 ? plain : said(wanted, found);
};
