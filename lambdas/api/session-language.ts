import { optionalText, rule, text } from './fields.ts';

/** A tag as HTTP and HTML have it, well-formed by BCP 47: https://www.rfc-editor.org/rfc/rfc5646#section-2.1 */
const isLanguageTag = (value: string): boolean => {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
};

/** Language, script, region, variants, extensions and private use. */
const form =
  '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?' +
  '(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(?:-[A-WY-Za-wy-z0-9](?:-[A-Za-z0-9]{2,8})+)*' +
  '(?:-[Xx](?:-[A-Za-z0-9]{1,8})+)?$';

/** The language of the hosted pages of a session. They have some languages, and take the nearest. */
export const sessionLanguage = optionalText(
  // The length that RFC 5646, section 4.4.1, advises to allow for.
  text(2, 35).check(
    rule('format', 'must be a BCP 47 language tag, such as pt-BR', isLanguageTag, { schema: { pattern: form } }),
  ),
);
