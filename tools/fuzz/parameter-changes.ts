import { bodyText, type Draft, type Pair } from './draft.ts';
import type { Change, Surroundings } from './change.ts';
import type { Dice } from './dice.ts';
import { hostileJson, hostileNames, hostileTexts } from './hostile-values.ts';
import { parametersOf, typesOf, type ParameterSchema } from './parameter-schema.ts';
import { namedBy } from './plausible.ts';

const alphabets = ['a', 'ä', 'e\u0301', '漢', '𝒳', '👍🏽', '\u0344'] as const;

/** A text just inside or just outside the bounds. */
const boundaryText = (schema: ParameterSchema, dice: Dice): string => {
  const bounds = [schema.minLength ?? 1, schema.maxLength ?? 200, 320, 512, 1_024];
  const length = Math.max(0, (dice.any(bounds) ?? 0) + dice.int(3) - 1);
  return Array.from(dice.pick(alphabets).repeat(length)).slice(0, length).join('');
};

const readSchemaOf = (draft: Draft, name: string): ParameterSchema =>
  parametersOf(draft.route).find((parameter) => parameter.name === name)?.read ?? {};

const hostileText = (draft: Draft, name: string, { foreign }: Surroundings, dice: Dice): string => {
  const named = namedBy(name);
  const others = named === undefined ? undefined : dice.any(foreign[named]);
  if (others !== undefined && dice.chance(0.4)) return others;
  return dice.chance(0.4) ? boundaryText(readSchemaOf(draft, name), dice) : dice.pick(hostileTexts);
};

const atRandom = (pairs: readonly Pair[], dice: Dice): number => dice.int(pairs.length);

const withPair = (pairs: readonly Pair[], index: number, pair: Pair): readonly Pair[] => pairs.with(index, pair);

/** Sets one parameter to a hostile text. */
const hostileTextChange: Change = (draft, surroundings, dice) => {
  const { body, query } = draft;
  if (body !== null && body.length > 0 && (query.length === 0 || dice.chance(0.8))) {
    const index = atRandom(body, dice);
    const name = body[index]?.[0] ?? '';
    const value = JSON.stringify(hostileText(draft, name, surroundings, dice));
    return { ...draft, body: withPair(body, index, [name, value]) };
  }
  if (query.length === 0) return draft;
  const index = atRandom(query, dice);
  const name = query[index]?.[0] ?? '';
  return { ...draft, query: withPair(query, index, [name, hostileText(draft, name, surroundings, dice)]) };
};

const typeOf = (json: string): string => {
  const value: unknown = JSON.parse(json);
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
};

const isTyped = (schema: ParameterSchema, json: string): boolean => {
  const types = typesOf(schema);
  const type = typeOf(json);
  return types.size === 0 || types.has(type) || (type === 'number' && types.has('integer'));
};

/** What is nested deeper is refused for that. */
const deepest = 40;

/** Integers of more digits are refused, wherever they are in a body. */
const hasLargeInteger = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null || depth === deepest) return false;
  return Object.values(value).some((inner) => hasLargeInteger(inner, depth + 1));
};

/** Sets one parameter of the body to any JSON. A value of a wrong type must be refused, and a large integer. */
const hostileJsonChange: Change = (draft, _surroundings, dice) => {
  const { body, route } = draft;
  if (body === null || body.length === 0) return draft;
  const index = atRandom(body, dice);
  const name = body[index]?.[0] ?? '';
  const json = dice.pick(hostileJson);
  const parameter = parametersOf(route).find((one) => one.name === name);
  const isWrong =
    hasLargeInteger(JSON.parse(json)) ||
    name === 'route' ||
    (parameter !== undefined && !isTyped(parameter.given, json));
  const wasLast = body.findLastIndex(([other]) => other === name) === index;
  return {
    ...draft,
    body: withPair(body, index, [name, json]),
    mustBeRefused: draft.mustBeRefused || (isWrong && wasLast),
  };
};

/** Adds a parameter that belongs to another route, or that is unknown. */
const strangerChange: Change = (draft, { foreign }, dice) => {
  const name = dice.pick(hostileNames);
  const own = dice.any(foreign.partner_id) ?? '';
  const text = name === 'partner_id' ? own : dice.pick(hostileTexts);
  if (draft.body === null || dice.chance(0.4)) return { ...draft, query: [...draft.query, [name, text]] };
  const json = dice.chance(0.5) ? JSON.stringify(text) : dice.pick(hostileJson);
  return { ...draft, body: [...draft.body, [name, json]] };
};

/** Repeats a parameter of the route. */
const twiceChange: Change = (draft, surroundings, dice) => {
  const { body, query } = draft;
  const again = dice.any(body ?? []);
  if (body !== null && again !== undefined && dice.chance(0.5)) {
    const value = JSON.stringify(hostileText(draft, again[0], surroundings, dice));
    return { ...draft, body: dice.chance(0.5) ? [...body, [again[0], value]] : [[again[0], value], ...body] };
  }
  const asked = dice.any(query) ?? again;
  return asked === undefined ? draft : { ...draft, query: [...query, [asked[0], asked[1].replaceAll('"', '')]] };
};

const goneChange: Change = (draft, _surroundings, dice) => {
  if (draft.body !== null && draft.body.length > 0 && (draft.query.length === 0 || dice.chance(0.7))) {
    return { ...draft, body: draft.body.toSpliced(atRandom(draft.body, dice), 1) };
  }
  return { ...draft, query: draft.query.toSpliced(atRandom(draft.query, dice), 1) };
};

/** Sends a query that no library would write. */
const rawQueryChange: Change = (draft, _surroundings, dice) => {
  const written = draft.query.map(
    ([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${value.toWellFormed()}`,
  );
  const tail = dice.pick([
    '&',
    '&&=&',
    '%',
    '%zz',
    '%ff%fe',
    '&a=%00',
    '&=x',
    '&page',
    '&page=1&page=2',
    '&page=1;a=2',
    '+',
    '#x',
    '?route=x',
    '&%70age=1',
    `&a=${'b'.repeat(9_000)}`,
    '&ä=ö',
    '&a[]=1&a[]=2',
  ]);
  return { ...draft, rawQuery: dice.chance(0.5) ? written.join('&') + tail : tail + written.join('&') };
};

/** Enlarges the body to about the allowed size. */
const bigChange: Change = (draft, _surroundings, dice) => {
  if (draft.body === null) return draft;
  const wanted = dice.pick([256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 1_000_000, 5_900_000]);
  const room = Math.max(0, wanted - Buffer.byteLength(bodyText([...draft.body, ['big', '""']])));
  return { ...draft, body: [...draft.body, ['big', JSON.stringify('b'.repeat(room))]] };
};

/** Gives a selector in the query as well: the same value, a UUID in upper case, or another value. */
const bothChange: Change = (draft, surroundings, dice) => {
  const names = new Set(draft.route.operation.selectors);
  const given = dice.any((draft.body ?? []).filter(([name]) => names.has(name)));
  if (given === undefined || draft.query.some(([name]) => name === given[0])) return draft;
  const [name, json] = given;
  const value: unknown = JSON.parse(json);
  const text = typeof value === 'string' ? value : json;
  const other = hostileText(draft, name, surroundings, dice);
  return { ...draft, query: [...draft.query, [name, dice.pick([text, text.toUpperCase(), ` ${text} `, other])]] };
};

export const parameterChanges: Readonly<Record<string, Change>> = {
  'hostile text': hostileTextChange,
  'another hostile text': hostileTextChange,
  'hostile JSON': hostileJsonChange,
  'a strange parameter': strangerChange,
  'a parameter twice': twiceChange,
  'a selector in both places': bothChange,
  'a parameter gone': goneChange,
  'a raw query': rawQueryChange,
  'a big body': bigChange,
};
