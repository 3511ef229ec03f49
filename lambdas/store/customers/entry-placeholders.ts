import { isoOf, type Milliseconds } from '../../kernel/time.ts';

/** Ids, and times with milliseconds, stand in the JSON of an entry as control characters. JSON has no other control characters. */

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y;
const idLength = 36;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/y;
const timeLength = 24;
/** Characters before the first dash. */
const idHead = 8;
const timeHead = 4;

/** So many distinct ids, and as many times, are taken out. Their numbers take one byte. */
const mostValues = 15;

/** A control character. */
const placeholder = /[^ -\uffff]/g;

export interface TakenOut {
  readonly text: string;
  readonly ids: readonly string[];
  readonly times: readonly Milliseconds[];
}

/** The place of the value among those that are taken out; null when there is no room for it. */
const placeOf = <T>(values: T[], value: T): number | null => {
  const known = values.indexOf(value);
  if (known !== -1) return known;
  return values.length === mostValues ? null : values.push(value) - 1;
};

/** Only a time that reads as it was written is taken out: the text of a partner may name the 30th of February. */
const placeOfTime = (times: Milliseconds[], text: string): number | null => {
  const parsed = Date.parse(text);
  return parsed >= 0 && isoOf(parsed) === text ? placeOf(times, parsed) : null;
};

const isAt = (pattern: RegExp, text: string, from: number): boolean => {
  pattern.lastIndex = from;
  return pattern.test(text);
};

/** Both have dashes, so only what is around a dash is compared: a pattern that is tried at each character takes ten times as long. */
export const takeOut = (json: string): TakenOut => {
  const ids: string[] = [];
  const times: Milliseconds[] = [];
  let text = '';
  let done = 0;
  for (let dash = json.indexOf('-'); dash !== -1; dash = json.indexOf('-', Math.max(dash + 1, done))) {
    const isId = dash - idHead >= done && isAt(id, json, dash - idHead);
    if (!isId && (dash - timeHead < done || !isAt(time, json, dash - timeHead))) continue;
    const from = dash - (isId ? idHead : timeHead);
    const end = from + (isId ? idLength : timeLength);
    const found = json.slice(from, end);
    const place = isId ? placeOf(ids, found) : placeOfTime(times, found);
    const stands = place === null ? found : String.fromCharCode(place + (isId ? 1 : 1 + mostValues));
    text += json.slice(done, from) + stands;
    done = end;
  }
  return { text: text + json.slice(done), ids, times };
};

export const putBack = ({ text, ids, times }: TakenOut): string => {
  const values = [...ids, ...Array.from({ length: mostValues - ids.length }, () => ''), ...times.map(isoOf)];
  return text.replace(placeholder, (character) => values[character.charCodeAt(0) - 1] ?? '');
};
