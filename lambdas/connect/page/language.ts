/** The languages of the hosted pages. The first is that of a browser which accepts none of them. */
export const languages = ['en', 'pt', 'es', 'hi', 'id', 'ar'] as const;
export type Language = (typeof languages)[number];

interface Range {
  readonly tag: string;
  /** From 0, not acceptable, to 1. */
  readonly quality: number;
}

// https://www.rfc-editor.org/rfc/rfc9110#section-12.4.2
const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;
const rangeForm = /^(?:\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)$/i;

/** A range without a valid weight is skipped. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4 */
const rangeOf = (element: string): readonly Range[] => {
  const [tag = '', given, ...more] = element.split(';').map((part) => part.trim());
  if (!rangeForm.test(tag) || more.length > 0) return [];
  const quality = given === undefined ? '1' : weight.exec(given)?.[1];
  return quality === undefined ? [] : [{ tag: tag.toLowerCase(), quality: Number(quality) }];
};

/** Retired codes that old phones still send. https://www.iana.org/assignments/language-subtag-registry */
const replaced: ReadonlyMap<string, Language> = new Map([['in', 'id']]);

/** Shortens the tag until it is one of the languages. https://www.rfc-editor.org/rfc/rfc4647#section-3.4 */
const lookUp = (tag: string): Language | undefined => {
  const [primary = ''] = tag.toLowerCase().split('-');
  return languages.find((language) => language === primary) ?? replaced.get(primary);
};

const accepted = (header: string): Language | undefined => {
  const ranges = header.split(',').flatMap(rangeOf);
  // `en-GB;q=0` refuses one English only.
  const none = ranges.filter(({ tag, quality }) => quality === 0 && !tag.includes('-'));
  const refused = new Set(none.map(({ tag }) => lookUp(tag)));
  // Sorting keeps the order of equal weights.
  const wanted = ranges.filter(({ quality }) => quality > 0).toSorted((left, right) => right.quality - left.quality);
  const found = wanted.map(({ tag }) => lookUp(tag)).find((one) => one !== undefined && !refused.has(one));
  // `*` accepts whatever no other range refuses.
  return found ?? languages.find((language) => !refused.has(language));
};

/**
 * The language of a page.
 * @param wanted of the session, BCP 47. It wins if there are texts in it
 * @param acceptLanguage the header of the browser
 */
export const languageOf = (wanted: string | null, acceptLanguage: string | undefined): Language =>
  (wanted === null ? undefined : lookUp(wanted)) ?? accepted(acceptLanguage ?? '') ?? languages[0];
