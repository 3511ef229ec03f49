import type { Method } from '../../lambdas/api/request.ts';
import type { LoadedRoute } from '../openapi/loaded-routes.ts';
import type { KnownNames } from '../harness/populated-partner.ts';
import type { Dice } from './dice.ts';
import { parametersOf, type RouteParameter } from './parameter-schema.ts';
import { namedBy, plausible } from './plausible.ts';

/** A name with its value: JSON text in a body, the text itself in a query. */
export type Pair = readonly [name: string, value: string];

/** A request that will be sent. */
export interface Draft {
  readonly route: LoadedRoute;
  readonly method: string;
  readonly query: readonly Pair[];
  /** Sent in place of `query`. */
  readonly rawQuery: string | null;
  /** Null: no body. */
  readonly body: readonly Pair[] | null;
  /** Sent in place of `body`. */
  readonly rawBody: Buffer | null;
  /** The headers, by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is certainly invalid, so that it must not succeed. */
  readonly mustBeRefused: boolean;
  /** The changes that were made, for the report. */
  readonly changes: readonly string[];
}

/** Chooses one of several names of the same record, because they would contradict each other. */
const chosen = (route: LoadedRoute, dice: Dice): readonly RouteParameter[] => {
  const taken = new Set<string>();
  return parametersOf(route).filter(({ name, isRequired }) => {
    if (isRequired) return true;
    const named = namedBy(name);
    const group = named?.replace(/^external_customer_id$/, 'customer_id').replace(/^instance_key$/, 'instance_id');
    if (group !== undefined && taken.has(group)) return false;
    if (!dice.chance(group === undefined ? 0.35 : 0.6)) return false;
    if (group !== undefined) taken.add(group);
    return true;
  });
};

const textOf = (json: string): string => {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
};

const commandOf = (
  route: LoadedRoute,
  method: Method,
  pairs: readonly Pair[],
  dice: Dice,
): Pick<Draft, 'query' | 'body'> => {
  const named: Pair = ['route', JSON.stringify(route.route)];
  const mayStandInQuery = (name: string): boolean =>
    name === 'route' || (route.operation.selectors ?? []).includes(name);
  const all = [named, ...pairs];
  const moved = dice.chance(method === 'DELETE' ? 0.6 : 0.15) ? all.filter(([name]) => mayStandInQuery(name)) : [];
  const left = all.filter((pair) => !moved.includes(pair));
  return {
    query: moved.map(([name, json]): Pair => [name, textOf(json)]),
    body: left.length === 0 ? null : left,
  };
};

/** A request that a well-behaved caller may send. */
export const draftOf = (route: LoadedRoute, names: KnownNames, headers: Draft['headers'], dice: Dice): Draft => {
  const method = dice.pick(route.methods);
  const pairs = chosen(route, dice).map((parameter): Pair => [parameter.name, plausible(parameter, names, dice)]);
  const common = { route, method, rawQuery: null, rawBody: null, mustBeRefused: false, changes: [] };
  if (method === 'GET') {
    const query: Pair[] = [['route', route.route], ...pairs.map(([name, json]): Pair => [name, textOf(json)])];
    return { ...common, query, body: null, headers };
  }
  return {
    ...common,
    ...commandOf(route, method, pairs, dice),
    headers: { ...headers, 'content-type': 'application/json' },
  };
};

export const bodyText = (body: readonly Pair[]): string =>
  `{${body.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;

/** UTF-8 has no lone surrogates. One is sent as the three bytes that it would have. */
const encoded = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : text.replace(/[\ud800-\udfff]/g, '%ED%A0%80');

export const queryText = ({ rawQuery, query }: Draft): string =>
  rawQuery ?? query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');

export const bodyBytes = ({ rawBody, body }: Draft): Buffer =>
  rawBody ?? Buffer.from(body === null ? '' : bodyText(body), 'utf8');
