import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../lambdas/kernel/json-object.ts';
import { alternativesOf, listOf, matched, propertiesOf, titleOf, type Alternative, type Side } from './alternatives.ts';
import type { Difference, Direction } from './difference.ts';
import { changeText, narrowedKeywords } from './narrowed.ts';

export interface SchemaDifference extends Pick<Difference, 'was' | 'is' | 'breaks'> {
  /** The nearest component around it that both documents have under one name; null: none. */
  readonly component: string | null;
  /** From that component on, or from the root: `list[].inner`. Empty: the component or the root itself. */
  readonly path: string;
}

interface Place extends Pick<SchemaDifference, 'component' | 'path'> {
  /** The pairs of components around it, so that one within itself is compared once. */
  readonly within: readonly string[];
}

/** The two sides of a place. */
interface Sides {
  readonly was: Side;
  readonly is: Side;
}

const why = {
  request: {
    fewer: 'a call that was right is refused',
    gone: 'a call that has it is refused, or it has no effect',
    required: 'a call without it is refused',
    default: 'a call without it acts otherwise',
  },
  response: {
    more: 'a program may get what could not come before',
    gone: 'a program that reads it finds nothing',
    optional: 'a program that relies on it may find nothing',
  },
} as const;

const below = (place: Place, name: string): Place => ({
  ...place,
  path: place.path === '' || name === '[]' ? `${place.path}${name}` : `${place.path}.${name}`,
});

const hasAny = (alternatives: readonly Alternative[]): boolean => alternatives.some(({ type }) => type === 'any');

/** Compares two schemas whose values are given in one direction. */
class Comparison {
  readonly #direction: Direction;
  readonly #isRequest: boolean;
  readonly found: SchemaDifference[] = [];

  constructor(direction: Direction) {
    this.#direction = direction;
    this.#isRequest = direction === 'request';
  }

  #add({ component, path }: Place, was: string, is: string, breaks: string | null): void {
    this.found.push({ component, path, was, is, breaks });
  }

  compare({ was, is }: Sides, place: Place): void {
    const [before, after] = [alternativesOf(was), alternativesOf(is)];
    const { pairs, gone, added } = matched(before, after);
    for (const one of gone) {
      const isFewer = this.#isRequest && !hasAny(after);
      this.#add(place, titleOf(one), 'gone', isFewer ? why.request.fewer : null);
    }
    for (const one of added) {
      const isMore = !this.#isRequest && !hasAny(before);
      this.#add(place, 'absent', titleOf(one), isMore ? why.response.more : null);
    }
    for (const [one, other] of pairs) this.#alternative(one, other, { was, is }, place);
  }

  #alternative(was: Alternative, is: Alternative, sides: Sides, around: Place): void {
    const { component } = was;
    const pair = `${component} ${is.component}`;
    if (around.within.includes(pair)) return;
    const within = component === null || is.component === null ? around.within : [...around.within, pair];
    const place =
      component !== null && component === is.component ? { component, path: '', within } : { ...around, within };
    if (was.type !== is.type) this.#type(was, is, place);
    if (was.type !== is.type && [was.type, is.type].includes('any')) return;
    this.#limits(was, is, place);
    this.#fields(was.schema, is.schema, sides, place);
    this.#further(was.schema, is.schema, sides, place);
    this.#default(was.schema, is.schema, place);
    if (was.schema['items'] !== undefined || is.schema['items'] !== undefined)
      this.#inner(was.schema['items'], is.schema['items'], sides, below(place, '[]'));
  }

  /** Of `any` and a type, or of `number` and `integer`. */
  #type(was: Alternative, is: Alternative, place: Place): void {
    const isNarrower = was.type === 'any' || (is.type === 'integer' && was.type === 'number');
    const breaks = this.#isRequest ? why.request.fewer : why.response.more;
    this.#add(place, was.type, is.type, isNarrower === this.#isRequest ? breaks : null);
  }

  #limits(was: Alternative, is: Alternative, place: Place): void {
    const [fewer, more] = [narrowedKeywords(was, is), narrowedKeywords(is, was)];
    const breaks = this.#isRequest ? why.request.fewer : why.response.more;
    const breaking = this.#isRequest ? fewer : more;
    for (const keyword of new Set([...fewer, ...more]))
      this.#add(place, ...changeText(was, is, keyword), breaking.includes(keyword) ? breaks : null);
  }

  #inner(was: unknown, is: unknown, sides: Sides, place: Place): void {
    const [before, after] = [
      { ...sides.was, schema: was },
      { ...sides.is, schema: is },
    ];
    this.compare({ was: before, is: after }, place);
  }

  #fields(was: JsonObject, is: JsonObject, sides: Sides, place: Place): void {
    const [before, after] = [propertiesOf(was), propertiesOf(is)];
    const [needed, needs] = [listOf(was['required']), listOf(is['required'])];
    for (const name of new Set([...Object.keys(before), ...Object.keys(after), ...[...needed, ...needs].map(String)])) {
      const at = below(place, name);
      const [wasNeeded, isNeeded] = [needed.includes(name), needs.includes(name)];
      if (before[name] !== undefined && after[name] === undefined) {
        this.#add(at, 'present', 'gone', why[this.#direction].gone);
        continue;
      }
      const isNew = before[name] === undefined && after[name] !== undefined;
      if (isNew && !wasNeeded) this.#new(isNeeded, at);
      else this.#required(wasNeeded, isNeeded, at);
      // In a record, it was there before, with the type of all.
      const type = isNew && isJsonObject(was['additionalProperties']) ? was['additionalProperties'] : before[name];
      if (type !== undefined) this.#inner(type, after[name], sides, at);
    }
  }

  #new(isNeeded: boolean, place: Place): void {
    const must = isNeeded && this.#isRequest;
    this.#add(place, 'absent', must ? 'required' : 'present', must ? why.request.required : null);
  }

  #required(was: boolean, is: boolean, place: Place): void {
    if (was === is) return;
    const breaks = is ? this.#isRequest && why.request.required : !this.#isRequest && why.response.optional;
    const [before, after] = is ? ['optional', 'required'] : ['required', 'optional'];
    this.#add(place, before, after, breaks === false ? null : breaks);
  }

  /** Fields that are not listed. Answers are open: whatever is not listed may come at any time. */
  #further(was: JsonObject, is: JsonObject, sides: Sides, place: Place): void {
    const [before, after] = [was['additionalProperties'] ?? true, is['additionalProperties'] ?? true];
    if (isJsonObject(before) && isJsonObject(after)) {
      this.#inner(before, after, sides, below(place, '*'));
      return;
    }
    const rank = (value: unknown): number => (isJsonObject(value) ? 1 : value === false ? 0 : 2);
    if (rank(before) === rank(after)) return;
    const words = ['no further field', 'further fields of a type', 'any further field'] as const;
    const isFewer = this.#isRequest && rank(after) < rank(before);
    const isMore = !this.#isRequest && rank(before) === 1 && rank(after) === 2;
    const breaks = isFewer ? why.request.fewer : isMore ? why.response.more : null;
    this.#add(place, words[rank(before)] ?? '', words[rank(after)] ?? '', breaks);
  }

  #default({ default: was }: JsonObject, { default: is }: JsonObject, place: Place): void {
    if (!this.#isRequest || was === undefined || isDeepStrictEqual(was, is)) return;
    this.#add(place, `default ${JSON.stringify(was)}`, `default ${JSON.stringify(is)}`, why.request.default);
  }
}

/** What differs between two schemas, with its place and whom it breaks. */
export const schemaDifferences = (was: Side, is: Side, direction: Direction): readonly SchemaDifference[] => {
  const comparison = new Comparison(direction);
  comparison.compare({ was, is }, { component: null, path: '', within: [] });
  return comparison.found;
};
