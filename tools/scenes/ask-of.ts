import { routes } from '../../lambdas/api/routes.ts';
import type { Ground } from '../../lambdas/api/scenes/ground.ts';
import type { Case } from '../../lambdas/api/scenes/scene.ts';
import type { Ask } from '../access-patterns/scenario.ts';
import type { Asked } from '../harness/service.ts';

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

const strings = (given: Ask['given']): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));

/** The request of a call. */
export const askedOf = (route: string, { method, given, key, bearer }: Ask): Asked => ({
  ...(method === 'GET' ? { query: strings({ route, ...given }) } : { body: { route, ...given } }),
  ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  ...(bearer === undefined ? {} : { bearer }),
});
