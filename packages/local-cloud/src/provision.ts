import { z } from 'zod';
import type { AssemblyStack } from './assembly.ts';
import { creationOrder } from './creation-order.ts';
import { holds, resolve, type CreatedResource, type Scope } from './intrinsics.ts';
import { createAlarm } from './resources/alarms.ts';
import {
  createBlueprint,
  type Blueprint,
  type Creation,
  type CreatedUserPool,
  type Release,
} from './resources/blueprint.ts';
import {
  createBucket,
  createKey,
  createQueue,
  createSecret,
  createSsmParameter,
  createStandIn,
  createTable,
  createUserPool,
  createUserPoolClient,
} from './resources/data.ts';
import {
  addFunctionBeside,
  createEventInvokeConfig,
  createFunction,
  createFunctionUrl,
  createMapping,
  createQualified,
} from './resources/functions.ts';
import {
  createApi,
  createAuthorizer,
  createDomainName,
  createIntegration,
  createRoute,
  createStage,
} from './resources/http-api.ts';
import { createPermission } from './resources/permissions.ts';
import { createManagedPolicy, createPolicy, createRole } from './resources/roles.ts';
import { createRule, createSchedule } from './resources/schedules.ts';
import type { Services } from './services/services.ts';
import { isObject, type Json, type JsonObject, type Template } from './template.ts';

const Name = z.string();

type Create = (properties: JsonObject, creation: Creation) => CreatedResource | Promise<CreatedResource>;

const creators: ReadonlyMap<string, Create> = new Map<string, Create>([
  ['AWS::ApiGatewayV2::Api', createApi],
  ['AWS::ApiGatewayV2::Authorizer', createAuthorizer],
  ['AWS::ApiGatewayV2::DomainName', createDomainName],
  ['AWS::ApiGatewayV2::Integration', createIntegration],
  ['AWS::ApiGatewayV2::Route', createRoute],
  ['AWS::ApiGatewayV2::Stage', createStage],
  ['AWS::CloudWatch::Alarm', createAlarm],
  ['AWS::Cognito::UserPool', createUserPool],
  ['AWS::Cognito::UserPoolClient', createUserPoolClient],
  ['AWS::DynamoDB::GlobalTable', createTable],
  ['AWS::DynamoDB::Table', createTable],
  ['AWS::Events::Rule', createRule],
  ['AWS::IAM::ManagedPolicy', createManagedPolicy],
  ['AWS::IAM::Policy', createPolicy],
  ['AWS::IAM::Role', createRole],
  ['AWS::KMS::Key', createKey],
  ['AWS::Lambda::Alias', createQualified],
  ['AWS::Lambda::EventInvokeConfig', createEventInvokeConfig],
  ['AWS::Lambda::EventSourceMapping', createMapping],
  ['AWS::Lambda::Function', createFunction],
  ['AWS::Lambda::Permission', createPermission],
  ['AWS::Lambda::Url', createFunctionUrl],
  ['AWS::Lambda::Version', createQualified],
  ['AWS::Scheduler::Schedule', createSchedule],
  ['AWS::S3::Bucket', createBucket],
  ['AWS::SecretsManager::Secret', createSecret],
  ['AWS::SQS::Queue', createQueue],
  ['AWS::SSM::Parameter', createSsmParameter],
]);

/** Types that have no effect on the behaviour of an app, such as alarms. */
const withoutLocalPart: readonly RegExp[] = [
  /^AWS::(CDK|CloudWatch|CodeDeploy|Logs|SNS|XRay|ApplicationSignals)::/,
  /^AWS::(ApiGatewayV2::ApiMapping|Route53::RecordSet)$/,
  /^AWS::Cognito::(UserPoolDomain|ManagedLoginBranding|UserPoolUICustomizationAttachment)$/,
  /^AWS::KMS::Alias$/,
  /^AWS::Lambda::LayerVersion$/,
  /^AWS::S3::BucketPolicy$/,
  /^AWS::SQS::QueuePolicy$/,
  /^AWS::Scheduler::ScheduleGroup$/,
];

export interface ProvisionOptions {
  readonly stacks: readonly AssemblyStack[];
  /** Another version of the stacks, of which the functions alone are taken. */
  readonly beside: readonly AssemblyStack[];
  readonly services: Services;
  readonly apiEndpoint: string;
  /** The templates' parameters. Called again after a user pool was created. */
  readonly parameters: (userPools: readonly CreatedUserPool[]) => Readonly<Record<string, string>>;
}

export interface Provisioned {
  readonly blueprint: Blueprint;
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Creates the resources of the stage's templates, and collects what has to run.
 * @throws Error that names the resource when it can't be created, or when its type is unknown
 */
export const provision = async (options: ProvisionOptions): Promise<Provisioned> => {
  const blueprint = createBlueprint();
  const exports = new Map<string, Json>();
  const outputs: Record<string, string> = {};
  for (const stack of options.stacks) {
    const { template, name: stackName } = stack;
    const resources = new Map<string, CreatedResource>();
    const scope = (): Scope => {
      const parameters = new Map<string, Json>(Object.entries(options.parameters(blueprint.userPools)));
      return { stackName, template, parameters, resources, exports };
    };
    // User pools come first: the templates' parameters depend on them.
    for (const logicalId of creationOrder(template, ['AWS::Cognito::UserPool'])) {
      const resource = template.Resources[logicalId];
      if (resource === undefined || (resource.Condition !== undefined && !holds(resource.Condition, scope()))) continue;
      const { services, apiEndpoint } = options;
      const creation = { services, blueprint, stackName, logicalId, apiEndpoint, assets: stack.assets };
      try {
        const created = await create(resource.Type, resource.Properties, scope(), creation);
        resources.set(logicalId, created);
        blueprint.resources.push({ id: logicalId, type: resource.Type, name: created.ref });
        for (const [arn, symbol] of symbolsOf(logicalId, created)) {
          // A function's URL also has the function's ARN.
          if (!blueprint.logicalIds.has(arn)) blueprint.logicalIds.set(arn, symbol);
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`${stackName}: ${resource.Type} ${logicalId}: ${reason}`, { cause: error });
      }
    }
    blueprint.releases.push(...releasesOf(template, scope()));
    const other = options.beside.find(({ name }) => name === stackName);
    if (other !== undefined) addFunctionsBeside(other, { ...scope(), template: other.template }, blueprint);
    for (const [name, output] of Object.entries(template.Outputs)) {
      if (output.Condition !== undefined && !holds(output.Condition, scope())) continue;
      const value = resolve(output.Value, scope());
      outputs[name] = typeof value === 'string' ? value : JSON.stringify(value);
      if (output.Export !== undefined) exports.set(Name.parse(resolve(output.Export.Name, scope())), value);
    }
  }
  return { blueprint, outputs };
};

const ReleasePolicy = z.object({
  ApplicationName: z.string(),
  DeploymentGroupName: z.string(),
  BeforeAllowTrafficHook: z.string(),
});

/** The aliases that are released after a hook. */
const releasesOf = ({ Resources }: Template, scope: Scope): readonly Release[] =>
  Object.entries(Resources).flatMap(([name, { UpdatePolicy }]) => {
    const { CodeDeployLambdaAliasUpdate: policy } = UpdatePolicy;
    if (policy?.['BeforeAllowTrafficHook'] === undefined) return [];
    const {
      ApplicationName,
      DeploymentGroupName,
      BeforeAllowTrafficHook: hook,
    } = ReleasePolicy.parse(resolve(policy, scope));
    return [{ name, deploymentGroup: `${ApplicationName}/${DeploymentGroupName}`, hook }];
  });

/**
 * The functions that both versions have. Those of the other version refer to what was created, as during a release.
 * @throws Error that names the function when it refers to something that there is not
 */
const addFunctionsBeside = (
  { template, name: stackName, assets }: AssemblyStack,
  scope: Scope,
  blueprint: Blueprint,
): void => {
  for (const [logicalId, { Type, Properties }] of Object.entries(template.Resources)) {
    if (Type !== 'AWS::Lambda::Function' || !scope.resources.has(logicalId)) continue;
    try {
      const resolved = resolve(Properties, scope);
      addFunctionBeside(isObject(resolved) ? resolved : {}, { blueprint, stackName, logicalId, assets });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${stackName}, the other version: ${Type} ${logicalId}: ${reason}`, { cause: error });
    }
  }
};

/** The names of the resource's ARNs in reports. A secret's `Ref` is its ARN. */
const symbolsOf = (logicalId: string, { ref, attributes }: CreatedResource): readonly [string, string][] => {
  const { Arn = ref, StreamArn } = attributes;
  return [
    [Arn, logicalId],
    ...(StreamArn === undefined ? [] : [[StreamArn, `${logicalId}/stream`] as [string, string]]),
  ];
};

const create = async (
  type: string,
  properties: JsonObject,
  scope: Scope,
  creation: Creation,
): Promise<CreatedResource> => {
  const creator = creators.get(type);
  if (creator === undefined) {
    if (withoutLocalPart.some((pattern) => pattern.test(type))) return createStandIn(type, creation);
    throw new Error('the local cloud does not know this type');
  }
  const resolved = resolve(properties, scope);
  return creator(isObject(resolved) ? resolved : {}, creation);
};
