import { invalid } from '../kernel/errors.ts';

const maxDepth = 32;

/** No text may contain null bytes or lone surrogates. */
export const checkText = (text: string, path: string): void => {
  if (text.includes('\0')) throw invalid(path, 'text', `${path} must not contain a null byte`);
  if (!text.isWellFormed()) throw invalid(path, 'text', `${path} must be well-formed Unicode, without lone surrogates`);
};

/**
 * The rules that every value of a call obeys, whichever interface takes it.
 * @param path in the body, such as `metadata.tags[2]`; empty for the body itself
 * @param depth of the value in the body
 * @throws ServiceError validation_failed
 */
export const checkValue = (value: unknown, path: string, depth: number): void => {
  if (typeof value === 'string') checkText(value, path);
  // JSON.parse reads 1e999 as Infinity, which JSON cannot encode.
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalid(path, 'number', `${path} must be a finite number`);
  // Other programs read or write a larger integer as another one: https://www.rfc-editor.org/rfc/rfc8259#section-6
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw invalid(
      path,
      'safe_integer',
      `${path} must be within ±(2^53 - 1), because a number of JSON keeps no more digits: write it as a text, in quotes`,
    );
  if (typeof value !== 'object' || value === null) return;
  if (depth === maxDepth) throw invalid(path, 'depth', `${path} must not be nested deeper than ${maxDepth} levels`);
  for (const [name, inner] of Object.entries(value)) {
    if (Array.isArray(value)) {
      checkValue(inner, `${path}[${name}]`, depth + 1);
    } else {
      checkText(name, `a name in ${path === '' ? 'the body' : path}`);
      checkValue(inner, path === '' ? name : `${path}.${name}`, depth + 1);
    }
  }
};
