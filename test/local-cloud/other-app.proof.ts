import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readStacks } from '@swift-worker/local-cloud/assembly.ts';
import { startLocalCloud, type LocalCloud } from '@swift-worker/local-cloud/local-cloud.ts';
import { createTeardown } from '@swift-worker/local-cloud/teardown.ts';
import { App, Stack } from 'aws-cdk-lib/core';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';

const code = `exports.handler = async ({ queryStringParameters }) => ({
  statusCode: 200,
  body: JSON.stringify({ greeting: process.env.GREETING + ', ' + (queryStringParameters?.name ?? 'nobody') }),
});
`;

const teardown = createTeardown((error) => {
  throw error;
});
let folder: string;
let cloud: LocalCloud;

const synthesise = async (): Promise<string> => {
  const bundle = path.join(folder, 'bundle');
  await mkdir(bundle);
  await writeFile(path.join(bundle, 'index.js'), code);
  const app = new App({ outdir: path.join(folder, 'cdk.out') });
  const stack = new Stack(app, 'Greeter');
  const handler = new Function(stack, 'Greet', {
    functionName: 'greet',
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromAsset(bundle),
    environment: { GREETING: 'Hello' },
  });
  const api = new HttpApi(stack, 'Api');
  const integration = new HttpLambdaIntegration('Integration', handler);
  api.addRoutes({ path: '/greeting', methods: [HttpMethod.GET], integration });
  return app.synth().directory;
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'other-app-'));
  cloud = await startLocalCloud({
    stacks: Promise.resolve(readStacks(await synthesise())),
    parameters: () => ({}),
    ports: { api: 0, gateway: 0, dynamodb: 0, cognito: 0, control: 0 },
    dataDirectory: undefined,
    logDirectory: undefined,
    caFile: undefined,
    environmentLimit: 2,
    log: () => undefined,
    teardown,
  });
});
afterAll(async () => {
  await teardown.run();
  await rm(folder, { recursive: true, force: true });
});

it('an app of another project answers through its API', async () => {
  const response = await fetch(`${cloud.baseUrl}/greeting?name=Ada`);
  expect([response.status, await response.json()]).toEqual([200, { greeting: 'Hello, Ada' }]);
});

it('a path without a route is not found', async () => {
  expect((await fetch(`${cloud.baseUrl}/other`)).status).toBe(404);
});
