import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLoopbackServer, type Log } from '@swift-worker/loopback/server.ts';
import type { ApiServer } from '@swift-worker/local-cloud/api-server.ts';

/** The host of the hosted pages, as in a deployed stage with a portal: a script of theirs reaches nothing of the portal or the console. */
export interface ConnectHost {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** From then on the API answers. */
  readonly open: (api: Pick<ApiServer, 'answerCall'>) => void;
  readonly stop: () => Promise<void>;
}

const refuse = (response: ServerResponse, status: number): Promise<void> => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end('Only hosted pages are here.\n');
  return Promise.resolve();
};

export const startConnectHost = async (port: number, log: Log): Promise<ConnectHost> => {
  let api: Pick<ApiServer, 'answerCall'> | undefined;
  const handle = (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (api === undefined) return refuse(response, 503);
    return request.url?.startsWith('/connect/') === true ? api.answerCall(request, response) : refuse(response, 404);
  };
  const server = await startLoopbackServer({ port, log, handle });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    open: (opened) => {
      api = opened;
    },
    stop: server.stop,
  };
};
