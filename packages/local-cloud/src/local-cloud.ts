import path from 'node:path';
import type { Log } from '@swift-worker/loopback/server.ts';
import { startApiServer, type ApiServer } from './api-server.ts';
import type { AssemblyStack } from './assembly.ts';
import { openCheckpoints } from './event-sources/checkpoints.ts';
import { createHttpApi } from './http-api.ts';
import { openFunctionLog, type FunctionLog } from './lambda/log.ts';
import { openLineLog, type LineLog } from './line-log.ts';
import { provision, type Provisioned } from './provision.ts';
import { assembleApi, type Blueprint, type CreatedUserPool } from './resources/blueprint.ts';
import { startRuntime, type Runtime } from './runtime.ts';
import type { DynamoDbLocalTables } from './services/dynamodb-local.ts';
import type { Lag } from './services/replication-lag.ts';
import { startServices, type Services } from './services/services.ts';
import { createTeardown, type Teardown } from './teardown.ts';

/** The values that parameters of the templates may depend on. */
interface CloudFacts {
  /** `http://127.0.0.1:PORT` of the HTTP API. */
  readonly baseUrl: string;
  /** The origin of the managed login. */
  readonly signInOrigin: string;
  /** The user pools that were created so far. */
  readonly userPools: readonly CreatedUserPool[];
}

export interface LocalCloudOptions {
  /** In the order of deployment. The cloud starts while they are synthesised. */
  readonly stacks: Promise<readonly AssemblyStack[]>;
  /** Another version of the stacks. Its functions run beside those of `stacks`, each with its share of the invocations. */
  readonly beside?: Promise<readonly AssemblyStack[]> | undefined;
  /** The templates' parameters. Called again after a user pool was created. */
  readonly parameters: (facts: CloudFacts) => Readonly<Record<string, string>>;
  /** 0: any free port. */
  readonly ports: Readonly<Record<'api' | 'gateway' | 'dynamodb' | 'cognito' | 'control', number>>;
  /** Where tables, queues, users, keys and secrets are kept; undefined: in memory. */
  readonly dataDirectory: string | undefined;
  /** Where `access.log` and `functions.log` are written; undefined: in memory. */
  readonly logDirectory: string | undefined;
  /** PEM file with the authorities that functions trust in addition to the public ones. */
  readonly caFile: string | undefined;
  /** The most environments of a function; further requests wait. */
  readonly environmentLimit: number;
  /** The domains that SES has verified; left out: none, so that it refuses every mail. */
  readonly verifiedDomains?: readonly string[] | undefined;
  /** How long eventually consistent reads of tables lag; left out: not at all. */
  readonly lag?: Lag | undefined;
  /** Where the tables are; left out: in a DynamoDB Local of its own. */
  readonly dynamoDbLocal?: DynamoDbLocalTables | undefined;
  readonly log: Log;
  /** Registers what must be stopped, also when the start fails. */
  readonly teardown: Teardown;
  /** Called before each step that takes time. May throw an Error to abort the start. */
  readonly step?: (name: string) => void;
}

export interface LocalCloud extends Runtime, Provisioned {
  readonly baseUrl: string;
  readonly apiServer: ApiServer;
  readonly services: Services;
  /** The output of the functions. */
  readonly functionLog: FunctionLog;
  readonly accessLog: LineLog;
  /**
   * Brings everything up to other templates. Calls are answered with 503 meanwhile.
   * @throws Error when a hook stops the release of an alias: the earlier templates run again
   */
  deploy(stacks: readonly AssemblyStack[]): Promise<void>;
}

/** What one deployment made. */
interface Deployed {
  readonly provisioned: Provisioned;
  readonly runtime: Runtime;
  readonly teardown: Teardown;
}

/** Waits until both are settled. Only then is it known what must be stopped. */
const both = async <A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> => {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
};

interface CloudParts {
  readonly options: LocalCloudOptions;
  readonly services: Services;
  readonly beside: readonly AssemblyStack[];
  readonly apiServer: ApiServer;
  readonly functionLog: FunctionLog;
  readonly accessLog: LineLog;
}

type Deploy = (wanted: readonly AssemblyStack[], controlPort: number, kind: 'creation' | 'update') => Promise<Deployed>;

/** The hooks before traffic, each of which must report that its alias may have the new version. @throws Error that names the alias */
const runHooks = async ({ releases }: Blueprint, { functions }: Runtime, services: Services): Promise<void> => {
  for (const { name, deploymentGroup, hook } of releases) {
    const invoke = (event: object) => functions.get(hook).invoke(JSON.stringify(event));
    const status = await services.runHook(deploymentGroup, invoke);
    if (status !== 'Succeeded') throw new Error(`the release of ${name} was stopped by its hook: ${status}`);
  }
};

/** Creates the resources of stacks, and runs their functions until the teardown of what it returns. */
const deploying = ({ options, services, beside, apiServer, functionLog, accessLog }: CloudParts): Deploy => {
  const { caFile, environmentLimit, log } = options;
  const { baseUrl, host } = apiServer;
  const checkpoints = openCheckpoints(options.dataDirectory);
  const parameters = (userPools: readonly CreatedUserPool[]): Readonly<Record<string, string>> =>
    options.parameters({ baseUrl, signInOrigin: services.signInOrigin, userPools });
  return async (wanted, controlPort, kind) => {
    const provisioned = await provision({ stacks: wanted, beside, services, apiEndpoint: baseUrl, parameters });
    const { blueprint } = provisioned;
    const own = createTeardown((error) => {
      log(`could not be stopped: ${String(error)}`);
    });
    try {
      const runtime = await startRuntime({
        blueprint,
        services,
        functionLog,
        checkpoints,
        log,
        caFile,
        environmentLimit,
        controlPort,
        teardown: own,
      });
      if (kind === 'update') await runHooks(blueprint, runtime, services);
      for (const [apiId, parts] of blueprint.apis) {
        apiServer.open(
          createHttpApi(assembleApi(apiId, host, parts, blueprint.permissions), runtime.functions, accessLog.write),
        );
      }
      return { provisioned, runtime, teardown: own };
    } catch (error) {
      await own.run();
      throw error;
    }
  };
};

/**
 * Runs the stacks of a synthesised CDK app on this machine.
 * @throws Error that names the resource when a resource can't be created
 */
export const startLocalCloud = async (options: LocalCloudOptions): Promise<LocalCloud> => {
  const { ports, logDirectory, log, teardown, step = () => undefined } = options;
  const logFile = (name: string): string | undefined => logDirectory && path.join(logDirectory, name);
  const accessLog = openLineLog(logFile('access.log'));
  teardown.add(accessLog.close);
  const functionLog = openFunctionLog(logFile('functions.log'));
  teardown.add(functionLog.close);
  const apiServer = await startApiServer(ports.api, log);
  teardown.add(() => apiServer.stop());
  const { baseUrl } = apiServer;

  step('Starting the AWS services');
  const starting = startServices(options);
  teardown.add(() => starting.then((services) => services.stop()).catch(() => undefined));
  const [services, stacks] = await both(starting, options.stacks);

  const beside = (await options.beside) ?? [];
  const roll = deploying({ options, services, beside, apiServer, functionLog, accessLog });
  step('Creating the resources of the templates');
  let current = await roll(stacks, ports.control, 'creation');
  let running = stacks;
  teardown.add(() => current.teardown.run());
  return {
    baseUrl,
    apiServer,
    services,
    functionLog,
    accessLog,
    get blueprint() {
      return current.provisioned.blueprint;
    },
    get outputs() {
      return current.provisioned.outputs;
    },
    get functions() {
      return current.runtime.functions;
    },
    get mappings() {
      return current.runtime.mappings;
    },
    get schedules() {
      return current.runtime.schedules;
    },
    get controlUrl() {
      return current.runtime.controlUrl;
    },
    deploy: async (wanted) => {
      const { port } = new URL(current.runtime.controlUrl);
      apiServer.close();
      await current.teardown.run();
      try {
        current = await roll(wanted, Number(port), 'update');
        running = wanted;
      } catch (error) {
        current = await roll(running, Number(port), 'creation');
        throw error;
      }
    },
  };
};
