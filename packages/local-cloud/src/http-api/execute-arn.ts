import { arn } from '../services/names.ts';
import type { ApiRequest } from './event.ts';
import type { Route } from './routes.ts';

/** The resource that a policy of an authorizer allows or denies. */
export const requestArn = (apiId: string, { method, path }: ApiRequest): string =>
  arn('execute-api', `${apiId}/$default/${method}${path}`);

/** The source of an invocation by a route, which a permission names with the path of the route. */
export const routeArn = (apiId: string, { routeKey }: Route): string => {
  const [method = '', path = '/$default'] = routeKey.split(' ');
  return arn('execute-api', `${apiId}/$default/${method}${path}`);
};

/** The source of an invocation by an authorizer. */
export const authorizerArn = (apiId: string, authorizerId: string): string =>
  arn('execute-api', `${apiId}/authorizers/${authorizerId}`);
