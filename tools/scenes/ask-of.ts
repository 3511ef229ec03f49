import { routes } from '../../lambdas/api/routes.ts';
import type { Ground } from '../../lambdas/api/scenes/ground.ts';
import type { Case } from '../../lambdas/api/scenes/scene.ts';
import type { Ask } from '../access-patterns/scenario.ts';

const methods = new Map(routes.map(({ route, methods: [method] }) => [route, method]));

/** The first method of a route. @throws Error when there is no such route */
export const methodOf = (route: string): Ask['method'] => {
  const method = methods.get(route);
  if (method === undefined) throw new Error(`there is no route ${route}`);
  return method;
};

/** Prepares the call of a case. Its caller is up to the ground. */
export const askOf = async (route: string, it: Case, ground: Ground): Promise<Ask> => {
  const method = methodOf(route);
  const given = await it.given(ground);
  if (method === 'GET' || it.isKeyless === true) return { method, given };
  const key = ground.fresh();
  if (it.keyUsedFor !== undefined) await ground.call(route, it.keyUsedFor(given), it.as, key);
  return { method, given, key };
};
