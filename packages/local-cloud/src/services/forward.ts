import { Agent, request as httpRequest } from 'node:http';
import type { AwsAnswer } from './aws-service.ts';

interface ForwardRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

export interface Forwarder {
  send(request: ForwardRequest): Promise<AwsAnswer>;
  stop(): void;
}

/** Forwards requests over kept connections. @param origin `http://host:port` */
export const createForwarder = (origin: string): Forwarder => {
  const { hostname, port } = new URL(origin);
  // DynamoDB Local closes an idle connection after 30 s. A shorter timeout avoids writing to a connection that is closing.
  const agent = new Agent({ keepAlive: true, timeout: 15_000 });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const outgoing = httpRequest(
          {
            agent,
            hostname,
            port,
            method,
            path,
            headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          },
          (incoming) => {
            const chunks: Buffer[] = [];
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
            incoming.once('error', reject);
            incoming.once('end', () => {
              const answerHeaders: Record<string, string> = {};
              for (const [name, value] of Object.entries(incoming.headers)) {
                if (typeof value === 'string' && !connectionHeaders.has(name)) answerHeaders[name] = value;
              }
              const [first = Buffer.alloc(0)] = chunks;
              const answerBody = chunks.length <= 1 ? first : Buffer.concat(chunks);
              resolve({ status: incoming.statusCode ?? 502, headers: answerHeaders, body: answerBody });
            });
          },
        );
        outgoing.once('error', reject);
        outgoing.end(body);
      }),
    stop: () => {
      agent.destroy();
    },
  };
};

/** Hop-by-hop headers, which are not forwarded. */
const connectionHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date', 'server'],
]);
