import { z } from 'zod';
import { callbackPath } from '../../lambdas/connect/page/paths.ts';
import { createPlatformClient, type PlatformClient } from '../../lambdas/platform/client.ts';
import { platformLimits } from '../../lambdas/platform/limits.ts';
import { createPlatformHttp } from '../../lambdas/platform/http.ts';
import { ensureCertificates } from '../../local/certificates.ts';
import { startPlatform, type Platform } from '@swift-worker/platform-simulator/platform.ts';
import { startReceiver, type Receiver } from '../../local/receiver/receiver.ts';
import { testClock, type TestClock } from './test-clock.ts';
import { startTestTable, type TestTable } from './test-table.ts';

export const app = { id: '100000000000001', secret: 'the-secret-of-the-app', configId: '200000000000001' };

/** The origin of the hosted pages. */
export const baseUrl = 'https://api.example';

const Number = z.looseObject({
  id: z.string(),
  waba_id: z.string(),
  registered: z.boolean(),
  webhook_configuration: z.record(z.string(), z.string()),
});

const State = z.object({
  wabas: z.array(z.object({ id: z.string(), subscribed: z.boolean(), override_callback_uri: z.string().nullable() })),
  numbers: z.array(Number),
  calls: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      query: z.record(z.string(), z.string()),
      status: z.number(),
    }),
  ),
});
type PlatformState = z.infer<typeof State>;

/** Shared by the tests of a file: the table, the platform simulator and the partners' receivers, with one clock. */
export interface Scenery {
  readonly table: TestTable;
  readonly clock: TestClock;
  readonly platform: Platform;
  readonly receiver: Receiver;
  readonly client: PlatformClient;
  readonly control: (instructions: object) => Promise<void>;
  readonly state: () => Promise<PlatformState>;
  /** Answers the platform's dialog at once. @returns where it redirects to */
  readonly signUp: (dialog: URL) => Promise<URL>;
  readonly stop: () => Promise<void>;
}

const clientOf = (platform: Platform, clock: TestClock): PlatformClient =>
  createPlatformClient({
    http: createPlatformHttp(platform.graphUrl),
    budget: { reserve: () => Promise.resolve('granted'), observe: () => Promise.resolve() },
    clock: clock.now,
    random: Math.random,
    sleep: () => Promise.resolve(),
    // One attempt, so that the saga sees each failure.
    limits: { ...platformLimits, attempts: 1 },
    until: Infinity,
  });

/** Answers a dialog that the simulator serves. */
export const signUp: Scenery['signUp'] = async (dialog) => {
  const response = await fetch(dialog, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
};

export const startScenery = async (): Promise<Scenery> => {
  const clock = testClock();
  const certificates = await ensureCertificates(undefined);
  const quiet = (): void => undefined;
  const [table, platform, receiver] = await Promise.all([
    startTestTable(),
    startPlatform({
      port: 0,
      dataDirectory: undefined,
      appId: app.id,
      appSecret: app.secret,
      configId: app.configId,
      redirectUris: () => [`${baseUrl}${callbackPath}`],
      caFile: certificates.caFile,
      callbackUrl: () => undefined,
      log: quiet,
      now: clock.now,
    }),
    startReceiver({ httpsPort: 0, controlPort: 0, tls: certificates.server, verifyTokens: new Map(), log: quiet }),
  ]);
  return {
    table,
    clock,
    platform,
    receiver,
    client: clientOf(platform, clock),
    control: async (instructions) => {
      const response = await fetch(platform.controlUrl, { method: 'POST', body: JSON.stringify(instructions) });
      if (!response.ok) throw new Error(await response.text());
    },
    signUp,
    state: async () => State.parse(await (await fetch(platform.controlUrl)).json()),
    stop: async () => {
      await Promise.all([table.stop(), platform.stop(), receiver.stop()]);
      await certificates.remove();
    },
  };
};
