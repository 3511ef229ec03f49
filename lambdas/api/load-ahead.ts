import { routeInQuery, type Route } from './route.ts';

/**
 * Loads the code of the route that the query names, while the caller is looked up: a new environment waits for both. It
 * begins when the first request has been sent. After a failure, the call itself loads the code again.
 */
export const loadAhead = (routes: ReadonlyMap<string, Route>, query: string): void => {
  const row = routes.get(routeInQuery(query));
  if (row !== undefined) setImmediate(() => void row.operation().catch(() => undefined));
};
