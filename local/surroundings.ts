import { callbackPath as signUpReturnPath } from '../lambdas/connect/page/paths.ts';
import { local } from '../lib/stages.ts';
import { ensureCertificates, type Certificates } from './certificates.ts';
import type { Log } from '@swift-worker/loopback/server.ts';
import { startPlatform, type Platform } from '@swift-worker/platform-simulator/platform.ts';
import type { PortPlan } from './port-plan.ts';
import { startReceiver, type Receiver } from './receiver/receiver.ts';
import type { Teardown } from '@swift-worker/local-cloud/teardown.ts';

/** The systems outside AWS that the service calls: the platform and the partners' endpoints. */
export interface Surroundings {
  readonly certificates: Certificates;
  readonly platform: Platform;
  /** The app at the platform. */
  readonly app: { readonly id: string; readonly secret: string; readonly configId: string };
  readonly callbackUrl: () => string;
  readonly receiver: Receiver;
}

export interface SurroundingsOptions {
  readonly ports: PortPlan;
  readonly dataDirectory: string | undefined;
  /** The address of the API; called once the API listens. */
  readonly baseUrl: () => string;
  /** The origin of the hosted pages. */
  readonly connectOrigin: string;
  readonly log: Log;
  readonly teardown: Teardown;
}

const callbackPath = '/platform/callback';
const partnerNumbers = [1, 2];
const app = { id: '100000000000001', secret: 'local-app-secret', configId: local.signUp.configId };

export const startSurroundings = async (options: SurroundingsOptions): Promise<Surroundings> => {
  const { ports, dataDirectory, baseUrl, connectOrigin, log, teardown } = options;
  const kept = <T extends { stop(): Promise<void> }>(started: T): T => {
    teardown.add(() => started.stop());
    return started;
  };
  const callbackUrl = (): string => `${baseUrl()}${callbackPath}`;
  const certificates = await ensureCertificates(dataDirectory);
  teardown.add(certificates.remove);
  const { caFile, server: tls } = certificates;
  const platform = kept(
    await startPlatform({
      appId: app.id,
      appSecret: app.secret,
      configId: app.configId,
      redirectUris: () => [`${connectOrigin}${signUpReturnPath}`],
      port: ports.platform,
      dataDirectory,
      caFile,
      log,
      callbackUrl,
    }),
  );
  const receiver = kept(
    await startReceiver({
      httpsPort: ports.receiver,
      controlPort: ports.receiverControl,
      tls,
      log,
      verifyTokens: new Map(partnerNumbers.map((number) => [number, `verify-token-${number}`])),
    }),
  );
  return {
    certificates,
    platform,
    receiver,
    callbackUrl,
    app,
  };
};
