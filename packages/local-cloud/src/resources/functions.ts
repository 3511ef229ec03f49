import { z } from 'zod';
import { readMapping } from '../event-sources/configuration.ts';
import type { CreatedResource } from '../intrinsics.ts';
import type { FunctionConfiguration } from '../lambda/configuration.ts';
import { parseFunctionName } from '../lambda/functions.ts';
import { functionArn, functionUrlPath } from '../services/names.ts';
import type { JsonObject } from '../template.ts';
import type { Blueprint, AsynchronousTargets, Creation } from './blueprint.ts';

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-function.html
const FunctionProperties = z.object({
  FunctionName: z.string().optional(),
  Handler: z.string(),
  Runtime: z.string().startsWith('nodejs', { error: 'the local cloud runs Node.js functions only' }),
  Role: z.string(),
  Code: z.object({ S3Key: z.string() }),
  Timeout: z.int().min(1).max(900).default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()).default({}) }).default({ Variables: {} }),
  ReservedConcurrentExecutions: z.number().optional(),
  DeadLetterConfig: z.object({ TargetArn: z.string() }).optional(),
});

const addTargets = ({ asynchronous }: Blueprint, name: string, targets: AsynchronousTargets): void => {
  asynchronous.set(name, { ...asynchronous.get(name), ...targets });
};

type Place = Pick<Creation, 'stackName' | 'logicalId' | 'assets'>;

const configurationOf = (
  wanted: z.output<typeof FunctionProperties>,
  { stackName, logicalId, assets }: Place,
): FunctionConfiguration => {
  const name = wanted.FunctionName ?? `${stackName}-${logicalId}`;
  const taskRoot = assets.get(wanted.Code.S3Key);
  if (taskRoot === undefined) throw new Error(`the cloud assembly has no asset ${wanted.Code.S3Key}`);
  return {
    name,
    arn: functionArn(name),
    taskRoot,
    roleArn: wanted.Role,
    handler: wanted.Handler,
    timeoutSeconds: wanted.Timeout,
    memoryMegabytes: wanted.MemorySize,
    variables: wanted.Environment.Variables,
    reservedConcurrency: wanted.ReservedConcurrentExecutions,
  };
};

/** Another version of a function that was created. */
export const addFunctionBeside = (properties: JsonObject, place: Place & Pick<Creation, 'blueprint'>): void => {
  const configuration = configurationOf(FunctionProperties.parse(properties), place);
  place.blueprint.functionsBeside.set(configuration.name, configuration);
};

export const createFunction = (
  properties: JsonObject,
  creation: Place & Pick<Creation, 'blueprint'>,
): CreatedResource => {
  const { blueprint } = creation;
  const wanted = FunctionProperties.parse(properties);
  const configuration = configurationOf(wanted, creation);
  const { name, arn } = configuration;
  blueprint.functions.push(configuration);
  if (wanted.DeadLetterConfig !== undefined) {
    addTargets(blueprint, name, { deadLetterArn: wanted.DeadLetterConfig.TargetArn });
  }
  return { ref: name, attributes: { Arn: arn } };
};

const Qualified = z.object({ FunctionName: z.string(), Name: z.string().optional() });

/** Every version and alias runs the same code. */
export const createQualified = (properties: JsonObject): CreatedResource => {
  const { FunctionName, Name = '1' } = Qualified.parse(properties);
  const arn = `${functionArn(parseFunctionName(FunctionName).name)}:${Name}`;
  return { ref: arn, attributes: { AliasArn: arn, FunctionArn: arn, Version: '1' } };
};

const EventInvokeConfig = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.number().optional(),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).default({}),
});

export const createEventInvokeConfig = (
  properties: JsonObject,
  { blueprint, stackName, logicalId }: Creation,
): CreatedResource => {
  const { FunctionName, MaximumRetryAttempts, DestinationConfig } = EventInvokeConfig.parse(properties);
  addTargets(blueprint, parseFunctionName(FunctionName).name, {
    ...(MaximumRetryAttempts === undefined ? {} : { maximumRetryAttempts: MaximumRetryAttempts }),
    ...(DestinationConfig.OnFailure === undefined ? {} : { onFailureArn: DestinationConfig.OnFailure.Destination }),
  });
  return { ref: `${stackName}-${logicalId}`, attributes: {} };
};

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-url.html
const FunctionUrl = z.object({
  TargetFunctionArn: z.string(),
  AuthType: z.literal('AWS_IAM', { error: 'the local cloud does not support function URLs without authentication' }),
  Qualifier: z.string().optional(),
  InvokeMode: z.literal('BUFFERED').optional(),
});

export const createFunctionUrl = (properties: JsonObject, { blueprint, services }: Creation): CreatedResource => {
  const { TargetFunctionArn, Qualifier } = FunctionUrl.parse(properties);
  const { name: unqualified } = parseFunctionName(TargetFunctionArn);
  const name = Qualifier === undefined ? unqualified : `${unqualified}:${Qualifier}`;
  blueprint.functionUrls.push(name);
  const arn = functionArn(name);
  return { ref: arn, attributes: { FunctionArn: arn, FunctionUrl: `${services.endpoint}${functionUrlPath(name)}` } };
};

export const createMapping = (properties: JsonObject, { blueprint, logicalId }: Creation): CreatedResource => {
  blueprint.mappings.push(readMapping(logicalId, properties));
  return { ref: logicalId, attributes: { Id: logicalId } };
};
