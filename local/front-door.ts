import type { IncomingMessage, ServerResponse } from 'node:http';
import { serviceUnavailable } from './http-api/reply.ts';
import { startLoopbackServer, type Log } from './loopback/server.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The stage's base URL: the HTTP API, and the console at `/`. */
export interface FrontDoor {
  readonly baseUrl: string;
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** Until then every call of the API is answered with 503. */
  open(api: Answer): void;
  showConsole(page: string): void;
  stop(): Promise<void>;
}

const notYet: Answer = (_request, response) => {
  response.writeHead(serviceUnavailable.status, { 'content-type': 'application/json' }).end(serviceUnavailable.body);
  return Promise.resolve();
};

export const startFrontDoor = async (port: number, log: Log): Promise<FrontDoor> => {
  let api = notYet;
  let page: string | undefined;
  const server = await startLoopbackServer({
    port,
    log,
    handle: async (request, response) => {
      const isConsole = request.method === 'GET' && request.url === '/' && page !== undefined;
      if (isConsole) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      else await api(request, response);
    },
  });
  const host = `127.0.0.1:${server.port}`;
  return {
    host,
    baseUrl: `http://${host}`,
    open: (answer) => {
      api = answer;
    },
    showConsole: (html) => {
      page = html;
    },
    stop: server.stop,
  };
};
