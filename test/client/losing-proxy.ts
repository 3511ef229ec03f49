import { text } from 'node:stream/consumers';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import { z } from 'zod';
import type { RouteName } from '../../packages/client/src/routes.ts';

/** An answer that the service gave, whether or not the client got it. */
interface Given {
  readonly route: string;
  readonly idempotencyKey: string | null;
  readonly status: number;
  readonly isLost: boolean;
}

export interface LosingProxy {
  readonly url: string;
  readonly given: readonly Given[];
  readonly stop: () => Promise<void>;
}

const routed = z.looseObject({ route: z.string() });

/**
 * A proxy in front of the service. It passes a command on, waits for its whole answer, and ends the connection in place of the answer:
 * the first time for each of these routes.
 */
export const startLosingProxy = async (apiUrl: string, losing: readonly RouteName[]): Promise<LosingProxy> => {
  const given: Given[] = [];
  const server = await startLoopbackServer({
    port: 0,
    log: () => undefined,
    handle: async (request, response) => {
      const body = await text(request);
      const { apikey = '', authorization = '', 'idempotency-key': key = '' } = request.headers;
      const headers = {
        apikey: String(apikey),
        authorization,
        'content-type': 'application/json',
        ...(key !== '' && { 'idempotency-key': String(key) }),
      };
      const answer = await fetch(apiUrl, { method: request.method ?? 'POST', headers, body });
      const said = await answer.text();
      const { route } = routed.parse(JSON.parse(body));
      const isLost = losing.some((name) => name === route) && !given.some((earlier) => earlier.route === route);
      given.push({ route, idempotencyKey: key === '' ? null : String(key), status: answer.status, isLost });
      if (isLost) request.socket.destroy();
      else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(said);
    },
  });
  return { url: `http://127.0.0.1:${server.port}/functions/v1/swift-worker`, given, stop: server.stop };
};
