import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { z } from 'zod';
import type { NumberAccess } from '../../lambdas/platform/callbacks.ts';
import { createPlatformClient, type PlatformClient } from '../../lambdas/platform/client.ts';
import { platformLimits } from '../../lambdas/platform/limits.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { createPlatformHttp } from '../../lambdas/platform/http.ts';
import { exchangeCode, readToken, signUpUrl } from '../../lambdas/platform/sign-up.ts';
import { ensureCertificates, type Certificates } from '../../local/certificates.ts';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import { startPlatform, type Platform } from '@swift-worker/platform-simulator/platform.ts';

const State = z.object({
  numbers: z.array(z.object({ id: z.string(), waba_id: z.string(), last_onboarded_time: z.string() })),
});

export const app = { id: '1234567890', secret: 'the-secret-of-the-app', configId: '2345678901' };
const configuration = { appId: app.id, configId: app.configId, launch: 'dialog', coexistence: 'off' } as const;
export const redirectUri = 'https://127.0.0.1:1/connect/return';
export const callbackUrl = 'https://127.0.0.1:1/platform/callback';
export const verifyToken = 'verify-me';
/** The client's clock and the simulator's. */
export const simulatedNow = (): number => Date.UTC(2030, 0, 2, 3, 4, 5);

export interface Simulation {
  readonly client: PlatformClient;
  /** An endpoint that answers the handshake with `verifyToken`. */
  readonly endpointUrl: () => string;
  readonly control: (instructions: object) => Promise<void>;
  /** What the control API tells. */
  readonly state: () => Promise<unknown>;
  /** What the dialog sends back to the browser. */
  readonly codeFromDialog: (waba?: string) => Promise<string>;
  /** A fresh number, signed up. */
  readonly connected: (waba?: string) => Promise<NumberAccess>;
}

interface Running {
  readonly certificates: Certificates;
  readonly endpoint: LoopbackServer;
  readonly platform: Platform;
  readonly client: PlatformClient;
}

const startRunning = async (): Promise<Running> => {
  const certificates = await ensureCertificates(undefined);
  const endpoint = await startEndpoint(certificates);
  const platform = await startPlatform({
    port: 0,
    dataDirectory: undefined,
    appId: app.id,
    configId: app.configId,
    redirectUris: () => [redirectUri],
    appSecret: app.secret,
    caFile: certificates.caFile,
    callbackUrl: () => callbackUrl,
    log: () => undefined,
    now: simulatedNow,
  });
  return { certificates, endpoint, platform, client: clientOf(platform) };
};

/** A simulator for the tests of one file; each begins without faults. */
export const useSimulator = (): Simulation => {
  let running: Running | undefined;
  const own = (): Running => {
    if (running === undefined) throw new Error('asked for before the tests run');
    return running;
  };
  beforeAll(async () => {
    running = await startRunning();
  });
  afterAll(async () => {
    await own().platform.stop();
    await own().endpoint.stop();
    await own().certificates.remove();
  });
  const control = async (instructions: object): Promise<void> => {
    const response = await fetch(own().platform.controlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(instructions),
    });
    expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
  };
  beforeEach(() => control({ clear: true, clear_calls: true }));

  const codeFromDialog = async (waba?: string): Promise<string> => {
    const url = new URL(signUpUrl(own().platform.dialogUrl, configuration, redirectUri, 'state-1'));
    url.searchParams.set('auto', '1');
    if (waba !== undefined) url.searchParams.set('waba', waba);
    const response = await fetch(url, { redirect: 'manual' });
    const back = new URL(response.headers.get('location') ?? '');
    expect(back.searchParams.get('state')).toBe('state-1');
    return back.searchParams.get('code') ?? '';
  };
  const client: PlatformClient = { call: (request) => own().client.call(request) };
  return {
    client,
    endpointUrl: () => `https://127.0.0.1:${own().endpoint.port}/hooks/1`,
    control,
    state: async () => (await fetch(own().platform.controlUrl)).json(),
    codeFromDialog,
    connected: async (waba) => {
      const { token } = await exchangeCode(client, app, await codeFromDialog(waba), redirectUri, simulatedNow());
      const [wabaId = ''] = (await readToken(client, app, token)).wabaIds;
      const state = State.parse(await (await fetch(own().platform.controlUrl)).json());
      const numbers = state.numbers.filter((number) => number.waba_id === wabaId);
      const [newest] = numbers.toSorted((one, other) =>
        other.last_onboarded_time.localeCompare(one.last_onboarded_time),
      );
      return { wabaId, token, phoneNumberId: newest?.id ?? '' };
    },
  };
};

export const failure = async (result: Promise<unknown>): Promise<PlatformError> => {
  const error: unknown = await result.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PlatformError) return error;
  throw new Error('no PlatformError', { cause: error });
};

const startEndpoint = (certificates: Certificates): Promise<LoopbackServer> =>
  startLoopbackServer({
    port: 0,
    tls: certificates.server,
    log: () => undefined,
    handle: (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'https://127.0.0.1');
      const isTrusted = searchParams.get('hub.verify_token') === verifyToken;
      response.writeHead(isTrusted ? 200 : 403).end(isTrusted ? searchParams.get('hub.challenge') : '');
      return Promise.resolve();
    },
  });

const clientOf = (platform: Platform): PlatformClient =>
  createPlatformClient({
    http: createPlatformHttp(platform.graphUrl),
    budget: { reserve: () => Promise.resolve('granted'), observe: () => Promise.resolve() },
    clock: simulatedNow,
    random: Math.random,
    sleep: () => Promise.resolve(),
    limits: { ...platformLimits, backoff: 5 },
    until: Infinity,
  });
