import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../lambdas/kernel/json-object.ts';
import { annotations, type Alternative } from './alternatives.ts';

const least = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];
const most = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];

/** What is compared by its parts. */
const structural = ['type', 'const', 'enum', '$ref', 'anyOf', 'oneOf', 'properties', 'required', 'items'];
const elsewhere = new Set([...least, ...most, ...annotations, ...structural, 'additionalProperties']);

const numberAt = (schema: JsonObject, keyword: string, otherwise: number): number => {
  const value = schema[keyword];
  return typeof value === 'number' ? value : otherwise;
};

const sizeOf = (keyword: string, value: unknown): number => {
  if (keyword.endsWith('Length')) return typeof value === 'string' ? Array.from(value).length : 0;
  return typeof value === 'number' ? value : 0;
};

/** Whether a value that is counted up is within a limit of a schema. Formats are not checked. */
const isWithin = (value: unknown, keyword: string, limit: unknown): boolean => {
  if (typeof limit === 'number' && least.includes(keyword)) return sizeOf(keyword, value) >= limit;
  if (typeof limit === 'number' && most.includes(keyword)) return sizeOf(keyword, value) <= limit;
  if (keyword === 'pattern' && typeof limit === 'string') return new RegExp(limit, 'u').test(String(value));
  return true;
};

const isLimit = (schema: JsonObject, keyword: string): boolean =>
  schema[keyword] !== undefined && schema[keyword] !== false;

/**
 * The keywords by which the second alternative lacks values that the first one of the same type has. `values` stands
 * for `enum` and `const`. A keyword of which nothing is known has to be equal.
 */
export const narrowedKeywords = (from: Alternative, to: Alternative): readonly string[] => {
  if (to.values !== null) {
    const values = to.values;
    const hasAll = from.values?.every((value) => values.some((one) => isDeepStrictEqual(one, value))) ?? false;
    if (!hasAll) return ['values'];
  }
  const limits = Object.keys(to.schema).filter((keyword) => isLimit(to.schema, keyword));
  if (from.values !== null)
    return limits.filter((keyword) => from.values?.some((value) => !isWithin(value, keyword, to.schema[keyword])));
  return limits.filter((keyword) => {
    if (least.includes(keyword))
      return numberAt(from.schema, keyword, -Infinity) < numberAt(to.schema, keyword, -Infinity);
    if (most.includes(keyword))
      return numberAt(from.schema, keyword, Infinity) > numberAt(to.schema, keyword, Infinity);
    return !elsewhere.has(keyword) && !isDeepStrictEqual(from.schema[keyword], to.schema[keyword]);
  });
};

const texts = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

const without = (values: readonly unknown[], others: readonly unknown[]): readonly unknown[] =>
  values.filter((value) => !others.some((other) => isDeepStrictEqual(value, other)));

const keywordText = ({ type, schema, values }: Alternative, keyword: string): string => {
  if (keyword === 'values') return values === null ? `any ${type}` : texts(values);
  return isLimit(schema, keyword) ? `${keyword} ${JSON.stringify(schema[keyword])}` : `no ${keyword}`;
};

/** What a keyword was and is, for people. Of values that are counted up, only those that came or went. */
export const changeText = (was: Alternative, is: Alternative, keyword: string): readonly [string, string] => {
  if (keyword !== 'values' || was.values === null || is.values === null)
    return [keywordText(was, keyword), keywordText(is, keyword)];
  return [texts(without(was.values, is.values)) || 'absent', texts(without(is.values, was.values)) || 'gone'];
};
