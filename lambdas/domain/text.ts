/** Text that people typed: its length, normalisation and folding for searches. */

/** The length in Unicode code points, as the API counts. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** Whether a text may have so many characters at most once it is trimmed and normalised. It tells without a look at the text. */
export const mayFit = (text: string, characters: number): boolean => text.length <= 4 * characters;

export const isAtMost = (text: string, characters: number): boolean =>
  mayFit(text, characters) && lengthOf(text) <= characters;

/** The longest run of combining marks in Stream-Safe Text Format. https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format */
export const longestRun = 30;
const runTooLong = new RegExp(String.raw`\p{M}{${longestRun + 1}}`, 'u');

/** A text as short as this may have any run. */
const mostUnitsOfAnyRun = 256;

/** Whether normalising takes time in proportion to the length. It sorts each run of combining marks, which takes the square of the run. */
export const isStreamSafe = (text: string): boolean => text.length <= mostUnitsOfAnyRun || !runTooLong.test(text);

export const normalise = (text: string): string => text.trim().normalize('NFC');

const hasControl = /\p{Cc}/u;
export const hasControlCharacters = (text: string): boolean => hasControl.test(text);

/** Folds case and accents, so that `jose` finds `JOSÉ`: NFKD without combining marks. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ς/g, 'σ').normalize('NFC');

export const digitsOf = (text: string): string => fold(text).replace(/\D/g, '');
