/** Text that people typed: its length, normalisation and folding for searches. */

/** The length in Unicode code points, as the API counts. */
export const lengthOf = (text: string): number => Array.from(text).length;

export const normalise = (text: string): string => text.trim().normalize('NFC');

const hasControl = /\p{Cc}/u;
export const hasControlCharacters = (text: string): boolean => hasControl.test(text);

/** Folds case and accents, so that `jose` finds `JOSÉ`: NFKD without combining marks. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ς/g, 'σ').normalize('NFC');

export const digitsOf = (text: string): string => fold(text).replace(/\D/g, '');
