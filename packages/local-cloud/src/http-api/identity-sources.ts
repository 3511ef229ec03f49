import type { ApiRequest } from './event.ts';
import { queryParameters } from './event.ts';
import type { MatchedRoute } from './routes.ts';

type Read = (request: ApiRequest, matched: MatchedRoute) => string | undefined;

const contextVariables: Readonly<Record<string, Read>> = {
  httpMethod: ({ method }) => method,
  path: ({ path }) => path,
  routeKey: (_, { route }) => route.routeKey,
  'identity.sourceIp': ({ sourceIp }) => sourceIp,
};

const readerOf = (expression: string): Read => {
  const [, kind = '', name = ''] = /^\$(request\.header|request\.querystring|context)\.(.+)$/.exec(expression) ?? [];
  if (kind === 'request.header') return ({ headers }) => headers[name.toLowerCase()];
  if (kind === 'request.querystring') return ({ queryString }) => queryParameters(queryString)?.[name];
  const read = kind === 'context' && Object.hasOwn(contextVariables, name) ? contextVariables[name] : undefined;
  if (read === undefined) throw new Error(`the local cloud does not know the identity source ${expression}`);
  return read;
};

/**
 * The values that an authorizer needs of each request. Names of headers have no case, those of the query have one.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 * @returns the values in the order of the expressions; undefined when one is absent or empty
 * @throws Error that names an expression that is not supported
 */
export const createIdentity = (
  expressions: readonly string[],
): ((request: ApiRequest, matched: MatchedRoute) => readonly string[] | undefined) => {
  const readers = expressions.map(readerOf);
  return (request, matched) => {
    const values = readers.map((read) => read(request, matched) ?? '');
    return values.includes('') ? undefined : values;
  };
};
