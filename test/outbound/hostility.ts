import { afterEach, beforeAll } from '@jest/globals';
import {
  createOutboundClient,
  type OutboundClient,
  type OutboundLimits,
  type OutboundResult,
} from '../../lambdas/outbound/client.ts';
import type { Resolve } from '../../lambdas/outbound/resolver.ts';
import { identityFor, type Identity, type TestServer } from './servers.ts';

export const bodyBytes = 64 * 1024;
/** For what ends by itself: longer than a busy machine can delay it. */
const retrying: OutboundLimits = { milliseconds: 60_000, connectMilliseconds: 60_000, bodyBytes };
/** For what never ends by itself: whenever this is over, the outcome is the same. */
const withoutRetry: OutboundLimits = { ...retrying, milliseconds: 300 };

export interface Hostility {
  readonly identity: () => Identity;
  /** Stops with the test. */
  readonly started: (server: Promise<TestServer>) => Promise<TestServer>;
  /** Trusts the test's own CA, unless another one or none is given. */
  readonly clientWith: (resolve: Resolve, allowLoopback: boolean, options?: ClientOptions) => OutboundClient;
  /** In the local stage's policy, so that it is the server's behaviour and not its address that is judged. */
  readonly getFrom: (server: TestServer, options?: GetOptions) => Promise<OutboundResult>;
}

interface ClientOptions {
  /** PEM of a certificate authority instead of the test's own; null: none. */
  readonly ca?: string | null;
  /** The other side neither answers nor hangs up: the exchange ends by its limit. */
  readonly hangs?: boolean;
}

interface GetOptions extends ClientOptions {
  readonly host?: string;
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
  const clientWith: Hostility['clientWith'] = (resolve, allowLoopback, { ca, hangs = false } = {}) => {
    const client = createOutboundClient({
      resolve,
      clock: () => 0,
      policy: { allowLoopback },
      limits: hangs ? withoutRetry : retrying,
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
    getFrom: (server, { host = 'localhost', ...options } = {}) =>
      get(clientWith(answers('127.0.0.1'), true, options), `https://${host}:${server.port}/`),
  };
};

export const get = (client: OutboundClient, url: string): Promise<OutboundResult> =>
  client.send({ method: 'GET', url, headers: {} });

export const failed = (error: string): object => ({ kind: 'failed', error, milliseconds: 0 });

export const answers =
  (...addresses: readonly string[]): Resolve =>
  () =>
    Promise.resolve(addresses);
