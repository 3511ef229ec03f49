import type { AlarmConfiguration } from '../alarms.ts';
import type { MappingConfiguration } from '../event-sources/configuration.ts';
import type { HttpApi } from '../http-api.ts';
import type { CorsConfiguration } from '../http-api/cors.ts';
import type { AuthorizerConfiguration } from '../http-api/routes.ts';
import type { FunctionConfiguration } from '../lambda/configuration.ts';
import { permits, type Permission } from '../lambda/permissions.ts';
import type { Schedule } from '../schedules.ts';
import type { PolicyStatement } from '../services/iam/policy.ts';
import type { Services } from '../services/services.ts';

export interface AsynchronousTargets {
  readonly maximumRetryAttempts?: number;
  /** ARN of the queue for events that failed for good. */
  readonly onFailureArn?: string;
  /** ARN of the function's dead-letter queue. */
  readonly deadLetterArn?: string;
}

/** The parts of an HTTP API, which are separate resources of the template. */
export interface ApiParts {
  cors: CorsConfiguration | undefined;
  accessLogFormat: string;
  readonly integrations: Map<string, { readonly functionArn: string; readonly timeoutMilliseconds: number }>;
  readonly authorizers: Map<string, AuthorizerConfiguration>;
  readonly routes: { readonly routeKey: string; readonly integrationId: string; readonly authorizerId?: string }[];
}

/** An alias whose new versions CodeDeploy releases after a hook. */
export interface Release {
  /** Logical id of the alias. */
  readonly name: string;
  /** `application/group` */
  readonly deploymentGroup: string;
  /** Name or ARN of the function. */
  readonly hook: string;
}

/** What has to run when all resources of the templates are created. */
export interface Blueprint {
  readonly functions: FunctionConfiguration[];
  /** Another version of functions, by function name. */
  readonly functionsBeside: Map<string, FunctionConfiguration>;
  /** By function name. */
  readonly asynchronous: Map<string, AsynchronousTargets>;
  readonly mappings: MappingConfiguration[];
  readonly schedules: Schedule[];
  /** By role name. */
  readonly statements: Map<string, PolicyStatement[]>;
  /** By ARN. */
  readonly managedPolicies: Map<string, readonly PolicyStatement[]>;
  readonly apis: Map<string, ApiParts>;
  /** What lets other services invoke functions. */
  readonly permissions: Permission[];
  /** URL by ARN. */
  readonly queueUrls: Map<string, string>;
  readonly queueUrlsByName: Map<string, string>;
  readonly tableNames: string[];
  readonly releases: Release[];
  /** Names of the functions that have a URL. */
  readonly functionUrls: string[];
  /** Name of the table's partition key, by the stream's ARN. */
  readonly partitionKeys: Map<string, string>;
  readonly userPools: CreatedUserPool[];
  /** As CloudFormation lists the resources of a stack. */
  readonly resources: { readonly id: string; readonly type: string; readonly name: string }[];
  readonly alarms: AlarmConfiguration[];
  /** Of the resources that policies name, by ARN. */
  readonly logicalIds: Map<string, string>;
}

export interface CreatedUserPool {
  readonly poolId: string;
  readonly issuer: string;
  readonly jwks: object;
  readonly clientIds: string[];
}

export const createBlueprint = (): Blueprint => ({
  functions: [],
  functionsBeside: new Map(),
  asynchronous: new Map(),
  mappings: [],
  schedules: [],
  statements: new Map(),
  managedPolicies: new Map(),
  apis: new Map(),
  permissions: [],
  releases: [],
  queueUrls: new Map(),
  queueUrlsByName: new Map(),
  tableNames: [],
  functionUrls: [],
  partitionKeys: new Map(),
  userPools: [],
  resources: [],
  alarms: [],
  logicalIds: new Map(),
});

/** The context of the creation of a resource. */
export interface Creation {
  readonly services: Services;
  readonly blueprint: Blueprint;
  readonly stackName: string;
  readonly logicalId: string;
  /** `http://127.0.0.1:PORT` of the HTTP API. */
  readonly apiEndpoint: string;
  readonly assets: ReadonlyMap<string, string>;
}

/** Assembles an API from its parts. @throws Error when a route has no integration, or an authorizer that does not exist */
export const assembleApi = (
  apiId: string,
  domainName: string,
  parts: ApiParts,
  permissions: readonly Permission[],
): HttpApi => ({
  apiId,
  domainName,
  cors: parts.cors,
  accessLogFormat: parts.accessLogFormat,
  routes: parts.routes.map(({ routeKey, integrationId, authorizerId }) => {
    const integration = parts.integrations.get(integrationId);
    if (integration === undefined) throw new Error(`route ${routeKey} has no integration`);
    if (authorizerId === undefined) return { routeKey, ...integration };
    const authorizer = parts.authorizers.get(authorizerId);
    if (authorizer === undefined) throw new Error(`route ${routeKey} has no authorizer ${authorizerId}`);
    return { routeKey, ...integration, authorizer };
  }),
  mayInvoke: (functionArn, sourceArn) => permits(permissions, 'apigateway.amazonaws.com', functionArn, sourceArn),
});
