import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createClient, type Client } from '../../packages/client/src/client.ts';
import type { ClientOptions, Retrying } from '../../packages/client/src/options.ts';

export type Reply = (response: ServerResponse, request: Received) => void;

interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ScriptedService {
  readonly client: Client;
  readonly received: readonly Received[];
  readonly waits: readonly number[];
  readonly retries: readonly Retrying[];
}

const servers: Server[] = [];

/** Ends every service that a test has begun. */
export const stopServices = (): void => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
};

/** A service that gives these replies in turn, the last one for ever, and a client of it that waits for nothing. */
export const serviceWith = async (
  replies: readonly Reply[],
  options: Partial<ClientOptions> = {},
): Promise<ScriptedService> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const reply = replies[Math.min(received.length, replies.length - 1)];
      const { method = '', headers } = request;
      const one = { method, url: new URL(request.url ?? '', 'http://service'), headers, body };
      received.push(one);
      reply?.(response, one);
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const waits: number[] = [];
  const retries: Retrying[] = [];
  const client = createClient({
    apiUrl: `http://127.0.0.1:${port}/functions/v1/swift-worker`,
    apikey: 'pk_test_x',
    token: 'partner_test_x',
    random: () => 0.5,
    wait: (milliseconds) => Promise.resolve(waits.push(milliseconds)),
    onRetry: (retrying) => {
      retries.push(retrying);
    },
    ...options,
  });
  return { client, received, waits, retries };
};

export const answer =
  (status: number, body: object | string, headers: Record<string, string> = {}): Reply =>
  (response) => {
    const said = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(said);
  };

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  answer(status, { error: { code, message: `${code}!`, details: { state: 'x' } } }, headers);

export const hangUp: Reply = (response) => {
  response.socket?.destroy();
};
