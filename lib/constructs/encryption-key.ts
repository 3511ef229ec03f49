import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Key, type IKey } from 'aws-cdk-lib/aws-kms';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { SealContext } from '../../lambdas/domain/vault.ts';
import { pinLogicalId } from '../logical-id.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { StageConfig } from '../stages.ts';
import { allow } from '../unseen-grants.ts';

type SealPurpose = SealContext['purpose'];

/** The stage's key, for the table at rest and for the tokens and secrets in it. */
export class EncryptionKey extends Construct {
  readonly key: IKey;

  constructor(scope: Construct, id: string, stage: StageConfig) {
    super(scope, id);
    const existing = stage.name === 'local' ? undefined : stage.keyArn;
    this.key = existing === undefined ? this.#newKey(stage) : Key.fromKeyArn(this, 'Key', existing);
  }

  #newKey(stage: StageConfig): Key {
    const key = new Key(this, 'Key', {
      description: `swift-worker ${stage.name}: the table, platform tokens, webhook secrets`,
      alias: `swift-worker-${stage.name}`,
      enableKeyRotation: true,
      // Can't be changed later: docs/operations/disasters.md.
      multiRegion: true,
      removalPolicy: removalPolicyOf(stage),
      pendingWindow: Duration.days(stage.data.keyRecoveryDays),
    });
    pinLogicalId(key, 'Key');
    return key;
  }

  grantSealing(grantee: IGrantable, purposes: readonly SealPurpose[]): void {
    this.#allow(grantee, 'kms:Encrypt', purposes);
  }

  grantOpening(grantee: IGrantable, purposes: readonly SealPurpose[]): void {
    this.#allow(grantee, 'kms:Decrypt', purposes);
  }

  /** Only with an encryption context of a partner, a record and one of these purposes. */
  #allow(grantee: IGrantable, action: string, purposes: readonly SealPurpose[]): void {
    allow(grantee, {
      actions: [action],
      resources: [this.key.keyArn],
      conditions: {
        StringEquals: { 'kms:EncryptionContext:purpose': [...purposes] },
        Null: { 'kms:EncryptionContext:partner_id': 'false', 'kms:EncryptionContext:record_id': 'false' },
      },
    });
  }
}
