import { optionalText, rule, text } from './fields.ts';

/** A tag as HTTP and HTML have it, well-formed by BCP 47: https://www.rfc-editor.org/rfc/rfc5646#section-2.1 */
const isLanguageTag = (value: string): boolean => {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
};

/** The language of the hosted pages of a session. They have some languages, and take the nearest. */
export const sessionLanguage = optionalText(
  // The length that RFC 5646, section 4.4.1, advises to allow for.
  text(2, 35).check(rule('format', 'must be a BCP 47 language tag, such as pt-BR', isLanguageTag)),
);
