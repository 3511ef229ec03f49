import { invalid, shownPath, type ServiceError } from '../kernel/errors.ts';

const maxDepth = 32;

/** Where a value stands: in another value, under a name or at an index. The text is made only for an error. */
interface Place {
  readonly within: Place | null;
  readonly name: string | number;
}

/** As in `metadata.tags[2]`; empty for the body itself. */
const pathOf = (place: Place | null): string => {
  const names: (string | number)[] = [];
  for (let at = place; at !== null; at = at.within) names.unshift(at.name);
  return shownPath(
    names.reduce<string>((path, name) => {
      if (typeof name === 'number') return `${path}[${name}]`;
      return path === '' ? name : `${path}.${name}`;
    }, ''),
  );
};

/** The rule that a text breaks, and the end of a sentence; no text may contain null bytes or lone surrogates. */
const brokenBy = (text: string): string | null => {
  if (text.includes('\0')) return 'must not contain a null byte';
  return text.isWellFormed() ? null : 'must be well-formed Unicode, without lone surrogates';
};

/** @throws ServiceError validation_failed */
export const checkText = (text: string, path: string): void => {
  const must = brokenBy(text);
  if (must !== null) throw invalid(path, 'text', `${path} ${must}`);
};

const refused = (place: Place | null, rule: string, must: string): ServiceError => {
  const path = pathOf(place);
  return invalid(path, rule, `${path} ${must}`);
};

const checkName = (name: string, place: Place | null): void => {
  if (brokenBy(name) === null) return;
  const path = pathOf(place);
  checkText(name, `a name in ${path === '' ? 'the body' : path}`);
};

const checkNumber = (value: number, place: Place | null): void => {
  // JSON.parse reads 1e999 as Infinity, which JSON cannot encode.
  if (!Number.isFinite(value)) throw refused(place, 'number', 'must be a finite number');
  // Other programs read or write a larger integer as another one: https://www.rfc-editor.org/rfc/rfc8259#section-6
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw refused(
      place,
      'safe_integer',
      'must be within ±(2^53 - 1), because a number of JSON keeps no more digits: write it as a text, in quotes',
    );
};

const check = (value: unknown, place: Place | null, depth: number): void => {
  if (typeof value === 'string') {
    const must = brokenBy(value);
    if (must !== null) throw refused(place, 'text', must);
  }
  if (typeof value === 'number') checkNumber(value, place);
  if (typeof value !== 'object' || value === null) return;
  if (depth === maxDepth) throw refused(place, 'depth', `must not be nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    value.forEach((inner, index) => {
      check(inner, { within: place, name: index }, depth + 1);
    });
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    checkName(name, place);
    check(inner, { within: place, name }, depth + 1);
  }
};

/**
 * The rules that every value of a call obeys, whichever interface takes it.
 * @param path in the body, such as `metadata.tags`; empty for the body itself
 * @param depth of the value in the body
 * @throws ServiceError validation_failed
 */
export const checkValue = (value: unknown, path: string, depth: number): void => {
  check(value, path === '' ? null : { within: null, name: path }, depth);
};
