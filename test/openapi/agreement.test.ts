/** Whether the description and the service agree about each call: it says which calls are refused for their form. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { explain } from '../../lambdas/api/problems.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { isJsonObject, type JsonObject } from '../../lambdas/kernel/json-object.ts';
import { loadedRoutes, type LoadedRoute } from '../../tools/openapi/loaded-routes.ts';
import { inputSchema } from '../../tools/openapi/json-schema.ts';
import { requestName, requestSchemas } from '../../tools/openapi/requests.ts';
import { parametersBy, validatorOf } from './agreement.ts';

/** Rules that a schema can't state, by the fields that have them; null: all. */
const unstated: readonly (readonly [rule: string, fields: RegExp | null, why: string])[] = [
  ['maximum', /^metadata$/, 'the size is in bytes as JSON'],
  ['max_length', /_url$/, 'the URL is measured as the platform receives it, too, with its characters escaped'],
  ['format', /^language$/, 'no subtag stands twice, and some extensions have a grammar of their own'],
  ['format', /_url$/, 'a host is checked as browsers do: ports, addresses and internationalised names'],
  ['combining_marks', null, 'the marks are a class of Unicode, which not all regular expressions know'],
  ['range', /^date_from$/, 'the order of two fields'],
  ['time_zone', null, 'which names are in the database of time zones'],
  ['status_id', /^id$/, "a status object of the platform needs its id only when the report has no id of the service's"],
  ['quiet', null, 'that quiet hours end at another time than they start'],
];

interface Case {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isQuery: boolean;
  /** The rules that the parameters break, without those that are unstated. */
  readonly broken: (parameters: JsonObject) => readonly string[] | 'unstated';
}

const now = Date.UTC(2026, 1, 3);
const schemas = requestSchemas(loadedRoutes, new Map());

const isUnstated = (path: unknown, rule: unknown): boolean =>
  unstated.some(([name, fields]) => name === rule && (fields === null || fields.test(String(path))));

const rulesIn = (error: unknown): readonly string[] | 'unstated' => {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code !== 'validation_failed') return [];
  const problems = Array.isArray(error.details) ? error.details.filter(isJsonObject) : [];
  const stated = problems.filter(({ path, rule }) => !isUnstated(path, rule));
  return stated.length === 0 ? 'unstated' : stated.map(({ path, rule }) => `${String(path)} ${String(rule)}`);
};

const routeCase = (row: LoadedRoute): Case => {
  const { input, check, entries = {} } = row.operation;
  const published: JsonObject = { ...schemas[requestName(row)] };
  const ownNames = Object.keys(inputSchema(input, requestName(row)).properties ?? {});
  const { properties, required, ...rest } = published;
  const own = Object.entries(isJsonObject(properties) ? properties : {})
    .filter(([name]) => name !== 'route' && ownNames.includes(name))
    // Entries are judged one by one.
    .map(([name, its]) => [name, name in entries && isJsonObject(its) ? { ...its, items: {} } : its]);
  return {
    name: row.route,
    schema: {
      ...rest,
      properties: Object.fromEntries(own),
      required: Array.isArray(required) ? required.filter((name) => name !== 'route') : [],
    },
    isQuery: row.methods.includes('GET'),
    broken: (parameters) => {
      const { data, error } = input.safeParse(parameters, { reportInput: true });
      if (error !== undefined) return rulesIn(explain(error));
      try {
        check?.(data, now);
        return [];
      } catch (refusal) {
        return rulesIn(refusal);
      }
    },
  };
};

const entryCases = (row: LoadedRoute): readonly Case[] =>
  Object.entries(row.operation.entries ?? {}).map(([name, entry]) => ({
    name: `${row.route} ${name}[]`,
    schema: { ...inputSchema(entry, requestName(row)) },
    isQuery: false,
    broken: (value) => {
      const { error } = entry.safeParse(value, { reportInput: true });
      return error === undefined ? [] : rulesIn(explain(error));
    },
  }));

const cases = loadedRoutes.flatMap((row) => [routeCase(row), ...entryCases(row)]);

const has = (schema: unknown, type: string): boolean => {
  const types = isJsonObject(schema) ? [schema['type']].flat() : [];
  return types.includes(type);
};

const propertiesOf = ({ properties }: JsonObject): JsonObject => (isJsonObject(properties) ? properties : {});

const mapped = (value: JsonObject, change: (one: unknown, name: string) => unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const next = change(one, name);
      return next === undefined ? [] : [[name, next]];
    }),
  );

/** A query has texts. */
const inQuery = (parameters: JsonObject): JsonObject =>
  mapped(parameters, (one) => (typeof one === 'string' ? one : JSON.stringify(one)));

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** The values that the texts of a query stand for. */
const ofQuery = (parameters: JsonObject, schema: JsonObject): JsonObject =>
  mapped(parameters, (one, name) => {
    const its = propertiesOf(schema)[name];
    if (has(its, 'integer') && !has(its, 'string')) return /^\s*[+-]?\d+\s*$/.test(String(one)) ? Number(one) : one;
    return has(its, 'boolean') ? (flags.get(String(one)) ?? one) : one;
  });

const normalised = (value: unknown): unknown => {
  if (typeof value === 'string') return value.normalize('NFC');
  return isJsonObject(value) ? mapped(value, normalised) : value;
};

/**
 * What the service takes a value for: a text without the blanks around it, an empty optional text for none, and a URL as
 * browsers write it. An empty cursor begins a walk.
 */
const understood = (value: JsonObject, schema: JsonObject, isQuery: boolean): JsonObject =>
  mapped(value, (one, name) => {
    const its = propertiesOf(schema)[name];
    if (isJsonObject(one) && isJsonObject(its) && 'properties' in its) return understood(one, its, isQuery);
    if (typeof one !== 'string' || !has(its, 'string')) return one;
    const text = one.trim().normalize('NFC');
    if (text === '' && has(its, 'null')) return null;
    if (text === '' && isQuery && name !== 'cursor') return undefined;
    return /^(return|cancel|success|error)_url$/.test(name) ? (URL.parse(text)?.href ?? text) : text;
  });

const runs = 400;

test.each(cases)('$name', ({ schema, broken, isQuery }) => {
  const isValid = validatorOf(schema);
  const count = { valid: 0, invalid: 0 };
  const disagreements: unknown[] = [];
  for (const drawn of fc.sample(parametersBy(schema), { numRuns: runs, seed: 1 })) {
    const given = isQuery ? inQuery(drawn) : drawn;
    const parameters = isQuery ? ofQuery(given, schema) : drawn;
    const rules = broken(given);
    if (isValid(parameters)) {
      count.valid += 1;
      // Normalisation may shorten a text.
      const isRefused = Array.isArray(rules) && rules.length > 0 && isValid(mapped(parameters, normalised));
      if (isRefused) disagreements.push({ refused: rules, parameters });
    } else {
      count.invalid += 1;
      const isTaken = rules.length === 0 && !isValid(understood(parameters, schema, isQuery));
      if (isTaken)
        disagreements.push({
          taken: isValid.errors?.map(({ instancePath: at, keyword }) => `${at} ${keyword}`),
          parameters,
        });
    }
  }
  expect(disagreements).toEqual([]);
  expect(count.valid).toBeGreaterThan(runs / 10);
  const hasRules = Object.keys(propertiesOf(schema)).length > 0;
  if (hasRules) expect(count.invalid).toBeGreaterThan(runs / 50);
});
