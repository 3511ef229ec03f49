import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { backupVaultOf, copiesVaultOf, type BackupCopies } from '../disasters.ts';
import { pinLogicalId } from '../logical-id.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { StageConfig } from '../stages.ts';

export interface TableBackupsProps {
  readonly stage: StageConfig;
  readonly backup: BackupCopies;
  readonly table: ITableV2;
  readonly key: IKey;
}

/** Daily backups of the table by AWS Backup, each copied to another region and, when named, another account. */
export class TableBackups extends Construct {
  constructor(scope: Construct, id: string, { stage, backup, table, key }: TableBackupsProps) {
    super(scope, id);
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: backupVaultOf(stage.name, backup),
      encryptionKey: key,
      removalPolicy: removalPolicyOf(stage),
    });
    pinLogicalId(vault, 'BackupVault');
    const copies = Stack.of(this).formatArn({
      service: 'backup',
      region: backup.region,
      resource: 'backup-vault',
      resourceName: copiesVaultOf(stage.name, backup),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const deleteAfter = Duration.days(backup.keepDays);
    const destinations = [copies, ...(backup.accountVaultArn === undefined ? [] : [backup.accountVaultArn])];
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: `swift-worker-${stage.name}`,
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(12),
          deleteAfter,
          copyActions: destinations.map((arn, index) => ({
            destinationBackupVault: BackupVault.fromBackupVaultArn(this, `Copies${String(index)}`, arn),
            deleteAfter,
          })),
        }),
      ],
    });
    pinLogicalId(plan, 'BackupPlan');
    const selection = plan.addSelection('Table', {
      backupSelectionName: 'table',
      resources: [BackupResource.fromArn(table.tableArn)],
    });
    const role = selection.node.findChild('Role');
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      reason: 'The policy that AWS Backup names for its role; only AWS Backup may assume the role.',
    });
  }
}
