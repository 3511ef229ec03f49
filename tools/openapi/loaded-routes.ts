import type { Operation } from '../../lambdas/api/operation.ts';
import type { Route } from '../../lambdas/api/route.ts';
import { routes } from '../../lambdas/api/routes.ts';

/** A route with its operation, which the dispatcher loads when the route is called. */
export interface LoadedRoute extends Omit<Route, 'operation'> {
  readonly operation: Operation;
}

export const loadedRoutes: readonly LoadedRoute[] = await Promise.all(
  routes.map(async (row) => ({ ...row, operation: await row.operation() })),
);
