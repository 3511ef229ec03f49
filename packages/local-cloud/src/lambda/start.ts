import { SQSClient } from '@aws-sdk/client-sqs';
import { createHash, randomBytes } from 'node:crypto';
import { connectQueue, type Queue } from '../event-sources/queue.ts';
import type { AsynchronousTargets, Blueprint } from '../resources/blueprint.ts';
import { roleNameOf } from '../resources/roles.ts';
import { region } from '../services/names.ts';
import type { Services } from '../services/services.ts';
import { createAsynchronousQueue, type AsynchronousQueue, type FailureRecord } from './asynchronous.ts';
import { createConcurrency, type Concurrency } from './concurrency.ts';
import { processEnvironment, type Credentials, type FunctionConfiguration } from './configuration.ts';
import { createFunction, type FunctionVersion, type LocalFunction } from './function.ts';
import { createFunctions, type Functions } from './functions.ts';
import type { FunctionLog } from './log.ts';

export interface StartedFunctions {
  readonly functions: Functions;
  readonly asynchronous: AsynchronousQueue;
  /** Reserves concurrency for a function. @returns false when too little would be left for the others */
  readonly reserve: (lambda: LocalFunction, most: number) => boolean;
  /** The credentials of each function, with the permissions of its role. */
  readonly credentialsOf: (functionName: string) => Credentials;
}

export interface FunctionsOptions {
  readonly blueprint: Blueprint;
  readonly services: Services;
  readonly functionLog: FunctionLog;
  readonly log: (line: string) => void;
  readonly caFile: string | undefined;
  /** The most environments of a function; further requests wait. */
  readonly environmentLimit: number;
}

/** The same access key for a name on every run, so that it identifies the function's calls. */
export const accessKeyIdOf = (functionName: string): string =>
  `ASIA${createHash('sha256').update(functionName).digest('hex').slice(0, 16).toUpperCase()}`;

const addPrincipal = (
  { services, blueprint }: FunctionsOptions,
  { name, roleArn }: FunctionConfiguration,
  credentials: Credentials,
): void => {
  services.addPrincipal({
    ...credentials,
    roleArn,
    statements: blueprint.statements.get(roleNameOf(roleArn)) ?? [],
    sessionName: name,
  });
};

/** A queue, with the permissions of a function. */
export const queueFor = (
  queueArn: string,
  credentials: Credentials,
  { blueprint, services }: Pick<FunctionsOptions, 'blueprint' | 'services'>,
): Queue => {
  const url = blueprint.queueUrls.get(queueArn);
  if (url === undefined) throw new Error(`there is no queue ${queueArn}`);
  return connectQueue(new SQSClient({ endpoint: services.endpoint, region, credentials }), url);
};

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html */
const failureBody = (lambda: LocalFunction, { payload, attempts, last }: FailureRecord): string =>
  JSON.stringify({
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: last.requestId,
      functionArn: `${lambda.configuration.arn}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: attempts,
    },
    requestPayload: JSON.parse(payload) as unknown,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: last.functionError },
    responsePayload: JSON.parse(last.payload) as unknown,
  });

/** https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html */
const accountConcurrency = 1_000;
/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
const leastUnreserved = 100;

/** What reservations leave of the account's concurrency, for all other functions together. */
const unreservedOf = (configurations: readonly FunctionConfiguration[]): Concurrency =>
  createConcurrency(
    configurations.reduce((left, { reservedConcurrency = 0 }) => left - reservedConcurrency, accountConcurrency),
  );

const defaultRetryAttempts = 2;

export const startFunctions = (options: FunctionsOptions): StartedFunctions => {
  const { blueprint, services, functionLog, log, caFile, environmentLimit } = options;
  const functions = createFunctions();
  const credentials = new Map<string, Credentials>();
  const unreserved = unreservedOf(blueprint.functions);
  for (const configuration of blueprint.functions) {
    const own = { accessKeyId: accessKeyIdOf(configuration.name), secretAccessKey: randomBytes(20).toString('hex') };
    addPrincipal(options, configuration, own);
    credentials.set(configuration.name, own);
    const versionOf = (version: FunctionConfiguration): FunctionVersion => ({
      configuration: version,
      processEnvironment: processEnvironment(version, own, { awsEndpoint: services.endpoint, region, caFile }),
    });
    const beside = blueprint.functionsBeside.get(configuration.name);
    const other = beside && versionOf(beside);
    functions.add(createFunction(versionOf(configuration), { log: functionLog, environmentLimit, unreserved, other }));
  }
  const reserve = (lambda: LocalFunction, most: number): boolean => {
    const others = [...functions].filter((other) => other !== lambda);
    const left = others.reduce((rest, { reservation = 0 }) => rest - reservation, accountConcurrency - most);
    if (left < leastUnreserved) return false;
    lambda.reserve(most);
    unreserved.resize(left);
    return true;
  };
  const credentialsOf = (functionName: string): Credentials => {
    const found = credentials.get(functionName);
    if (found === undefined) throw new Error(`there is no function ${functionName}`);
    return found;
  };
  const sendFailure = async (lambda: LocalFunction, targets: AsynchronousTargets, record: FailureRecord) => {
    const own = credentialsOf(lambda.configuration.name);
    const { deadLetterArn, onFailureArn } = targets;
    if (onFailureArn !== undefined) await queueFor(onFailureArn, own, options).send(failureBody(lambda, record));
    if (deadLetterArn !== undefined) await queueFor(deadLetterArn, own, options).send(record.payload);
  };
  const asynchronous = createAsynchronousQueue((lambda) => {
    const targets = blueprint.asynchronous.get(lambda.configuration.name) ?? {};
    return {
      maximumRetryAttempts: targets.maximumRetryAttempts ?? defaultRetryAttempts,
      onFailure: (record) => sendFailure(lambda, targets, record),
    };
  }, log);
  return { functions, asynchronous, reserve, credentialsOf };
};
