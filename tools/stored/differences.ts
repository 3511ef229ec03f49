import { isDeepStrictEqual } from 'node:util';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

/** Where an answer differs from the earlier one. A field that the earlier one did not have is no difference. */
export const differences = (before: unknown, now: unknown, place = 'body'): readonly string[] => {
  if (isObject(before) && isObject(now)) {
    return Object.entries(before).flatMap(([name, value]) => differences(value, now[name], `${place}.${name}`));
  }
  if (Array.isArray(before) && Array.isArray(now) && before.length === now.length) {
    return before.flatMap((value, index) => differences(value, now[index], `${place}[${index}]`));
  }
  return isDeepStrictEqual(before, now) ? [] : [`${place} was ${shown(before)}, is ${shown(now)}`];
};
