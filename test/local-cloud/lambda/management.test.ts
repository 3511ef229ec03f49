import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  GetAliasCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  ListVersionsByFunctionCommand,
  PutFunctionConcurrencyCommand,
  UpdateAliasCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EventSource } from '@swift-worker/local-cloud/event-sources/event-source.ts';
import { createFunctions } from '@swift-worker/local-cloud/lambda/functions.ts';
import { answerManagement } from '@swift-worker/local-cloud/lambda/management.ts';
import { answeredFunction } from '../answered-function.ts';

const lambda = answeredFunction('released', () => Promise.reject(new Error('it is not invoked')));
let weight = 0;
const shifting = {
  ...lambda,
  other: { ...lambda.configuration, variables: { TABLE_NAME: 'restored' } },
  get weight() {
    return weight;
  },
  shift: (share: number) => {
    weight = share;
  },
};
let limit: number | undefined;
const stream: EventSource = {
  logicalId: 'Stream',
  functionName: 'released',
  sourceArn: 'arn:stream',
  enabled: true,
  retries: {
    get most() {
      return limit;
    },
    lastResult: 'PROBLEM: Function call failed',
    limit: (most) => {
      limit = most;
    },
  },
  resume: () => undefined,
  pause: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  idle: () => Promise.resolve(),
};
const functions = createFunctions();
functions.add(shifting);
const management = {
  functions,
  mappings: new Map([
    ['Stream', stream],
    ['Queue', { ...stream, logicalId: 'Queue', retries: null }],
  ]),
  resources: [{ id: 'Alias', type: 'AWS::Lambda::Alias', name: `${lambda.configuration.arn}:live` }],
  reserve: (_: unknown, most: number) => most <= 900,
};
const server = createServer((request, response) => void answerManagement(management, request, response));
let client: LambdaClient;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  client = new LambdaClient({ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', credentials });
});
afterAll(() => {
  client.destroy();
  server.close();
});

const named = { FunctionName: 'released', Name: 'live' };

it('an alias moves from one version to another, by shares', async () => {
  expect(await client.send(new GetAliasCommand(named))).toMatchObject({ FunctionVersion: '1' });
  const { Versions } = await client.send(new ListVersionsByFunctionCommand({ FunctionName: 'released' }));
  expect(Versions?.map(({ Version, Environment }) => [Version, Environment?.Variables])).toEqual([
    ['$LATEST', {}],
    ['1', {}],
    ['2', { TABLE_NAME: 'restored' }],
  ]);
  const part = { AdditionalVersionWeights: { 2: 0.1 } };
  await client.send(new UpdateAliasCommand({ ...named, FunctionVersion: '1', RoutingConfig: part }));
  expect(weight).toBe(0.1);
  expect(await client.send(new GetAliasCommand(named))).toMatchObject({ FunctionVersion: '1', RoutingConfig: part });
  await client.send(new UpdateAliasCommand({ ...named, FunctionVersion: '2' }));
  expect(await client.send(new GetAliasCommand(named))).toMatchObject({ FunctionVersion: '2' });
});

it('a stream’s retries are limited, and a queue’s are not', async () => {
  await client.send(new UpdateEventSourceMappingCommand({ UUID: 'Stream', MaximumRetryAttempts: 3 }));
  const { EventSourceMappings } = await client.send(new ListEventSourceMappingsCommand({}));
  expect(EventSourceMappings).toMatchObject([
    { UUID: 'Stream', MaximumRetryAttempts: 3, LastProcessingResult: 'PROBLEM: Function call failed' },
    { UUID: 'Queue', State: 'Enabled' },
  ]);
  await client.send(new UpdateEventSourceMappingCommand({ UUID: 'Stream', MaximumRetryAttempts: -1 }));
  expect(limit).toBeUndefined();
});

const reserve = (FunctionName: string, ReservedConcurrentExecutions: number) =>
  client.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions }));

it.each([
  ['what leaves less than 100 unreserved', () => reserve('released', 901), 'InvalidParameterValueException'],
  ['a function that there is not', () => reserve('other', 1), 'ResourceNotFoundException'],
  [
    'an alias that there is not',
    () => client.send(new GetAliasCommand({ ...named, Name: 'other' })),
    'ResourceNotFoundException',
  ],
  [
    'a version that there is not',
    () => client.send(new UpdateAliasCommand({ ...named, FunctionVersion: '3' })),
    'ResourceNotFoundException',
  ],
  [
    'retries of a queue',
    () => client.send(new UpdateEventSourceMappingCommand({ UUID: 'Queue', MaximumRetryAttempts: 3 })),
    'InvalidParameterValueException',
  ],
  [
    'a change that is not known here',
    () => client.send(new UpdateEventSourceMappingCommand({ UUID: 'Stream', BatchSize: 3 })),
    'InvalidParameterValueException',
  ],
])('refuses %s', async (_, sent, name) => {
  await expect(sent()).rejects.toMatchObject({ name });
});

it('answers with the reservation, and with none', async () => {
  expect(await reserve('released', 900)).toMatchObject({ ReservedConcurrentExecutions: 900 });
  const asked = new GetFunctionConcurrencyCommand({ FunctionName: 'released' });
  expect((await client.send(asked)).ReservedConcurrentExecutions).toBeUndefined();
});
