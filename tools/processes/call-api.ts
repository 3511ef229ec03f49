import { dispatch } from '../../lambdas/api/dispatch.ts';
import type { Ask } from '../access-patterns/scenario.ts';
import { eventOf } from '../harness/service.ts';
import type { Environment } from './environment.ts';

const strings = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));

/** Makes a call of the API. */
export const callApi = async (
  it: Environment,
  apikey: string,
  route: string,
  { method, given, key, bearer }: Ask & { readonly bearer: string },
): Promise<{ readonly status: number; readonly text: string }> => {
  const asked = method === 'GET' ? { query: strings({ route, ...given }) } : { body: { route, ...given } };
  const headers = {
    apikey,
    authorization: `Bearer ${bearer}`,
    ...(method !== 'GET' && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const { statusCode = 200, body = '' } = await dispatch(it.dispatcher, eventOf(method, asked, headers));
  return { status: statusCode, text: body };
};
