import path from 'node:path';
import { z } from 'zod';
import { variables } from '../../../lambdas/runtime/environment.ts';
import { tableProperties } from '../../harness/table-properties.ts';
import { bundleChild, bundleOther, bundleOurs, bundlePeer, type Bundle } from './bundles.ts';
import { figuresOfProcess, startServer } from './processes.ts';
import { makeFixture, type OtherCall } from './fixture.ts';

const timing = z.object({
  /** Milliseconds until the bundle was loaded. */
  imported: z.number(),
  /** Milliseconds until its first command was answered, including the loading. */
  answered: z.number(),
  /** Microseconds of processor time of a later command. */
  cpu: z.number(),
});
type Timing = z.output<typeof timing>;

export interface SpeedStage {
  readonly ours: Bundle;
  readonly powertools: Bundle;
  readonly plain: Bundle;
  /** The other calls as people usually make them. */
  readonly usualCalls: Bundle;
  /** The service of another checkout. */
  readonly bundleOf: (checkout: string) => Bundle;
  /** Runs a fresh process: its first call, the command by default, the unmeasured commands, and the measured ones. */
  readonly time: (bundle: Bundle, warmUp: number, calls: number, call?: OtherCall) => Promise<Timing>;
  readonly stop: () => Promise<void>;
}

const environmentOf = (endpoint: string): Record<string, string> => ({
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_LAMBDA_FUNCTION_NAME: 'bench',
  AWS_ENDPOINT_URL: endpoint,
  [variables.stage]: 'local',
  [variables.tableName]: tableProperties.TableName,
  [variables.keyId]: 'bench',
  // As many calls a second as a processor can do are more than a partner may have.
  [variables.rateScale]: '1000',
  [variables.mostEnvironments]: 'Infinity',
  [variables.graphUrl]: 'http://127.0.0.1:1',
  [variables.baseUrl]: 'http://127.0.0.1:1',
  [variables.memberIssuer]: 'https://issuer.example',
  [variables.memberClientId]: 'bench',
  [variables.memberPoolId]: 'bench',
  [variables.memberJwksUri]: 'https://issuer.example/jwks.json',
});

/** Opens the bundles, and a mock endpoint in a process of its own. */
export const openSpeedStage = async (): Promise<SpeedStage> => {
  const fixture = await makeFixture();
  const { directory } = fixture;
  const endpoint = await startServer(path.join(import.meta.dirname, 'mock-endpoint.ts'), fixture.itemsFile);
  const env = environmentOf(endpoint.url);
  const child = bundleChild(directory);
  const run = ({ name, file }: Bundle, ...args: readonly string[]): Promise<Timing> =>
    figuresOfProcess(`the bundle ${name}`, [child, file, ...args], env, timing);
  const fileOf = (call: OtherCall | undefined): string =>
    call === undefined ? fixture.eventFile : fixture.callFiles[call];
  return {
    ours: bundleOurs(directory, 'ours'),
    powertools: bundlePeer(directory, 'powertools', 'tools/bench/peers/powertools.ts'),
    plain: bundlePeer(directory, 'plain', 'tools/bench/peers/plain.ts'),
    usualCalls: bundlePeer(directory, 'Powertools, ElectroDB', 'tools/bench/peers/calls.ts'),
    bundleOf: (checkout) => bundleOther(directory, checkout),
    time: (bundle, warmUp, calls, call) => run(bundle, fileOf(call), String(warmUp), String(calls)),
    stop: async () => {
      await endpoint.stop();
      await fixture.remove();
    },
  };
};
