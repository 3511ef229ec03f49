import { createHash } from 'node:crypto';

/** A text or a number of JSON. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

const isBeyond = (given: string): boolean => /^-?\d{16,}$/.test(given) && !Number.isSafeInteger(Number(given));

/** Parses JSON whose ids may be beyond the safe integers: they become texts. A reviver would meet a deep value with a call for each level. */
const parse = (text: string, mark: string): unknown => {
  try {
    return JSON.parse(text.replaceAll(token, (given) => (isBeyond(given) ? `"${mark}${given}"` : given)));
  } catch {
    // The parser's own error quotes the body, which may be a message of an end customer.
    throw new Error('the body is not JSON');
  }
};

/** @throws Error when the text is not JSON */
export const parseExactly = (text: string): unknown => parse(text, '');

/** A body, and the JSON of its parts with all digits of its numbers. */
export interface Rewritable {
  readonly body: unknown;
  readonly write: (part: unknown) => string;
}

/** Parses JSON whose parts are written again. @throws Error when the text is not JSON */
export const parseToWrite = (text: string): Rewritable => {
  // No text within a text has the text's digest.
  const mark = `${createHash('sha256').update(text).digest('hex')} `;
  const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g');
  return { body: parse(text, mark), write: (part) => JSON.stringify(part).replaceAll(marked, '$1') };
};
