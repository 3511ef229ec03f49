import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readStage } from '@swift-worker/local-cloud/assembly.ts';
import { startLocalCloud, type LocalCloud } from '@swift-worker/local-cloud/local-cloud.ts';
import { rootAccessKeyId } from '@swift-worker/local-cloud/services/authorization.ts';
import { account, region } from '@swift-worker/local-cloud/services/names.ts';
import { createTeardown } from '@swift-worker/local-cloud/teardown.ts';
import { z } from 'zod';
import { originSecretHeader, originSecretNameOf } from '../../lib/address.ts';
import { ServiceApp } from '../../lib/service-app.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import { seedOperator } from '../../local/seed-operator.ts';
import { openForSeeding, seedingPrincipal } from '../../local/seeding-principal.ts';
import { ofType, synthesise } from '../../tools/harness/synthesised.ts';
import { edge, hostedZone, withDomain } from '../lib/with-domain.ts';

/** The stage `staging` behind an edge, in the region and account of the local cloud. */
const certificateArn = `arn:aws:acm:${region}:${account}:certificate/8bc7b4a8-1111-4222-8333-444455556666`;
const stage: DeployedStage = {
  ...withDomain({ certificateArn, hostedZone, edge: { ...edge, certificateArn } }),
  region,
};
const secretId = originSecretNameOf(stage.name);

const accessLine = z.object({
  route: z.string(),
  status: z.string(),
  integration_status: z.string(),
  authorizer_error: z.string(),
});

const teardown = createTeardown((error) => {
  throw error;
});
let folder: string;
let cloud: LocalCloud;
let apikey: string;
let apiKey: string;

const stacks = async () => {
  const app = new ServiceApp({ outdir: folder });
  app.addStage(stage);
  app.synth();
  // The bundles are CommonJS.
  await writeFile(path.join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  // CloudFront and its firewall do not run here. The test sends what they would.
  return readStage(folder, stage.name).filter(({ template }) => template.Resources['Api'] !== undefined);
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'edge-stage-'));
  cloud = await startLocalCloud({
    stacks: stacks(),
    parameters: () => ({}),
    ports: { api: 0, gateway: 0, dynamodb: 0, cognito: 0, control: 0 },
    dataDirectory: undefined,
    logDirectory: undefined,
    caFile: undefined,
    environmentLimit: 8,
    log: () => undefined,
    teardown,
  });
  // The stack of the edge makes it.
  await cloud.services.createSecret('OriginSecret', { Name: secretId, SecretString: 'first' });
  const { services, blueprint, outputs } = cloud;
  services.addPrincipal(seedingPrincipal(blueprint.managedPolicies.get(outputs['OperatorPolicyArn'] ?? '') ?? []));
  const operator = seedOperator(openForSeeding(outputs['OperatorFunctionUrl'] ?? ''));
  apikey = await operator.publishableKey();
  apiKey = await operator.issueKey(await operator.createPartner('Partner One'), 'everything');
});

afterAll(async () => {
  await teardown.run();
  await rm(folder, { recursive: true, force: true });
});

const call = async (secret: string | undefined) => {
  const response = await fetch(`${cloud.baseUrl}/functions/v1/swift-worker?route=list-partner-customers`, {
    headers: {
      apikey,
      authorization: `Bearer ${apiKey}`,
      ...(secret === undefined ? {} : { [originSecretHeader]: secret }),
    },
  });
  return [response.status, await response.json()];
};
const customers = [200, expect.objectContaining({ ok: true, total: 0 })];
const unauthorized = [401, { message: 'Unauthorized' }];
const forbidden = [403, { message: 'Forbidden' }];
const serverError = [500, { message: 'Internal Server Error' }];

const originCheck = () => cloud.functions.get('swift-worker-staging-OriginCheck');

/** The newest line of the access log. */
const logged = () => accessLine.parse(JSON.parse(cloud.accessLog.lines.at(-1) ?? ''));

const rotate = async (secret: string): Promise<void> => {
  const credentials = { accessKeyId: rootAccessKeyId, secretAccessKey: rootAccessKeyId };
  const client = new SecretsManagerClient({ endpoint: cloud.services.endpoint, region, credentials });
  await client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: secret }));
  client.destroy();
  // Environments remember the secrets for a minute.
  await originCheck().recycle();
};

it('a call through the edge is answered', async () => {
  expect(await call('first')).toEqual(customers);
  expect(logged()).toEqual({
    route: 'ANY /functions/v1/swift-worker',
    status: '200',
    integration_status: '200',
    authorizer_error: '-',
  });
});

it('a call past the edge is refused, and reaches no function', async () => {
  const before = cloud.functionLog.lines.length;
  expect(await call(undefined)).toEqual(unauthorized);
  expect(logged()).toMatchObject({ status: '401', integration_status: '-' });
  expect(cloud.functionLog.lines).toHaveLength(before);
});

it('a call with another secret is refused, and says why in the access log', async () => {
  expect(await call('guessed')).toEqual(forbidden);
  expect(logged()).toMatchObject({ status: '403', integration_status: '-' });
  expect(logged().authorizer_error).not.toBe('-');
});

it('no call fails while the secret is rotated', async () => {
  await rotate('second');
  expect([await call('first'), await call('second')]).toEqual([customers, customers]);
  await rotate('third');
  // CloudFront has sent the second one until now.
  expect([await call('second'), await call('third')]).toEqual([customers, customers]);
  expect(await call('never sent')).toEqual(forbidden);
});

it('a call that the check has no environment for fails, and counts as a failure of the API', async () => {
  await originCheck().recycle();
  // Each environment waits for the secret until the function times out.
  const match = { service: 'secretsmanager', operation: 'GetSecretValue' } as const;
  const { faults } = cloud.services;
  const fault = faults.inject({ match, effect: { kind: 'delay', milliseconds: 6_000 }, times: 1_000 });
  const { reservedConcurrency = 0 } = originCheck().configuration;
  const held = Array.from({ length: reservedConcurrency }, () =>
    originCheck().invoke(JSON.stringify({ identitySource: ['flood'] })),
  );
  expect(await call('unseen')).toEqual(serverError);
  expect(logged()).toMatchObject({ status: '500', integration_status: '-' });
  expect(logged().authorizer_error).toContain('TooManyRequestsException');
  // API Gateway keeps this answer for five minutes, so calls through the edge go on until then.
  expect(await call('third')).toEqual(customers);
  fault.remove();
  await Promise.all(held);
  expect(await call('unseen')).toEqual(forbidden);
});

it('somebody is called when calls fail so', () => {
  const alarms = new Map(ofType(synthesise(stage).Resources, 'AWS::CloudWatch::Alarm'));
  const alarmOf = (name: string) =>
    JSON.stringify([...alarms.values()].find(({ Properties }) => Properties['AlarmName'] === name)?.Properties);
  // API Gateway counts 500s of an authorizer as 5xx, 401 and 403 as 4xx.
  expect(alarmOf('swift-worker-staging-CallsFail')).toContain('"MetricName":"5xx"');
  expect(alarmOf('swift-worker-staging-OriginCheckIsThrottled')).toContain('"MetricName":"Throttles"');
  // What comes past the edge carries no credential that the service has seen.
  expect(alarmOf('swift-worker-staging-CallsAreRefused')).not.toContain('"MetricName":"4xx"');
});
