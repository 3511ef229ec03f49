import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { verifyTokenOf } from '../lambdas/platform-callback/verify-token.ts';
import { readStage, type AssemblyStack } from '@swift-worker/local-cloud/assembly.ts';
import { createConsole } from './console/console.ts';
import { startApiServer } from '@swift-worker/local-cloud/api-server.ts';
import { grantUsesOf, writeGrantUses, type GrantUse } from '@swift-worker/local-cloud/grant-uses.ts';
import { createHttpApi } from '@swift-worker/local-cloud/http-api.ts';
import { openFunctionLog, type FunctionLog } from '@swift-worker/local-cloud/lambda/log.ts';
import { openLineLog, type LineLog } from '@swift-worker/local-cloud/line-log.ts';
import { parameterValues } from './parameters.ts';
import type { Platform } from '@swift-worker/platform-simulator/platform.ts';
import { planPorts, type PortPlan } from './port-plan.ts';
import { provision } from '@swift-worker/local-cloud/provision.ts';
import type { Receiver } from './receiver/receiver.ts';
import { assembleApi, type Blueprint } from '@swift-worker/local-cloud/resources/blueprint.ts';
import { startRuntime, type Runtime } from '@swift-worker/local-cloud/runtime.ts';
import { seedingPrincipal } from './seeding-principal.ts';
import { rootAccessKeyId } from '@swift-worker/local-cloud/services/authorization.ts';
import { region } from '@swift-worker/local-cloud/services/names.ts';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import type { DescribedPartner, StackDescription } from './state-file.ts';
import { startSurroundings, type Surroundings } from './surroundings.ts';
import { synthesise } from './synthesise.ts';
import { createTeardown } from '@swift-worker/local-cloud/teardown.ts';
import type { Template } from '@swift-worker/local-cloud/template.ts';

/** What `seed` may use: everything runs when it is called. */
interface SeedContext extends Pick<Runtime, 'functions'>, Pick<Surroundings, 'services' | 'receiver' | 'platform'> {
  readonly apiUrl: string;
  /** Of the stage's stack. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Undefined: nothing is kept. */
  readonly dataDirectory: string | undefined;
}

export interface Seeded {
  readonly apikey: string;
  readonly partners: DescribedPartner[];
}

export type Seed = (context: SeedContext) => Promise<Seeded>;

export interface StackOptions {
  /** A directory with a cloud assembly; left out: the CDK app is synthesised when its sources have changed. */
  readonly assembly?: string;
  /** Left out: any free ports. */
  readonly ports?: PortPlan;
  /** Left out: everything in memory. */
  readonly dataDirectory?: string | undefined;
  /** Left out: logs in memory only. */
  readonly logDirectory?: string | undefined;
  /** Brings in what the stack should not be without. */
  readonly seed?: Seed | undefined;
  /** Changes the template before it runs: a test's way to take a permission away. */
  readonly adjust?: (template: Template) => Template;
  /** Environments a function has at most; more requests wait. 8 when left out. */
  readonly environmentLimit?: number;
  /** Divides webhook gaps and their like by 1,000. */
  readonly fastRetries?: boolean;
  /** Says what is being done, for the person who waits. */
  readonly progress?: (step: string) => void;
  /** Gives the start up; it then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface Stack extends Runtime {
  readonly description: StackDescription;
  readonly services: Services;
  readonly receiver: Receiver;
  readonly platform: Platform;
  /** What the functions printed. */
  readonly functionLog: FunctionLog;
  readonly accessLog: LineLog;
  /** What the local cloud itself has to say. */
  readonly log: LineLog;
  /** What the functions asked of AWS services so far. */
  grantUses(): readonly GrantUse[];
  stop(): Promise<void>;
}

const stage = 'local';
const dispatcherPath = '/functions/v1/swift-worker';
const defaultEnvironmentLimit = 8;

const readStacks = async ({ assembly, adjust, progress, signal }: StackOptions): Promise<AssemblyStack[]> => {
  const begun = (): void => progress?.('Synthesising the stage local');
  const stacks = readStage(assembly ?? (await synthesise({ stage, signal, begun })), stage);
  return stacks.map((stack) => (adjust === undefined ? stack : { ...stack, template: adjust(stack.template) }));
};

/** Waits until both are settled: only then is it known what there is to stop. */
const both = async <A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
};

interface Described extends Seeded {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly surroundings: Surroundings;
  readonly blueprint: Blueprint;
  readonly outputs: Readonly<Record<string, string>>;
}

const describe = (described: Described): StackDescription => {
  const { baseUrl, controlUrl, surroundings, blueprint, outputs, apikey, partners } = described;
  const { services, platform, receiver, unsignedGatewayUrl } = surroundings;
  const toUnsignedGateway = (url: string): string => `${unsignedGatewayUrl}${new URL(url).pathname}`;
  return {
    stage,
    base_url: baseUrl,
    api_url: `${baseUrl}${dispatcherPath}`,
    console_url: `${baseUrl}/`,
    apikey,
    partners,
    receiver: { inbox_url: receiver.inboxUrl, control_url: receiver.controlUrl },
    platform: {
      graph_url: platform.graphUrl,
      control_url: platform.controlUrl,
      app_secret: surroundings.app.secret,
      callback_url: surroundings.callbackUrl,
      verify_token: verifyTokenOf(surroundings.app.secret),
    },
    dynamodb: { endpoint: services.dynamodbEndpoint, region, table: blueprint.tableNames[0] ?? '' },
    sqs: {
      endpoint: unsignedGatewayUrl,
      queues: Object.fromEntries([...blueprint.queueUrlsByName].map(([name, url]) => [name, toUnsignedGateway(url)])),
    },
    ca_file: surroundings.certificates.caFile,
    aws: { endpoint: services.endpoint, region, access_key_id: rootAccessKeyId, secret_access_key: rootAccessKeyId },
    outputs: { ...outputs },
    control_url: controlUrl,
  };
};

const run = async (
  options: StackOptions,
  teardown: ReturnType<typeof createTeardown>,
  log: LineLog,
): Promise<Stack> => {
  const { dataDirectory, logDirectory, ports = planPorts(0), fastRetries = false } = options;
  const step = (name: string): void => {
    options.signal?.throwIfAborted();
    options.progress?.(name);
  };
  const logFile = (name: string): string | undefined => logDirectory && path.join(logDirectory, name);
  const write = (line: string): void => {
    log.write(`${new Date().toISOString()} ${line}`);
  };
  const accessLog = openLineLog(logFile('access.log'));
  teardown.add(accessLog.close);
  const functionLog = openFunctionLog(logFile('functions.log'));
  teardown.add(functionLog.close);
  const apiServer = await startApiServer(ports.api, write);
  teardown.add(() => apiServer.stop());
  const { baseUrl, host } = apiServer;

  step('Starting the AWS services, the platform and the receivers');
  const [surroundings, stacks] = await both(
    startSurroundings({ ports, dataDirectory, baseUrl, teardown, log: write }),
    readStacks(options),
  );
  const { services, platform, receiver } = surroundings;

  step('Creating the resources of the template');
  const { blueprint, outputs } = await provision({
    stacks,
    services,
    apiEndpoint: baseUrl,
    parameters: ([userPool]) => {
      const { graphUrl, dialogUrl } = platform;
      return parameterValues({ baseUrl, graphUrl, dialogUrl, app: surroundings.app, userPool, fastRetries });
    },
  });
  const runtime = await startRuntime({
    ...{ blueprint, services, functionLog, dataDirectory, teardown, log: write },
    controlPort: ports.control,
    caFile: surroundings.certificates.caFile,
    environmentLimit: options.environmentLimit ?? defaultEnvironmentLimit,
  });
  for (const [apiId, parts] of blueprint.apis) {
    apiServer.open(createHttpApi(assembleApi(apiId, host, parts), runtime.functions, accessLog.write));
  }

  const grantUses = (): readonly GrantUse[] => grantUsesOf(services.accesses, blueprint.logicalIds);
  const isService = options.assembly === undefined && options.adjust === undefined;
  if (isService) {
    teardown.add(() => {
      writeGrantUses(grantUses());
    });
  }

  const { functions, controlUrl } = runtime;
  services.addPrincipal(seedingPrincipal(blueprint.managedPolicies.get(outputs['OperatorPolicyArn'] ?? '') ?? []));
  const apiUrl = `${baseUrl}${dispatcherPath}`;
  if (options.seed !== undefined) step('Seeding the partners');
  const context = { apiUrl, outputs, services, functions, receiver, platform, dataDirectory };
  const seeded = (await options.seed?.(context)) ?? { apikey: '', partners: [] };
  options.signal?.throwIfAborted();
  const description = describe({ baseUrl, controlUrl, surroundings, blueprint, outputs, ...seeded });
  apiServer.showConsole(createConsole({ description, services, receiver, platform }));
  const running = { services, receiver, platform, functionLog, accessLog, log };
  return { ...runtime, ...running, description, grantUses, stop: teardown.run };
};

/**
 * Runs the template of the stage `local` on this machine.
 * @throws Error when anything of it can't start; what had started is stopped again
 */
export const startStack = async (options: StackOptions = {}): Promise<Stack> => {
  const { dataDirectory, logDirectory } = options;
  for (const directory of [dataDirectory, logDirectory]) {
    if (directory !== undefined) mkdirSync(directory, { recursive: true });
  }
  const log = openLineLog(logDirectory && path.join(logDirectory, 'local-cloud.log'));
  const teardown = createTeardown((error) => {
    log.write(`could not be stopped: ${String(error)}`);
  });
  teardown.add(log.close);
  try {
    return await run(options, teardown, log);
  } catch (error) {
    await teardown.run();
    throw error;
  }
};
