import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { isForeignHost } from './own-machine.ts';

export type Log = (message: string) => void;

export interface LoopbackServer {
  readonly port: number;
  /** Closes the port and the open connections. */
  readonly stop: () => Promise<void>;
}

export interface LoopbackServerOptions {
  /** 0: any free port. */
  readonly port: number;
  /** With it, the server uses HTTPS with this key and certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly log: Log;
}

/** A server that only this machine can reach, also through a browser: by no other name. Rejects when the port is taken. */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const listener: RequestListener = (request, response) => {
    if (isForeignHost(request)) {
      response
        .writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
        .end('This port is for this machine only.\n');
      return;
    }
    options.handle(request, response).catch((error: unknown) => {
      options.log(
        `${request.method ?? '?'} failed: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}`,
      );
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('internal error');
    });
  };
  const server = options.tls === undefined ? createHttpServer(listener) : createHttpsServer(options.tls, listener);
  // Only clients close idle connections. A request on a connection that the server closes at that moment would be lost.
  server.keepAliveTimeout = 0;
  const port = await listen(server, options.port);
  return { port, stop: () => close(server) };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'));
      else resolve(address.port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
