import { DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { DeployedStage } from '../../lib/stages.ts';
import { look, openAccount, services, stage } from './account.ts';

const table = 'swift-worker-staging-Table-1';
const keyArn = `arn:aws:kms:eu-central-1:111111111111:key/mrk-${'a'.repeat(32)}`;

/** The stack has the table, and what else is named. */
const has = (...logicalIds: readonly string[]): void => {
  const resources = logicalIds.map((LogicalResourceId) => ({
    LogicalResourceId,
    PhysicalResourceId: LogicalResourceId === 'Table' ? table : `the ${LogicalResourceId}`,
    ResourceType: LogicalResourceId === 'Table' ? 'AWS::DynamoDB::GlobalTable' : 'AWS::Any',
    ResourceStatus: 'CREATE_COMPLETE' as const,
    LastUpdatedTimestamp: new Date(0),
  }));
  services.cloudFormation
    .on(ListStackResourcesCommand)
    .resolves({ StackResourceSummaries: resources })
    .on(DescribeStacksCommand, { StackName: 'swift-worker-staging-replica' })
    .resolves({ Stacks: [] });
};

/** The stage's stack is in a state, and says which key seals. */
const isIn = (StackStatus: 'UPDATE_COMPLETE' | 'ROLLBACK_COMPLETE', OutputValue: string): void => {
  const Outputs = [{ OutputKey: 'KeyArn', OutputValue }];
  services.cloudFormation
    .on(DescribeStacksCommand, { StackName: 'swift-worker-staging' })
    .resolves({ Stacks: [{ StackName: 'swift-worker-staging', CreationTime: new Date(0), StackStatus, Outputs }] });
};

const found = async (name: string, of: DeployedStage = stage) =>
  (await look(of)).filter((item) => item.name === name).map(({ state, found: text, cure }) => [state, text, cure]);

openAccount();
beforeEach(() => {
  has('Table', 'Key');
  services.dynamodb.on(DescribeTableCommand).resolves({ Table: {} });
});

describe('the key of a stage that stands', () => {
  test('stays', async () => {
    expect(await found('key')).toEqual([]);
    expect(await found('key', { ...stage, keyArn })).toEqual([
      [
        'missing',
        'keyArn is set, but the stage has sealed its tokens and secrets with its own key the Key',
        'Remove keyArn in lib/stages.ts. It is for a new stage in another region.',
      ],
    ]);
  });

  test('of another region stays, too', async () => {
    has('Table');
    expect(await found('key', { ...stage, keyArn })).toEqual([]);
    expect(await found('key')).toEqual([['missing', expect.stringContaining('keyArn is absent'), expect.any(String)]]);
  });

  test('of another region is not replaced by a third', async () => {
    has('Table');
    const other = keyArn.replace(/a+$/, 'b'.repeat(32));
    isIn('UPDATE_COMPLETE', other);
    expect(await found('key', { ...stage, keyArn })).toEqual([
      ['missing', expect.stringContaining('another key'), `Set keyArn in lib/stages.ts to ${other} again.`],
    ]);
    expect(await found('key', { ...stage, keyArn: other })).toEqual([]);
  });

  test('is anything when the first creation failed, which also left a table without replicas to look at', async () => {
    isIn('ROLLBACK_COMPLETE', keyArn);
    expect(await found('key', { ...stage, keyArn })).toEqual([]);
    expect(await found('replica')).toEqual([]);
  });

  test('is anything before the stack has a table', async () => {
    has();
    expect(await found('key')).toEqual([]);
  });
});

describe('the replica of the table', () => {
  const replica = (region: string, isTable: boolean): DeployedStage => ({
    ...stage,
    replica: { region, keyArn: keyArn.replace('eu-central-1', 'eu-west-1'), table: isTable },
  });
  const isProtected = (DeletionProtectionEnabled: boolean): void => {
    const Replicas = [{ RegionName: 'eu-central-1' }, { RegionName: 'eu-west-1' }];
    services.dynamodb.on(DescribeTableCommand).resolves({ Table: { Replicas, DeletionProtectionEnabled } });
  };

  test.each([
    ['is added', replica('eu-central-1', true), null],
    ['stays', replica('eu-central-1', true), true],
    ['is removed without protection', stage, false],
  ])('%s', async (_, of, protection) => {
    if (protection !== null) isProtected(protection);
    expect(await found('replica', of)).toEqual([['ok', `${table} may get the replicas of the stage`, null]]);
  });

  test.each([stage, replica('eu-central-1', false), replica('eu-north-1', false)])(
    'is not removed while it is protected',
    async (of) => {
      isProtected(true);
      expect(await found('replica', of)).toEqual([
        [
          'missing',
          `the deployment removes the replica of ${table} in eu-central-1, which is protected`,
          `aws dynamodb update-table --region eu-central-1 --table-name ${table} --no-deletion-protection-enabled`,
        ],
      ]);
    },
  );

  test('moves to another region in two deployments', async () => {
    isProtected(false);
    expect(await found('replica', replica('eu-north-1', true))).toEqual([
      [
        'missing',
        expect.stringContaining('adds or removes one replica alone'),
        expect.stringContaining('replica.table false'),
      ],
    ]);
  });
});
