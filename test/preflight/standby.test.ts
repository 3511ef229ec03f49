import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { DescribeSecretCommand } from '@aws-sdk/client-secrets-manager';
import { GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2';
import { beforeEach, expect, test } from '@jest/globals';
import { replicaKeyArnOf } from '../../lib/disasters.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import { withDomain, withStandby } from '../lib/with-domain.ts';
import { look, openAccount, runAtOnce, services, stage } from './account.ts';

const region = 'eu-central-1';
const replica = withStandby(stage, region);
const stood: DeployedStage = {
  ...stage,
  domain: withDomain().domain,
  replica,
  noticesFrom: { from: 'notices@acme.test', domain: 'acme.test' },
};
const sound = {
  TableStatus: 'ACTIVE',
  LatestStreamArn: replica.standby.streamArn,
  SSEDescription: { KMSMasterKeyArn: replicaKeyArnOf(replica) },
} as const;
const lacks = async (of = stood) =>
  (await look(of)).filter(({ name, state }) => name.startsWith('standby') && state !== 'ok');

openAccount();
beforeEach(() => {
  services.cloudFormation.on(DescribeStacksCommand, { StackName: 'swift-worker-staging-replica' }).resolves({});
  services.dynamodb.on(DescribeTableCommand).resolves({ Table: sound });
});

test('a standby that lacks nothing is ready', async () => {
  expect(await lacks()).toEqual([]);
  expect((await look(stood)).filter(({ name }) => name === 'standby: table')).toHaveLength(1);
});

test.each([
  [{ ...sound, TableStatus: 'INACCESSIBLE_ENCRYPTION_CREDENTIALS' as const }, 'INACCESSIBLE'],
  [{ ...sound, LatestStreamArn: 'arn:another' }, 'not the stream of the replica'],
  [{ ...sound, SSEDescription: { KMSMasterKeyArn: 'arn:another' } }, "not the replica of the stage's key"],
])('a table that is not the replica: %j', async (table, problem) => {
  services.dynamodb.on(DescribeTableCommand).resolves({ Table: table });
  expect(await lacks()).toMatchObject([
    { name: 'standby: table', state: 'missing', found: expect.stringContaining(problem) },
  ]);
});

test('a table that is not there', async () => {
  services.dynamodb.on(DescribeTableCommand).rejects(new ResourceNotFoundException({ message: 'none', $metadata: {} }));
  expect(await lacks()).toMatchObject([{ name: 'standby: table', state: 'missing' }]);
});

test('quotas, certificate, sender and secret are asked for in the region of the standby', async () => {
  runAtOnce(10, 10);
  services.ses.on(GetEmailIdentityCommand).rejects(new NotFoundException({ message: 'none', $metadata: {} }));
  services.secrets
    .on(DescribeSecretCommand, { SecretId: 'arn:aws:secretsmanager:secret' })
    .resolves({ VersionIdsToStages: { generated: ['AWSCURRENT'] } });
  const elsewhere = { ...replica.standby, certificateArn: 'arn:aws:acm:eu-west-1:111111111111:certificate/a' };
  const found = await lacks({ ...stood, replica: { ...replica, standby: elsewhere } });
  const cures = found.map(({ name, cure }) => [name, cure?.includes(region)]);
  expect(cures).toEqual(
    ['concurrency', 'certificates', 'mail identity', 'platform secret'].map((name) => [`standby: ${name}`, true]),
  );
});

test('a standby of a table that no longer serves', async () => {
  const restored = { ...stood, tables: { ...stood.tables, serving: 2, beside: [1] } };
  expect(await lacks(restored)).toMatchObject([{ name: 'standby', state: 'warning' }]);
});
