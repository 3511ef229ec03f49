import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { variables } from '../../lambdas/runtime/environment.ts';
import { aliases } from '../../lib/aliases.ts';
import { loadsOf, writeBundle } from '../../lib/bundle.ts';
import { createHttpApi } from '@swift-worker/local-cloud/http-api.ts';
import { createConcurrency } from '@swift-worker/local-cloud/lambda/concurrency.ts';
import { processEnvironment, type FunctionConfiguration } from '@swift-worker/local-cloud/lambda/configuration.ts';
import { createFunction } from '@swift-worker/local-cloud/lambda/function.ts';
import { createFunctions } from '@swift-worker/local-cloud/lambda/functions.ts';
import { openFunctionLog } from '@swift-worker/local-cloud/lambda/log.ts';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import { startDynamoDbLocal, type DynamoDbLocal } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { openTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const root = path.join(import.meta.dirname, '../..');
const entry = 'lambdas/functions/dispatcher.ts';

let local: DynamoDbLocal;
let table: TestTable;
let world: World;
let directory: string;

beforeAll(async () => {
  local = await startDynamoDbLocal();
  table = await openTestTable(local);
  world = await startWorld(table);
  directory = mkdtempSync(path.join(tmpdir(), 'dispatcher-'));
  writeBundle(entry, directory);
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await table.stop();
});

const sourcesOf = (file = 'index.js'): readonly string[] =>
  z
    .object({ sources: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(path.join(directory, `${file}.map`), 'utf8'))).sources;

const files = (): readonly string[] => readdirSync(directory).filter((name) => name.endsWith('.js'));
const allSources = (): readonly string[] => files().flatMap((name) => sourcesOf(name));

test('a bundle has the clients of the SDK, without what finds credentials outside of the environment', () => {
  const packages = new Set(allSources().map((source) => /node_modules\/(@aws-sdk\/[^/]+)\//.exec(source)?.[1]));
  const clients = ['client-dynamodb', 'lib-dynamodb', 'client-kms', 'client-cognito-identity-provider'];
  for (const name of clients) expect(packages).toContain(`@aws-sdk/${name}`);
  const unused = /credential-provider|nested-clients|token-providers/;
  expect([...packages].filter((name) => unused.test(name ?? ''))).toEqual([]);
});

// After a change of the SDK's imports, an alias may stand for nothing.
test.each(Object.values(aliases))('a bundle has %s in place of a part of the SDK', (file) => {
  expect(allSources()).toContain(path.normalize(file));
});

test('a bundle has no client with all operations of a service', () => {
  const aggregates =
    /\/dist-es\/(DynamoDB|DynamoDBDocument|KMS|CognitoIdentityProvider|commands\/CreateTableCommand)\.js$/;
  expect(allSources().filter((source) => aggregates.test(source))).toEqual([]);
});

test('a bundle names its sources from the root of the project, so that it is the same wherever it is made', () => {
  const sources = allSources();
  expect(sources).toContain(entry);
  // What joins the files has no directory.
  expect(sources.filter((source) => !/^(lambdas|packages|node_modules|lib\/trimmed)\/|^[^/]+$/.test(source))).toEqual(
    [],
  );
});

const operations = globSync('lambdas/api/operations/**/*.ts', { cwd: root, exclude: ['**/*.scene.ts'] });

/** What only some calls need. */
const needed = [
  ...operations,
  'lambdas/runtime/vault.ts',
  'lambdas/runtime/member-tokens.ts',
  'lambdas/runtime/member-pool.ts',
  'lambdas/runtime/platform.ts',
  'lambdas/runtime/outbound.ts',
  'node_modules/aws-jwt-verify/dist/esm/jwt-verifier.js',
  'node_modules/ipaddr.js/lib/ipaddr.js',
];

test('a start loads no operation and no client that only some calls need', () => {
  expect(
    allSources()
      .filter((source) => needed.includes(source))
      .toSorted(),
  ).toEqual(needed.toSorted());
  expect(sourcesOf().filter((source) => needed.includes(source))).toEqual([]);
});

test('no file of a bundle loads itself by way of others', () => {
  const loads = loadsOf(entry);
  const requiredBy = (name: string): readonly string[] =>
    name === 'index.js' ? [] : (loads.find((file) => file.name === name)?.requires ?? []);
  for (const { name } of loads) {
    const reached = new Set(requiredBy(name));
    for (const each of reached) for (const required of requiredBy(each)) reached.add(required);
    expect(reached).not.toContain(name);
  }
});

const nowhere = 'http://127.0.0.1:1';

/** The dispatcher behind the local gateway. */
const startDispatcher = async () => {
  const configuration: FunctionConfiguration = {
    name: 'Dispatcher',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:Dispatcher',
    roleArn: 'arn:aws:iam::000000000000:role/Dispatcher',
    handler: 'index.handler',
    taskRoot: directory,
    timeoutSeconds: 29,
    memoryMegabytes: 512,
    variables: {
      ...Object.fromEntries(
        Object.values(variables)
          .filter((name) => name !== variables.memberJwks)
          .map((name) => [name, nowhere]),
      ),
      [variables.stage]: 'local',
      [variables.tableName]: table.name,
      [variables.rateScale]: '10',
    },
    reservedConcurrency: undefined,
  };
  const environment = processEnvironment(
    configuration,
    { accessKeyId: 'test', secretAccessKey: 'test' },
    { awsEndpoint: local.endpoint, region: 'us-east-1', caFile: undefined },
  );
  const functions = createFunctions();
  const dispatcher = createFunction(
    { configuration, processEnvironment: environment },
    { log: openFunctionLog(undefined), environmentLimit: 1, unreserved: createConcurrency(1) },
  );
  functions.add(dispatcher);
  const route = {
    routeKey: 'ANY /functions/v1/swift-worker',
    functionArn: configuration.arn,
    timeoutMilliseconds: 30_000,
  };
  const cors = { AllowOrigins: [], AllowMethods: [], AllowHeaders: [], ExposeHeaders: [], MaxAge: 0 };
  const api = {
    apiId: 'api',
    domainName: '127.0.0.1',
    cors: { ...cors, AllowCredentials: false },
    routes: [route],
    accessLogFormat: '$context.status',
    mayInvoke: () => true,
  };
  const handle = createHttpApi(api, functions, () => undefined);
  const server = await startLoopbackServer({ port: 0, handle, log: () => undefined });
  return {
    url: `http://127.0.0.1:${server.port}/functions/v1/swift-worker`,
    stop: async () => {
      await server.stop();
      await dispatcher.stop();
    },
  };
};

const created = z.object({ customer: z.object({ customer_id: z.string(), customer_name: z.string() }) });

test('a bundled dispatcher answers a command, its repetition and a query through the gateway', async () => {
  const dispatcher = await startDispatcher();
  try {
    const headers = {
      'content-type': 'application/json',
      apikey: world.apikey,
      authorization: `Bearer ${world.partner.apiKey}`,
      'idempotency-key': 'conformance',
    };
    const command = { route: 'upsert-partner-customer', external_customer_id: 'external', customer_name: 'A name' };
    const post = () => fetch(dispatcher.url, { method: 'POST', headers, body: JSON.stringify(command) });
    const first = await post();
    expect(first.status).toBe(201);
    const text = await first.text();
    const again = await post();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(text);
    const { customer_id: id } = created.parse(JSON.parse(text)).customer;
    const query = await fetch(`${dispatcher.url}?route=get-partner-customer&customer_id=${id}`, { headers });
    expect(query.status).toBe(200);
    expect(created.parse(await query.json()).customer).toEqual({ customer_id: id, customer_name: 'A name' });
  } finally {
    await dispatcher.stop();
  }
});
