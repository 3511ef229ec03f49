import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, sendJson } from '@swift-worker/loopback/exchange.ts';
import { z } from 'zod';
import type { EventSource } from '../event-sources/event-source.ts';
import type { Blueprint } from '../resources/blueprint.ts';
import { lambdaOperation, type LambdaOperation } from '../services/lambda-operation.ts';
import { account, functionArn, region } from '../services/names.ts';
import { requestLimit } from './environment.ts';
import type { LocalFunction } from './function.ts';
import { parseFunctionName, type Functions } from './functions.ts';

export interface Management {
  readonly functions: Functions;
  readonly mappings: ReadonlyMap<string, EventSource>;
  readonly resources: Blueprint['resources'];
  /** Whether the account has so much concurrency left for the function. */
  readonly reserve: (lambda: LocalFunction, most: number) => boolean;
}

/** An error in the words of Lambda's API. */
class Refused extends Error {
  readonly code: 'InvalidParameterValueException' | 'ResourceNotFoundException';
  constructor(code: Refused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const concurrency = z.strictObject({ ReservedConcurrentExecutions: z.int().min(0) });
const alias = z.strictObject({
  FunctionVersion: z.string(),
  RoutingConfig: z
    .strictObject({ AdditionalVersionWeights: z.record(z.string(), z.number().min(0).max(1)).default({}) })
    .default({ AdditionalVersionWeights: {} }),
});
const mappingChange = z.strictObject({ MaximumRetryAttempts: z.int().min(-1).max(10_000) });

const parsed = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const result = schema.safeParse(input);
  if (!result.success) throw new Refused('InvalidParameterValueException', z.prettifyError(result.error));
  return result.data;
};

const findFunction = ({ functions }: Management, name: string): LocalFunction => {
  const found = functions.find(name);
  if (found !== undefined) return found;
  const missing = functionArn(parseFunctionName(name).name);
  throw new Refused('ResourceNotFoundException', `Function not found: ${missing}`);
};

const reserve = ({ reserve: change }: Management, lambda: LocalFunction, input: unknown): object => {
  const { ReservedConcurrentExecutions: most } = parsed(concurrency, input);
  if (change(lambda, most)) return { ReservedConcurrentExecutions: most };
  throw new Refused(
    'InvalidParameterValueException',
    "Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [100].",
  );
};

/** The function's own code is version 1; a version beside it is 2. */
const versionsOf = ({ other }: LocalFunction): readonly string[] => ['1', ...(other === undefined ? [] : ['2'])];

const listVersions = (lambda: LocalFunction): object => ({
  Versions: ['$LATEST', ...versionsOf(lambda)].map((Version) => {
    const { variables: Variables } = Version === '2' ? (lambda.other ?? lambda.configuration) : lambda.configuration;
    return { Version, Environment: { Variables } };
  }),
});

const aliasOf = (lambda: LocalFunction, name: string): object => {
  const { weight, configuration } = lambda;
  return {
    AliasArn: `${configuration.arn}:${name}`,
    Name: name,
    FunctionVersion: weight === 1 ? '2' : '1',
    ...(weight > 0 && weight < 1 && { RoutingConfig: { AdditionalVersionWeights: { 2: weight } } }),
  };
};

const changeAlias = (lambda: LocalFunction, name: string, input: unknown): object => {
  const { FunctionVersion: version, RoutingConfig } = parsed(alias, input);
  const { AdditionalVersionWeights: weights } = RoutingConfig;
  const missing = [version, ...Object.keys(weights)].find((asked) => !versionsOf(lambda).includes(asked));
  if (missing !== undefined) {
    throw new Refused('ResourceNotFoundException', `Function not found: ${lambda.configuration.arn}:${missing}`);
  }
  lambda.shift(version === '2' ? 1 - (weights['1'] ?? 0) : (weights['2'] ?? 0));
  return aliasOf(lambda, name);
};

const describeMapping = ({ logicalId, functionName, sourceArn, enabled, retries }: EventSource): object => ({
  UUID: logicalId,
  EventSourceMappingArn: `arn:aws:lambda:${region}:${account}:event-source-mapping:${logicalId}`,
  EventSourceArn: sourceArn,
  FunctionArn: functionArn(functionName),
  State: enabled ? 'Enabled' : 'Disabled',
  ...(retries !== null && { MaximumRetryAttempts: retries.most ?? -1, LastProcessingResult: retries.lastResult }),
});

const changeMapping = ({ mappings }: Management, uuid: string, input: unknown): object => {
  const mapping = mappings.get(uuid);
  if (mapping === undefined) {
    throw new Refused('ResourceNotFoundException', 'The resource you requested does not exist.');
  }
  const { MaximumRetryAttempts: most } = parsed(mappingChange, input);
  if (mapping.retries === null) {
    throw new Refused(
      'InvalidParameterValueException',
      'Unsupported MaximumRetryAttempts parameter for given event source mapping type.',
    );
  }
  mapping.retries.limit(most === -1 ? undefined : most);
  return describeMapping(mapping);
};

const perform = (
  it: Management,
  operation: Exclude<LambdaOperation, 'Invoke'>,
  [name = '', , qualifier = '']: readonly string[],
  input: unknown,
): object => {
  switch (operation) {
    case 'GetFunctionConcurrency': {
      const { reservation } = findFunction(it, name);
      return reservation === undefined ? {} : { ReservedConcurrentExecutions: reservation };
    }
    case 'PutFunctionConcurrency':
      return reserve(it, findFunction(it, name), input);
    case 'ListVersionsByFunction':
      return listVersions(findFunction(it, name));
    case 'GetAlias':
    case 'UpdateAlias': {
      const lambda = findFunction(it, name);
      const arn = `${lambda.configuration.arn}:${qualifier}`;
      if (!it.resources.some(({ type, name: known }) => type === 'AWS::Lambda::Alias' && known === arn)) {
        throw new Refused('ResourceNotFoundException', `Cannot find alias arn: ${arn}`);
      }
      return operation === 'GetAlias' ? aliasOf(lambda, qualifier) : changeAlias(lambda, qualifier, input);
    }
    case 'ListEventSourceMappings':
      return { EventSourceMappings: [...it.mappings.values()].map(describeMapping) };
    case 'UpdateEventSourceMapping':
      return changeMapping(it, name, input);
  }
};

/**
 * The part of Lambda's API that changes functions, aliases and event source mappings. The permission is checked before.
 * @returns whether the request was for this API
 */
export const answerManagement = async (
  it: Management,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> => {
  const operation = lambdaOperation(request.method ?? '', request.url ?? '/');
  if (operation === 'Unknown' || operation === 'Invoke') return false;
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, , , ...parts] = pathname.split('/').map(decodeURIComponent);
  const text = (await readBody(request, requestLimit)).toString();
  try {
    const input: unknown = text === '' ? {} : JSON.parse(text);
    sendJson(response, 200, perform(it, operation, parts, input));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const status = error.code === 'ResourceNotFoundException' ? 404 : 400;
    sendJson(response, status, { Type: 'User', Message: error.message }, { 'x-amzn-errortype': error.code });
  }
  return true;
};
