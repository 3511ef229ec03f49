import { describe, expect, test } from '@jest/globals';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Stack } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks } from 'cdk-nag';
import { z } from 'zod';
import { replicaKeyArnOf } from '../../lib/disasters.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import { production } from '../../lib/stages.ts';
import { allStages, deploymentOrderOf, ofType, synthesise, withApp } from '../../tools/harness/synthesised.ts';

const account = '222222222222';
const keyArn = `arn:aws:kms:eu-west-1:${account}:key/mrk-0123456789abcdef0123456789abcdef`;
const accountVaultArn = 'arn:aws:backup:eu-central-1:333333333333:backup-vault:swift-worker';
const replica = { region: 'eu-central-1', keyArn, table: true } as const;
const backup = { region: 'eu-central-1', keepDays: 35, accountVaultArn } as const;
const all: DeployedStage = { ...production, account, backup, replica };

const vault = z.object({ Properties: z.object({ BackupVaultName: z.string() }) });
const nameOfVault = (resource: unknown): string => vault.parse(resource).Properties.BackupVaultName;

/** The template of another stack of a stage. */
const templateOf = (stage: DeployedStage, id: string): { readonly region: string; readonly template: Template } =>
  withApp((app) => {
    const stack = app.addStage(stage).node.scope?.node.findChild(id);
    if (!(stack instanceof Stack)) throw new Error(`there is no stack ${id}`);
    return { region: stack.region, template: Template.fromStack(stack) };
  });

describe.each(allStages)('stage $name, without any of it', (stage) => {
  const { template, Resources } = synthesise(stage);

  // "You can't change the MultiRegion value after the KMS key is created":
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-kms-key.html
  test('has a key that can be replicated', () => {
    expect(Resources['Key']?.Properties).toMatchObject({ MultiRegion: true });
  });

  test('has no backup, and no table or key elsewhere', () => {
    expect(ofType(Resources, 'AWS::Backup::BackupPlan')).toEqual([]);
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', { Replicas: [{ Region: stage.region }] });
    expect(deploymentOrderOf(stage)).toEqual([`swift-worker-${stage.name}`]);
  });
});

describe('a stage with all of it', () => {
  const { template, Resources } = synthesise(all);

  test('backs the table up each day, with a copy in the other region and one in the other account', () => {
    template.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [
          {
            ScheduleExpression: 'cron(0 3 * * ? *)',
            Lifecycle: { DeleteAfterDays: 35 },
            CopyActions: [
              {
                Lifecycle: { DeleteAfterDays: 35 },
                DestinationBackupVaultArn:
                  'arn:aws:backup:eu-central-1:222222222222:backup-vault:swift-worker-production-copies',
              },
              { Lifecycle: { DeleteAfterDays: 35 }, DestinationBackupVaultArn: accountVaultArn },
            ],
          },
        ],
      },
    });
    template.hasResourceProperties('AWS::Backup::BackupSelection', {
      BackupSelection: { Resources: [{ 'Fn::GetAtt': ['Table', 'Arn'] }] },
    });
  });

  test('keeps the copies in a vault with a key of that region', () => {
    const copies = templateOf(all, 'Copies');
    expect(copies.region).toBe('eu-central-1');
    copies.template.hasResource('AWS::Backup::BackupVault', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        BackupVaultName: 'swift-worker-production-copies',
        EncryptionKeyArn: { 'Fn::GetAtt': ['CopiesKey', 'Arn'] },
      },
    });
  });

  test('has the key and the table in the other region', () => {
    const there = templateOf(all, 'Replica');
    expect(there.region).toBe('eu-central-1');
    there.template.hasResourceProperties('AWS::KMS::ReplicaKey', { PrimaryKeyArn: keyArn });
    expect(Resources['Table']?.Properties['Replicas']).toMatchObject([
      {
        Region: 'eu-central-1',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { KMSMasterKeyId: keyArn.replace('eu-west-1', 'eu-central-1') },
      },
      { Region: 'eu-west-1', SSESpecification: { KMSMasterKeyId: { 'Fn::GetAtt': ['Key', 'Arn'] } } },
    ]);
  });

  test('is deployed after what it needs', () => {
    expect(deploymentOrderOf(all)).toEqual([
      'swift-worker-production-copies',
      'swift-worker-production-replica',
      'swift-worker-production',
    ]);
  });

  test('leaves cdk-nag nothing that is not acknowledged', () => {
    withApp((app) => {
      app.addStage(all);
      expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
    });
  });
});

/** Who may seal and open what, by the policy of its role. @param key stands for the ARN of the key */
const sealing = ({ Resources }: Pick<ReturnType<typeof synthesise>, 'Resources'>, key: unknown) =>
  ofType(Resources, 'AWS::IAM::Policy').flatMap(([id, { Properties }]) =>
    policy
      .parse(Properties)
      .PolicyDocument.Statement.filter(({ Condition }) => JSON.stringify(Condition ?? {}).includes('purpose'))
      .map((statement) => {
        expect(statement.Resource).toEqual(key);
        return { id, Action: statement.Action, Condition: statement.Condition };
      }),
  );
const policy = z.object({
  PolicyDocument: z.object({
    Statement: z.array(
      z.looseObject({ Action: z.unknown(), Resource: z.unknown(), Condition: z.unknown().optional() }),
    ),
  }),
});
const functionOf = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) });

describe('a stage in the region of the replica, after a fail-over', () => {
  const replicaArn = replicaKeyArnOf(replica);
  const there: DeployedStage = { ...production, account, region: replica.region, keyArn: replicaArn };
  const before = synthesise({ ...production, account });
  const after = synthesise(there);

  test("lets its functions seal and open with the key's replica as they did with the key", () => {
    const grants = sealing(after, replicaArn);
    expect(grants).toEqual(sealing(before, { 'Fn::GetAtt': ['Key', 'Arn'] }));
    expect(grants.map(({ Action }) => Action)).toEqual(expect.arrayContaining(['kms:Decrypt', 'kms:Encrypt']));
  });

  test('names the replica to its functions, and encrypts its table with it', () => {
    const variables = ofType(after.Resources, 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
      const named = functionOf.safeParse(Properties).data?.Environment.Variables['KEY_ID'];
      return named === undefined ? [] : [named];
    });
    expect(new Set(variables)).toEqual(new Set(['mrk-0123456789abcdef0123456789abcdef']));
    expect(after.Resources['Table']?.Properties['Replicas']).toMatchObject([
      { Region: replica.region, SSESpecification: { KMSMasterKeyId: replicaArn } },
    ]);
  });

  test('makes no key and no alias of its own: those of the replica are there', () => {
    const aliases = ofType(after.Resources, 'AWS::KMS::Alias').map(([, { Properties }]) => Properties['AliasName']);
    expect([after.Resources['Key'], aliases.includes('alias/swift-worker-production')]).toEqual([undefined, false]);
  });
});

test('the replica of the key comes without that of the table first', () => {
  const { Resources } = synthesise({ ...all, replica: { ...replica, table: false } });
  expect(Resources['Table']?.Properties['Replicas']).toHaveLength(1);
});

// A vault with recovery points stays when backups are switched off, and a second one of its name can't be created.
test('backups that were switched off begin again in vaults of other names', () => {
  const namesOf = (generation: number): readonly unknown[] => {
    const stage = { ...all, backup: { ...backup, generation } };
    const [here] = ofType(synthesise(stage).Resources, 'AWS::Backup::BackupVault');
    const there = templateOf(stage, 'Copies').template.findResources('AWS::Backup::BackupVault');
    return [here?.[1].Properties['BackupVaultName'], ...Object.values(there).map(nameOfVault)];
  };
  expect([namesOf(1), namesOf(2)]).toEqual([
    ['swift-worker-production', 'swift-worker-production-copies'],
    ['swift-worker-production-2', 'swift-worker-production-copies-2'],
  ]);
});

test.each([
  [{ backup: { ...backup, generation: 0 } }, 'backup.generation of production must be a whole number from 1'],
  [{ backup: { ...backup, generation: 1.5 } }, 'backup.generation of production must be a whole number from 1'],
  [{ backup: { ...backup, region: 'eu-west-1' } }, 'backup.region of production must not be the region of the stage'],
  [{ backup: { ...backup, keepDays: 6 } }, 'backup.keepDays of production must be at least 7'],
  [
    { replica: { ...replica, region: 'eu-west-1' } },
    'replica.region of production must not be the region of the stage',
  ],
  [{ replica: { ...replica, keyArn: keyArn.replace('mrk-', '') } }, 'must be the ARN of a multi-Region key'],
  [{ keyArn: replicaKeyArnOf(replica) }, 'must be the ARN of a replica of the key in eu-west-1'],
])('%j is refused', (values, message) => {
  expect(() => synthesise({ ...all, ...values })).toThrow(message);
});

// https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html#events-dynamodb-polling
test.each([
  [true, 1],
  [false, 0],
])(
  'with a replica of the table (%s) the synthesis warns that two functions read the stream of a global table',
  (table, warnings) => {
    const found = withApp((app) =>
      Annotations.fromStack(app.addStage({ ...all, replica: { ...replica, table } })).findWarning(
        '*',
        Match.stringLikeRegexp('Two functions read the stream'),
      ),
    );
    expect(found).toHaveLength(warnings);
  },
);
