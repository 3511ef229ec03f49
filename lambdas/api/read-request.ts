import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../kernel/errors.ts';
import { findRoute, routeNameOf } from './parameters.ts';
import {
  bodySize,
  bodyTooLarge,
  maxBodyBytes,
  parseBody,
  parseQuery,
  type Method,
  type Parameters,
} from './request.ts';
import type { Route } from './route.ts';

/** A call as it was asked, with the route that it names. */
export interface Request {
  readonly method: Method;
  readonly query: Parameters;
  readonly body: Parameters | null;
  readonly row: Route;
  /** The values of `partner_id`. */
  readonly named: readonly unknown[];
  /** The header Idempotency-Key. */
  readonly key: string | undefined;
}

type Routes = ReadonlyMap<string, Route>;

const mostOf = (row: Route | undefined): number => row?.mostBodyBytes ?? maxBodyBytes;

/** A body may name its route only inside itself, so it is read up to what any route takes. */
const mostOfAny = (routes: Routes): number => Math.max(maxBodyBytes, ...Array.from(routes.values(), mostOf));

/** A large body that can't be read names no route that would take it. */
const parseUnnamed = (routes: Routes, event: APIGatewayProxyEventV2): Parameters | null => {
  try {
    return parseBody(event, event.headers, mostOfAny(routes));
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'invalid_json' ? bodyTooLarge(maxBodyBytes) : error;
  }
};

const readLarge = (
  routes: Routes,
  event: APIGatewayProxyEventV2,
  method: Method,
  query: Parameters,
): Pick<Request, 'body' | 'row'> => {
  const name = query['route'];
  const named = typeof name === 'string' ? routes.get(name) : undefined;
  const body = named === undefined ? parseUnnamed(routes, event) : parseBody(event, event.headers, mostOf(named));
  const row = findRoute(routes, routeNameOf(method, query, body), method);
  if (bodySize(event) > mostOf(row)) throw bodyTooLarge(mostOf(row));
  return { body, row };
};

const readUsual: typeof readLarge = (routes, event, method, query) => {
  const body = method === 'GET' ? null : parseBody(event, event.headers);
  return { body, row: findRoute(routes, routeNameOf(method, query, body), method) };
};

/** The query, the body and the route. @throws ServiceError */
export const readRequest = (routes: Routes, event: APIGatewayProxyEventV2, method: Method): Request => {
  const query = parseQuery(event.rawQueryString);
  const read =
    method !== 'GET' && bodySize(event) > maxBodyBytes
      ? readLarge(routes, event, method, query)
      : readUsual(routes, event, method, query);
  const named = [query['partner_id'], read.body?.['partner_id']];
  return { method, query, key: event.headers['idempotency-key'], named, ...read };
};
