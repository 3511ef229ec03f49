import { readBody } from '@swift-worker/loopback/exchange.ts';
import { startLoopbackServer, type Log, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import { rootAccessKeyId } from './services/authorization.ts';
import { createForwarder } from './services/forward.ts';

const bodyLimit = 64 * 1024 * 1024;

/** Replaces the access key and keeps the signature: the gateway does not verify it. */
const asRoot = (authorization: string): string =>
  authorization.replace(/Credential=[^/]*\//, `Credential=${rootAccessKeyId}/`);

/** The AWS services for programs of the person at this machine, with any credentials. */
export const startUnsignedGateway = async (port: number, gateway: string, log: Log): Promise<LoopbackServer> => {
  const forwarder = createForwarder(gateway);
  const server = await startLoopbackServer({
    port,
    log,
    handle: async (request, response) => {
      const { authorization = '' } = request.headers;
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(request.headers)) {
        if (typeof value === 'string' && name !== 'host' && name !== 'connection') headers[name] = value;
      }
      const answer = await forwarder.send({
        method: request.method ?? 'POST',
        path: request.url ?? '/',
        headers: { ...headers, authorization: asRoot(authorization) },
        body: await readBody(request, bodyLimit),
      });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    },
  });
  return {
    port: server.port,
    stop: async () => {
      forwarder.stop();
      await server.stop();
    },
  };
};
