import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { routes } from '../../lambdas/api/routes.ts';
import { names, queriesOf, type Names } from '../../tools/stored/queries.ts';

const description = z.object({
  paths: z.record(
    z.string(),
    z.object({ get: z.object({ parameters: z.array(z.object({ name: z.string() })) }).optional() }),
  ),
});

/** The parameters of each reading route; those of all routes are left out. */
const parametersOf = (): ReadonlyMap<string, readonly string[]> => {
  const text = readFileSync(new URL('../../docs/openapi-by-route.json', import.meta.url), 'utf8');
  const { paths } = description.parse(JSON.parse(text));
  const general = new Set(['route', 'partner_id']);
  return new Map(
    Object.entries(paths).flatMap(([path, { get }]) => {
      const given = (get?.parameters ?? []).map(({ name }) => name).filter((name) => !general.has(name));
      return get === undefined ? [] : [[path.split('#')[1] ?? '', given] as const];
    }),
  );
};

const sample = Object.fromEntries(names.map((name) => [name, name])) as Names;

const asked = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const given = new Map<string, Set<string>>();
  for (const query of queriesOf(sample)) {
    if (!('route' in query)) continue;
    const known = given.get(query.route) ?? new Set();
    given.set(query.route, new Set([...known, ...Object.keys(query.given)]));
  }
  return given;
};

/** What a table that is released would not be asked. */
const unasked = (
  reading: ReadonlyMap<string, readonly string[]>,
  given: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] =>
  Array.from(reading).flatMap(([route, parameters]) => {
    const known = given.get(route);
    if (known === undefined) return [`${route}: add queries to tools/stored/queries.ts`];
    return parameters.filter((name) => !known.has(name)).map((name) => `${route}: add a query with ${name}`);
  });

describe('the queries of a released table', () => {
  it('are of every reading route, with every parameter', () => {
    const reading = parametersOf();
    const expected = routes.filter(({ methods }) => methods.includes('GET')).map(({ route }) => route);
    expect(Array.from(reading.keys()).toSorted()).toEqual(expected.toSorted());
    expect(unasked(reading, asked())).toEqual([]);
  });

  it('lack a new route or parameter, which is told', () => {
    const reading = new Map([
      ['get-a', ['b']],
      ['get-c', []],
    ]);
    expect(unasked(reading, new Map([['get-a', new Set<string>()]]))).toEqual([
      'get-a: add a query with b',
      'get-c: add queries to tools/stored/queries.ts',
    ]);
  });
});
