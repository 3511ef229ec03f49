import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../domain/access.ts';
import type { Measures } from '../kernel/metrics.ts';
import type { Milliseconds } from '../kernel/time.ts';

/** The refusals that broken keys, sign-ins or releases cause. The others say something of the partner's data. */
const refusedCallers: ReadonlySet<number> = new Set([400, 401, 403, 405, 415]);

/** What the metrics say of a call. */
export const measuresOf = (
  caller: Caller | null,
  { headers, requestContext: { http } }: APIGatewayProxyEventV2,
  status: number,
  milliseconds: Milliseconds,
): Measures => ({
  call_milliseconds: milliseconds,
  ...(caller !== null && http.method === 'GET' && { query_milliseconds: milliseconds }),
  ...(headers['authorization'] !== undefined && {
    credentialed_calls: 1,
    ...(refusedCallers.has(status) && { credentialed_calls_refused: 1 }),
  }),
  ...(status >= 500 && { calls_failed: 1 }),
  ...(status === 429 && { calls_limited: 1 }),
  ...(status >= 400 && status < 500 && status !== 429 && { calls_refused: 1 }),
});
