import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

export interface Asked {
  /** `GetItem` */
  readonly operation: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly fields: Record<string, unknown>;
}

export type Answer = (response: ServerResponse, asked: Asked) => void | Promise<void>;

/** A server in AWS's place, that fails as a test says. */
export interface Front {
  readonly endpoint: string;
  /** Every request that arrived, the oldest first. */
  readonly asked: Asked[];
  /** The answers to come, in their order; then the usual one. */
  readonly answers: Answer[];
  /** The most requests at once. */
  readonly peak: () => number;
  /** Connections that stand now die at their next request, as those that a firewall forgot. */
  readonly loseConnections: () => void;
  readonly reset: () => void;
  readonly stop: () => void;
}

export const answered =
  (body: object): Answer =>
  (response) => {
    response.end(JSON.stringify(body));
  };

export const refused =
  (name: string, more: object = {}, status = 400): Answer =>
  (response) => {
    response.writeHead(status).end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, ...more }));
  };

/** The request arrived, and its answer does not. */
export const lost: Answer = (response) => {
  response.destroy();
};

const fieldsOf = z.record(z.string(), z.unknown());

export const startFront = async (usual: Answer): Promise<Front> => {
  const asked: Asked[] = [];
  const answers: Answer[] = [];
  const open = new Set<Socket>();
  const dead = new Set<Socket>();
  let onTheirWay = 0;
  let peak = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const one: Asked = { operation, headers: request.headers, text: body, fields: fieldsOf.parse(JSON.parse(body)) };
    asked.push(one);
    onTheirWay += 1;
    peak = Math.max(peak, onTheirWay);
    response.on('close', () => {
      onTheirWay -= 1;
    });
    if (dead.has(request.socket)) response.destroy();
    else await (answers.shift() ?? usual)(response, one);
  };
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  // Connections stay until the client closes them.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    endpoint: `http://127.0.0.1:${port}`,
    asked,
    answers,
    peak: () => peak,
    loseConnections: () => {
      for (const socket of open) dead.add(socket);
    },
    reset: () => {
      asked.length = 0;
      answers.length = 0;
      peak = 0;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** What a client finds in a function's environment. */
export const setEnvironment = (endpoint: string): void => {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDCONFORMANCE',
    AWS_SECRET_ACCESS_KEY: 'conformance/secret',
    AWS_SESSION_TOKEN: 'conformance+session==',
    AWS_ENDPOINT_URL: endpoint,
  });
};
