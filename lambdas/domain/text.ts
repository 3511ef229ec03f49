/** Text as people type it: measured, normalised and folded for searching. */

/** Length in Unicode code points, which is what the interface counts. */
export const lengthOf = (text: string): number => Array.from(text).length;

export const normalise = (text: string): string => text.trim().normalize('NFC');

const hasControl = /\p{Cc}/u;
export const hasControlCharacters = (text: string): boolean => hasControl.test(text);

/** Case and accents folded, so that `JOSÉ` is found by `jose`: NFKD without its combining marks. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ς/g, 'σ').normalize('NFC');

export const digitsOf = (text: string): string => fold(text).replace(/\D/g, '');
