import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readStage, type AssemblyStack } from '@swift-worker/local-cloud/assembly.ts';
import type { AuditCopy } from '../lib/audit-copy.ts';
import { firstTable, type StageTables } from '../lib/stage-tables.ts';
import { startConnectHost } from './connect-host.ts';
import { createConsole } from './console/console.ts';
import { createDocsSite } from './console/docs-site.ts';
import { keepTables, keptTables, startDeployment } from './deployment.ts';
import { describeStack, dispatcherPath, stage, type Seeded } from './describe-stack.ts';
import { grantUsesOf, writeGrantUses, type GrantUse } from '@swift-worker/local-cloud/grant-uses.ts';
import type { FunctionLog } from '@swift-worker/local-cloud/lambda/log.ts';
import { openLineLog, type LineLog } from '@swift-worker/local-cloud/line-log.ts';
import { startLocalCloud, type LocalCloud } from '@swift-worker/local-cloud/local-cloud.ts';
import { local } from '../lib/stages.ts';
import { parameterValues } from './parameters.ts';
import type { Platform } from '@swift-worker/platform-simulator/platform.ts';
import { planPorts, type PortPlan } from './port-plan.ts';
import { createPortalBuild } from './portal/portal-build.ts';
import { portalConfigOf } from './portal/portal-config.ts';
import { createPortal, isOfPortal } from './portal/portal.ts';
import type { Receiver } from './receiver/receiver.ts';
import type { Runtime } from '@swift-worker/local-cloud/runtime.ts';
import type { Launch } from '../lambdas/domain/sign-up.ts';
import { seedingPrincipal } from './seeding-principal.ts';
import type { DynamoDbLocalTables } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import type { StackDescription } from './state-file.ts';
import { startSurroundings, type Surroundings } from './surroundings.ts';
import { synthesise } from './synthesise.ts';
import { createTeardown, type Teardown } from '@swift-worker/local-cloud/teardown.ts';
import type { Template } from '@swift-worker/local-cloud/template.ts';
import { startUnsignedGateway } from '@swift-worker/local-cloud/unsigned-gateway.ts';

/** What `seed` may use. Everything runs when it is called. */
interface SeedContext extends Pick<LocalCloud, 'functions' | 'services'>, Pick<Surroundings, 'receiver' | 'platform'> {
  readonly apiUrl: string;
  /** The outputs of the stage's stack. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Undefined: nothing is stored on disk. */
  readonly dataDirectory: string | undefined;
}

export type Seed = (context: SeedContext) => Promise<Seeded>;

export interface StackOptions {
  /** A directory with a cloud assembly; left out: the CDK app is synthesised when its sources have changed. */
  readonly assembly?: string;
  /** A directory with the cloud assembly of another version, whose functions run beside those of this one. */
  readonly beside?: string;
  /** Left out: any free ports. */
  readonly ports?: PortPlan;
  /** Left out: everything in memory. */
  readonly dataDirectory?: string | undefined;
  /** Left out: logs in memory only. */
  readonly logDirectory?: string | undefined;
  /** Creates the first records. */
  readonly seed?: Seed | undefined;
  /** Changes the template before it runs, for example to remove a permission in a test. */
  readonly adjust?: (template: Template) => Template;
  /** The most environments of a function; further requests wait. Default: 8. */
  readonly environmentLimit?: number;
  /** Copies of the audit trail. Left out: as the stage says. */
  readonly auditCopy?: AuditCopy;
  /** The probe of the stage. Left out: none. */
  readonly probe?: 'on';
  /** Where the tables are. Left out: in a DynamoDB Local of its own. */
  readonly dynamoDbLocal?: DynamoDbLocalTables | undefined;
  /** Divides retry gaps and similar times by 1,000. */
  readonly fastRetries?: boolean;
  /** How the hosted page launches the sign-up. Default: `dialog`. */
  readonly launch?: Launch;
  /** Shows each step to the person who waits. */
  readonly progress?: (step: string) => void;
  /** The file of the description, which the console names. Left out: the usual one. */
  readonly stateFile?: string;
  /** Receives the description, now and after each deployment. */
  readonly described?: (description: StackDescription) => void;
  /** Aborts the start, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface Stack extends Runtime {
  readonly description: StackDescription;
  /** Brings the running stack to other tables. */
  deploy(tables: StageTables): Promise<void>;
  readonly services: Services;
  readonly receiver: Receiver;
  readonly platform: Platform;
  /** What the functions printed. */
  readonly functionLog: FunctionLog;
  readonly accessLog: LineLog;
  /** The local cloud's own log. */
  readonly log: LineLog;
  /** The calls of AWS services that the functions made so far. */
  grantUses(): readonly GrantUse[];
  stop(): Promise<void>;
}

const defaultEnvironmentLimit = 8;

const readStacks = async (options: StackOptions, tables: StageTables): Promise<AssemblyStack[]> => {
  const { assembly, adjust, progress, signal, auditCopy, probe } = options;
  const begun = (): void => progress?.('Synthesising the stage local');
  const chosen = tables === firstTable ? {} : { tables };
  const stacks = readStage(
    assembly ?? (await synthesise({ stage, signal, begun, auditCopy, probe, ...chosen })),
    stage,
  );
  return stacks.map((stack) => (adjust === undefined ? stack : { ...stack, template: adjust(stack.template) }));
};

interface CloudParts {
  readonly options: StackOptions;
  readonly ports: PortPlan;
  readonly teardown: Teardown;
  readonly step: (name: string) => void;
  readonly log: (line: string) => void;
  readonly stacks: Promise<AssemblyStack[]>;
  readonly connectOrigin: string;
  readonly surroundings: Surroundings;
  /** Is called with the address of the API, before the resources are created. */
  readonly known: (baseUrl: string) => void;
}

const startCloud = (parts: CloudParts): Promise<LocalCloud> => {
  const { options, ports, teardown, step, log, stacks, connectOrigin, surroundings, known } = parts;
  const { dataDirectory, logDirectory, fastRetries = false, launch = 'dialog' } = options;
  const { platform, app } = surroundings;
  return startLocalCloud({
    ports,
    dataDirectory,
    logDirectory,
    teardown,
    step,
    log,
    stacks,
    ...(options.beside !== undefined && { beside: Promise.resolve(readStage(options.beside, stage)) }),
    caFile: surroundings.certificates.caFile,
    environmentLimit: options.environmentLimit ?? defaultEnvironmentLimit,
    dynamoDbLocal: options.dynamoDbLocal,
    verifiedDomains: local.noticesFrom === undefined ? [] : [local.noticesFrom.domain],
    parameters: (facts) => {
      known(facts.baseUrl);
      const { graphUrl, dialogUrl, sdkUrl } = platform;
      const [userPool] = facts.userPools;
      return parameterValues({
        ...facts,
        connectOrigin,
        graphUrl,
        dialogUrl,
        sdkUrl,
        launch,
        app,
        userPool,
        fastRetries,
      });
    },
  });
};

const startPages = (teardown: Teardown) => {
  const docs = createDocsSite();
  const portalBuild = createPortalBuild();
  teardown.add(() => docs.stop());
  teardown.add(() => portalBuild.stop());
  return { docs, portalBuild };
};

const seed = async (
  options: StackOptions,
  { services, functions, outputs, blueprint }: LocalCloud,
  { platform, receiver }: Surroundings,
  { step, baseUrl }: { readonly step: (name: string) => void; readonly baseUrl: string },
) => {
  services.addPrincipal(seedingPrincipal(blueprint.managedPolicies.get(outputs['OperatorPolicyArn'] ?? '') ?? []));
  if (options.seed !== undefined) step('Seeding the partners');
  const apiUrl = `${baseUrl}${dispatcherPath}`;
  const context = { apiUrl, outputs, services, functions, receiver, platform, dataDirectory: options.dataDirectory };
  return (await options.seed?.(context)) ?? { apikey: '', partners: [] };
};

interface DeploymentParts {
  readonly options: StackOptions;
  readonly cloud: LocalCloud;
  readonly surroundings: Surroundings;
  readonly unsignedGatewayUrl: string;
  readonly seeded: Awaited<ReturnType<typeof seed>>;
  readonly teardown: Teardown;
  readonly write: (line: string) => void;
}

/** Shows the description and the pages of what is deployed, and deploys again on demand. */
const startDeployments = async (parts: DeploymentParts) => {
  const { options, cloud, surroundings, unsignedGatewayUrl, seeded, teardown, write } = parts;
  const { dataDirectory } = options;
  const { services, apiServer } = cloud;
  const { receiver } = surroundings;
  const pages = startPages(teardown);
  let description: StackDescription;
  const show = (deployUrl: string, tables: StageTables): void => {
    description = describeStack({ cloud, surroundings, unsignedGatewayUrl, deployUrl, tables, ...seeded });
    const { docs, portalBuild } = pages;
    const answerConsole = createConsole({ description, stateFile: options.stateFile, services, receiver }, docs);
    const answerPortal = createPortal(portalConfigOf(cloud, description), portalBuild);
    apiServer.showPages((request, response) => (isOfPortal(request) ? answerPortal : answerConsole)(request, response));
    options.described?.(description);
  };
  const deploy = async (tables: StageTables): Promise<void> => {
    keepTables(dataDirectory, tables);
    await cloud.deploy(await readStacks(options, tables));
    show(description.deploy_url, tables);
  };
  const deployment = await startDeployment(deploy, write);
  teardown.add(() => deployment.stop());
  show(`http://127.0.0.1:${deployment.port}/`, keptTables(dataDirectory));
  return { deploy, description: () => description };
};

const startUnsigned = async (
  ports: PortPlan,
  endpoint: string,
  write: (line: string) => void,
  teardown: Teardown,
): Promise<string> => {
  const unsignedGateway = await startUnsignedGateway(ports.unsignedGateway, endpoint, write);
  teardown.add(() => unsignedGateway.stop());
  return `http://127.0.0.1:${unsignedGateway.port}`;
};

interface StackParts extends Pick<Stack, 'log' | 'grantUses' | 'deploy'> {
  readonly cloud: LocalCloud;
  readonly surroundings: Surroundings;
  readonly description: () => StackDescription;
  readonly teardown: Teardown;
}

/** What is deployed changes with a deployment. */
const stackOf = ({ cloud, surroundings, description, teardown, log, grantUses, deploy }: StackParts): Stack => ({
  receiver: surroundings.receiver,
  platform: surroundings.platform,
  log,
  grantUses,
  deploy,
  stop: teardown.run,
  services: cloud.services,
  functionLog: cloud.functionLog,
  accessLog: cloud.accessLog,
  get description() {
    return description();
  },
  get functions() {
    return cloud.functions;
  },
  get mappings() {
    return cloud.mappings;
  },
  get schedules() {
    return cloud.schedules;
  },
  get controlUrl() {
    return cloud.controlUrl;
  },
});

const run = async (options: StackOptions, teardown: Teardown, log: LineLog): Promise<Stack> => {
  const { dataDirectory, ports = planPorts(0) } = options;
  const step = (name: string): void => {
    options.signal?.throwIfAborted();
    options.progress?.(name);
  };
  const write = (line: string): void => {
    log.write(`${new Date().toISOString()} ${line}`);
  };
  let baseUrl = '';
  const stacks = readStacks(options, keptTables(dataDirectory));
  // It is awaited later. A start that fails before must not leave an unhandled rejection.
  stacks.catch(() => undefined);
  step('Starting the platform and the receivers');
  const connectHost = await startConnectHost(ports.connect, write);
  teardown.add(() => connectHost.stop());
  const { origin: connectOrigin } = connectHost;
  const surroundings = await startSurroundings({
    ports,
    dataDirectory,
    teardown,
    log: write,
    baseUrl: () => baseUrl,
    connectOrigin,
  });
  const cloud = await startCloud({
    options,
    ports,
    teardown,
    step,
    log: write,
    stacks,
    connectOrigin,
    surroundings,
    known: (url) => (baseUrl = url),
  });
  const { services, apiServer } = cloud;
  connectHost.open(apiServer);
  const unsignedGatewayUrl = await startUnsigned(ports, services.endpoint, write, teardown);

  const grantUses = (): readonly GrantUse[] => grantUsesOf(services.accesses, cloud.blueprint.logicalIds);
  if (options.assembly === undefined && options.adjust === undefined) {
    teardown.add(() => {
      writeGrantUses(grantUses());
    });
  }

  const seeded = await seed(options, cloud, surroundings, { step, baseUrl });
  options.signal?.throwIfAborted();
  const { deploy, description } = await startDeployments({
    options,
    cloud,
    surroundings,
    unsignedGatewayUrl,
    seeded,
    teardown,
    write,
  });
  return stackOf({ cloud, surroundings, log, grantUses, deploy, description, teardown });
};

/**
 * Runs the template of the stage `local` on this machine.
 * @throws Error when a part can't be started; the parts that were started are stopped again
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
