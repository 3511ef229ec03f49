import { BackupVault } from 'aws-cdk-lib/aws-backup';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { copiesVaultOf, type BackupCopies } from './disasters.ts';
import { pinLogicalId } from './logical-id.ts';
import { removalPolicyOf } from './removal-policy.ts';
import { stackProps } from './stack-props.ts';
import type { StageConfig } from './stages.ts';

/** The vault for copies of backups, in another region, with a key of its own: it must open without the stage's region. */
export class CopiesStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageConfig, backup: BackupCopies) {
    super(scope, id, stackProps(stage, 'copies', 'Copies of the backups of swift-worker'));
    const removalPolicy = removalPolicyOf(stage);
    const key = new Key(this, 'Key', {
      description: `swift-worker ${stage.name}: copies of backups`,
      enableKeyRotation: true,
      removalPolicy,
      pendingWindow: Duration.days(stage.data.keyRecoveryDays),
    });
    pinLogicalId(key, 'CopiesKey');
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: copiesVaultOf(stage.name, backup),
      encryptionKey: key,
      removalPolicy,
    });
    pinLogicalId(vault, 'CopiesVault');
  }
}
