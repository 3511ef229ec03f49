import type { IncomingMessage, ServerResponse } from 'node:http';
import { serviceUnavailable } from './http-api/reply.ts';
import { startLoopbackServer, type Log } from '@swift-worker/loopback/server.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The stage's base URL: the HTTP API, and pages for browsers at `/` and below `/console/`, `/docs/`, `/portal/` and `/status/`. */
export interface ApiServer {
  readonly baseUrl: string;
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** Until then every call of the API is answered with 503. */
  open(api: Answer): void;
  /** Answers a request to another server as a call of the API. */
  readonly answerCall: Answer;
  /** From then on every call is answered with 503. */
  close(): void;
  showPages(answer: Answer): void;
  stop(): Promise<void>;
}

const notYet: Answer = (_request, response) => {
  response.writeHead(serviceUnavailable.status, { 'content-type': 'application/json' }).end(serviceUnavailable.body);
  return Promise.resolve();
};

const isPage = ({ url = '/' }: IncomingMessage): boolean =>
  /^\/(console\/.*|docs(\/.*)?|portal(\/.*)?|status\/.*)?(\?.*)?$/.test(url);

export const startApiServer = async (port: number, log: Log): Promise<ApiServer> => {
  let api = notYet;
  let show: Answer | undefined;
  const server = await startLoopbackServer({
    port,
    log,
    handle: (request, response) => (isPage(request) && show !== undefined ? show : api)(request, response),
  });
  const host = `127.0.0.1:${server.port}`;
  return {
    host,
    baseUrl: `http://${host}`,
    answerCall: (request, response) => api(request, response),
    open: (answer) => {
      api = answer;
    },
    close: () => {
      api = notYet;
    },
    showPages: (answer) => {
      show = answer;
    },
    stop: server.stop,
  };
};
