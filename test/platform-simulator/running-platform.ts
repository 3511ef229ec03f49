import { z } from 'zod';
import { startPlatform } from '@swift-worker/platform-simulator/platform.ts';
import type { Platform } from '@swift-worker/platform-simulator/platform.ts';

export const APP_ID = '1234567890';
export const APP_SECRET = "It's a Secret to Everybody";
export const CONFIG_ID = '200000000000001';
export const REDIRECT_URI = 'http://127.0.0.1:1/back?from=test';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Instance {
  readonly token: string;
  readonly wabaId: string;
  readonly numberId: string;
}

export interface RunningPlatform extends Platform {
  /** The simulator's clock; what expires is tested by moving it. */
  readonly clock: { now: number };
  readonly app: { callbackUrl: string | undefined };
  readonly graph: (method: string, path: string, token?: string, body?: unknown) => Promise<Answer>;
  readonly control: (instruction: unknown) => Promise<Answer>;
  readonly described: () => Promise<z.infer<typeof Described>>;
  readonly dialogUrlWith: (parameters: Record<string, string>) => string;
  /** A sign-up as far as its code. */
  readonly signUp: (parameters?: Record<string, string>) => Promise<string>;
  readonly exchange: (code: string, parameters?: Record<string, string>) => Promise<Answer>;
  /** A sign-up as far as a token and the ids that it leads to. */
  readonly connect: (parameters?: Record<string, string>) => Promise<Instance>;
}

/** The number that was onboarded last, of all accounts of a token. */
const newestNumber = async (graph: RunningPlatform['graph'], token: string) => {
  const debugged = await graph('GET', `/debug_token?input_token=${token}`, `${APP_ID}|${APP_SECRET}`);
  const scopes = DebugToken.parse(debugged.body).data.granular_scopes;
  const wabaIds = scopes.find(({ scope }) => scope === 'whatsapp_business_management')?.target_ids ?? [];
  const newest = await Promise.all(
    wabaIds.map(async (wabaId) => {
      const query = 'sort=last_onboarded_time.desc&limit=1';
      const numbers = Numbers.parse((await graph('GET', `/${wabaId}/phone_numbers?${query}`, token)).body);
      return { token, wabaId, numberId: numbers.data[0]?.id ?? '', at: numbers.data[0]?.last_onboarded_time ?? '' };
    }),
  );
  const { at: _at, ...found } = newest.toSorted((left, right) => right.at.localeCompare(left.at))[0] ?? nothing;
  return found;
};

const startWith = (
  options: { dataDirectory?: string; caFile?: string },
  clock: { readonly now: number },
  app: { readonly callbackUrl: string | undefined },
): Promise<Platform> =>
  startPlatform({
    port: 0,
    dataDirectory: options.dataDirectory,
    appId: APP_ID,
    appSecret: APP_SECRET,
    configId: CONFIG_ID,
    redirectUris: () => [REDIRECT_URI],
    caFile: options.caFile,
    callbackUrl: () => app.callbackUrl,
    log: (message) => {
      throw new Error(message);
    },
    now: () => clock.now,
  });

export async function runPlatform(options: { dataDirectory?: string; caFile?: string } = {}): Promise<RunningPlatform> {
  const clock = { now: Date.UTC(2026, 0, 15) };
  const app: { callbackUrl: string | undefined } = { callbackUrl: undefined };
  const platform = await startWith(options, clock, app);
  const graph: RunningPlatform['graph'] = async (method, path, token, body) =>
    answerOf(
      await fetch(`${platform.graphUrl}${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const dialogUrlWith: RunningPlatform['dialogUrlWith'] = (parameters) =>
    `${platform.dialogUrl}?${new URLSearchParams({
      client_id: APP_ID,
      redirect_uri: REDIRECT_URI,
      state: 'st/ate',
      config_id: CONFIG_ID,
      response_type: 'code',
      override_default_response_type: 'true',
      ...parameters,
    }).toString()}`;
  const signUp: RunningPlatform['signUp'] = async (parameters = {}) => {
    const response = await fetch(dialogUrlWith({ auto: '1', ...parameters }), { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  const exchange: RunningPlatform['exchange'] = (code, parameters = {}) =>
    graph(
      'GET',
      `/oauth/access_token?${new URLSearchParams({ client_id: APP_ID, client_secret: APP_SECRET, code, redirect_uri: REDIRECT_URI, ...parameters }).toString()}`,
    );

  return {
    ...platform,
    clock,
    app,
    graph,
    dialogUrlWith,
    signUp,
    exchange,
    control: async (instruction) =>
      answerOf(await fetch(platform.controlUrl, { method: 'POST', body: JSON.stringify(instruction) })),
    described: async () => Described.parse((await answerOf(await fetch(platform.controlUrl))).body),
    connect: async (parameters = {}) => {
      const { access_token: token } = Token.parse((await exchange(await signUp(parameters))).body);
      return { ...(await newestNumber(graph, token)), token };
    },
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body };
}

const Token = z.object({ access_token: z.string() });
const DebugToken = z.object({
  data: z.object({ granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.string()) })) }),
});
const Numbers = z.object({ data: z.array(z.object({ id: z.string(), last_onboarded_time: z.string() })) });
const nothing = { wabaId: '', numberId: '', at: '' };
export const Ids = z.object({
  data: z.array(z.looseObject({ id: z.string() })),
  paging: z
    .object({
      cursors: z.object({ before: z.string(), after: z.string() }),
      next: z.string().optional(),
      previous: z.string().optional(),
    })
    .optional(),
});
const Described = z.object({
  oldest_version: z.string(),
  app: z.looseObject({ portfolio_id: z.string() }),
  wabas: z.array(
    z.looseObject({ id: z.string(), subscribed: z.boolean(), override_callback_uri: z.string().nullable() }),
  ),
  numbers: z.array(
    z.looseObject({
      id: z.string(),
      waba_id: z.string(),
      webhook_configuration: z.record(z.string(), z.string()),
    }),
  ),
  templates: z.array(z.looseObject({ id: z.string(), waba_id: z.string() })),
  calls: z.array(z.looseObject({ method: z.string(), path: z.string(), status: z.number(), at: z.string() })),
});
