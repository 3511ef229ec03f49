import type { PlatformHttp } from '../../lambdas/platform/http.ts';
import { callbackPath } from '../../lambdas/connect/page/paths.ts';
import { appVerifyToken } from '../../lambdas/domain/webhook/app-verify-token.ts';
import { Instructions } from '@swift-worker/platform-simulator/control-instructions.ts';
import { apply } from '@swift-worker/platform-simulator/control.ts';
import { PlatformError } from '@swift-worker/platform-simulator/errors.ts';
import type { Outbound } from '@swift-worker/platform-simulator/outbound.ts';
import { createSimulator } from '@swift-worker/platform-simulator/platform.ts';
import { graphAnswer } from '@swift-worker/platform-simulator/router.ts';
import { completeSignUp } from '@swift-worker/platform-simulator/sign-up.ts';
import { readSignUpRequest } from '@swift-worker/platform-simulator/sign-up-request.ts';
import type { Simulator } from '@swift-worker/platform-simulator/simulator.ts';
import { emptyState } from '@swift-worker/platform-simulator/state.ts';
import { app, baseUrl } from '../harness/connect-scenery.ts';
import type { Endpoints } from './endpoints.ts';

const graphUrl = 'https://graph.example/v26.0';
export const dialogUrl = `${graphUrl}/dialog/oauth`;
const redirectUri = `${baseUrl}${callbackPath}`;

/** Delivers a callback to the service. @returns the status of its answer */
export type ToApp = (body: string) => Promise<number>;

/** Where the service takes callbacks. */
export const callbackUrl = `${baseUrl}/platform/callback`;

/** @returns why it fails; null when it succeeds */
const appHandshake = (verifyToken: string): string | null =>
  verifyToken === appVerifyToken(app.secret) ? null : 'HTTP Status Code = 403';

const outboundOf = (endpoints: Endpoints, toApp: ToApp): Outbound => ({
  handshake: (url, verifyToken) => {
    const refusal = url === callbackUrl ? appHandshake(verifyToken) : endpoints.handshake(url, verifyToken);
    return refusal === null
      ? Promise.resolve()
      : Promise.reject(new PlatformError(400, { code: 2200, message: `(#2200) Verification failed: ${refusal}` }));
  },
  deliver: async (url, body) => {
    const status = url === callbackUrl ? await toApp(body) : endpoints.take(url, body);
    if (url === callbackUrl && status === 200) endpoints.taken.push(body);
    return { delivered: status === 200, status, attempts: 1 };
  },
  stop: () => undefined,
});

/** The platform's simulator without its server. */
export class WorldPlatform {
  readonly #simulator: Simulator;

  constructor(now: () => number, endpoints: Endpoints, toApp: ToApp) {
    const options = {
      appId: app.id,
      appSecret: app.secret,
      configId: app.configId,
      redirectUris: () => [redirectUri],
      callbackUrl: () => callbackUrl,
      log: () => undefined,
      now,
    };
    const storage = { state: emptyState(), changed: () => undefined, flush: () => Promise.resolve() };
    this.#simulator = createSimulator(options, { graphUrl, storage, outbound: outboundOf(endpoints, toApp) });
  }

  get state(): Simulator['storage']['state'] {
    return this.#simulator.storage.state;
  }

  /** Changes the platform as its control API does. */
  async control(instructions: unknown): Promise<void> {
    await apply(this.#simulator, Instructions.parse(instructions));
  }

  readonly http: PlatformHttp = async ({ method, path, query, body, token }) => {
    const url = new URL(graphUrl + path);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const answer = await graphAnswer(this.#simulator, { method, url, path, headers, body: sent });
    return { kind: 'response', ...answer, appUsage: undefined };
  };

  /** Answers the dialog at once. @returns where it redirects to */
  readonly signUp = (dialog: URL): Promise<URL> => {
    const wanted = readSignUpRequest(this.#simulator, dialog.searchParams);
    const { code } = completeSignUp(this.#simulator, { ...wanted, redirectUri });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    return Promise.resolve(back);
  };
}
