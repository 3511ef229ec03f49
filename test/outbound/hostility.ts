import { afterEach, beforeAll } from '@jest/globals';
import { createOutboundClient, type OutboundClient, type OutboundResult } from '../../lambdas/outbound/client.ts';
import type { Resolve } from '../../lambdas/outbound/resolver.ts';
import { identityFor, type Identity, type TestServer } from './servers.ts';

export const bodyBytes = 64 * 1024;
/** Short, so that what hangs is left soon; nothing is asserted about the time itself. */
const milliseconds = 300;

export interface Hostility {
  readonly identity: () => Identity;
  /** Stops with the test. */
  readonly started: (server: Promise<TestServer>) => Promise<TestServer>;
  /** Trusts the test's own CA, unless another one or none is given. */
  readonly clientWith: (resolve: Resolve, allowLoopback: boolean, ca?: string | null) => OutboundClient;
  /** In the local stage's policy, so that it is the server's behaviour and not its address that is judged. */
  readonly getFrom: (server: TestServer, host?: string) => Promise<OutboundResult>;
}

/** For the tests of one file: a certificate for them all, servers and clients that end with each test. */
export const useHostility = (): Hostility => {
  let identity: Identity | undefined;
  const servers: TestServer[] = [];
  const clients: OutboundClient[] = [];
  beforeAll(async () => {
    identity = await identityFor(['localhost', 'hooks.example.com'], ['127.0.0.1']);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });
  const ownIdentity = (): Identity => {
    if (identity === undefined) throw new Error('asked for before the tests run');
    return identity;
  };
  const clientWith: Hostility['clientWith'] = (resolve, allowLoopback, ca) => {
    const client = createOutboundClient({
      resolve,
      clock: () => 0,
      policy: { allowLoopback },
      limits: { milliseconds, bodyBytes },
      extraCa: ca === null ? undefined : (ca ?? ownIdentity().ca),
    });
    clients.push(client);
    return client;
  };
  return {
    identity: ownIdentity,
    started: async (server) => {
      servers.push(await server);
      return server;
    },
    clientWith,
    getFrom: (server, host = 'localhost') =>
      get(clientWith(answers('127.0.0.1'), true), `https://${host}:${server.port}/`),
  };
};

export const get = (client: OutboundClient, url: string): Promise<OutboundResult> =>
  client.send({ method: 'GET', url, headers: {} });

export const failed = (error: string): object => ({ kind: 'failed', error, milliseconds: 0 });

export const answers =
  (...addresses: readonly string[]): Resolve =>
  () =>
    Promise.resolve(addresses);
