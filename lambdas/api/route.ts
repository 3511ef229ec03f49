import { onDemand } from '../kernel/on-demand.ts';
import type { Audience } from '../domain/access.ts';
import type { RateClass } from '../domain/rate.ts';
import type { Operation } from './operation.ts';
import type { CommandMethod, Method, Parameters } from './request.ts';

/** A rate class that depends on parameters. */
export interface RateChoice {
  /** The condition has to hold for one of them. */
  readonly parameters: readonly [string, ...string[]];
  /** Completes "when the parameter is …", for the documentation. */
  readonly condition: string;
  readonly holds: (value: unknown) => boolean;
  /** The class when the condition holds. */
  readonly then: RateClass;
  readonly otherwise: RateClass;
}

/**
 * Which records of the key or membership, and of the partner, allow a command: recent ones of the cache, or those that the
 * table has now. A command whose effect outlives its caller, such as a secret, a key or a link, needs the latter: otherwise
 * a key could make one just after its revocation.
 */
type Standing = 'recent' | 'now';

/** One route. */
export interface Route {
  readonly route: string;
  readonly methods: readonly [Method, ...Method[]];
  /** Left out: `recent`. */
  readonly standing?: Standing;
  readonly audience: Audience;
  /** The rate class of a call that its caller and its parameters allow. */
  readonly rate: RateClass | RateChoice;
  /** As how many calls a call counts against the limit; one when left out. */
  readonly counts?: (parameters: Parameters) => number;
  /** Bytes that the body may have, where that is more than for other routes. */
  readonly mostBodyBytes?: number;
  /** Not a route of the interface 1.1.0, but one of those that came later. */
  readonly isBeyond?: true;
  /** A call that stored a new report is counted for usage by that report. */
  readonly isCountedByReport?: true;
  /** Loads the operation. */
  readonly operation: () => Promise<Operation>;
}

/** A row of the route table. Each command states its standing. */
export type RouteRow = Omit<Route, 'methods' | 'standing'> &
  (
    | { readonly methods: readonly ['GET'] }
    | { readonly methods: readonly [CommandMethod, ...CommandMethod[]]; readonly standing: Standing }
  );

/** Routes by name. A Map has no inherited keys such as `constructor`. @throws Error on a duplicate name */
export const indexRoutes = (table: readonly Route[]): ReadonlyMap<string, Route> => {
  const index = new Map(table.map((row) => [row.route, { ...row, operation: onDemand(row.operation) }]));
  if (index.size !== table.length) throw new Error('the route table has a duplicate name');
  return index;
};

const inQuery = /(?:^|&)route=([a-z-]{1,100})/;

/** The route that a query names unescaped, without a parser; empty when it names none. */
export const routeInQuery = (query: string): string => inQuery.exec(query)?.[1] ?? '';

/** Whether a route takes reports, whose rate is above that of commands. */
export const isOfReports = ({ rate }: Route): boolean => rate === 'delivery_reports';

/** The class of a call that is refused before it is known to be one of its route. */
export const usualClassOf = (method: string): RateClass => (method === 'GET' ? 'reads' : 'commands');

export const rateClassOf = ({ rate }: Route, parameters: Parameters): RateClass => {
  if (typeof rate === 'string') return rate;
  const { parameters: names, holds, then, otherwise } = rate;
  return names.some((name) => holds(parameters[name])) ? then : otherwise;
};
