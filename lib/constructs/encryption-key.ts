import { PolicyStatement, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { StageConfig } from '../stages.ts';

/** What a sealed secret is for; the functions write it into the encryption context. */
export type SealPurpose = 'platform_token' | 'number_pin' | 'webhook_secret' | 'verify_token' | 'response';

/** The stage's one key: of the table at rest, and of the tokens and secrets sealed within it. */
export class EncryptionKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, stage: StageConfig) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `swift-worker ${stage.name}: the table, platform tokens, webhook secrets`,
      alias: `swift-worker-${stage.name}`,
      enableKeyRotation: true,
      removalPolicy: removalPolicyOf(stage),
      pendingWindow: Duration.days(stage.data.keyRecoveryDays),
    });
    pinLogicalId(this.key, 'Key');
  }

  grantSealing(grantee: IGrantable, purposes: readonly SealPurpose[]): void {
    this.#allow(grantee, 'kms:Encrypt', purposes);
  }

  grantOpening(grantee: IGrantable, purposes: readonly SealPurpose[]): void {
    this.#allow(grantee, 'kms:Decrypt', purposes);
  }

  /** Only for secrets of these purposes that are bound to a partner and a record. */
  #allow(grantee: IGrantable, action: string, purposes: readonly SealPurpose[]): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: [action],
        resources: [this.key.keyArn],
        conditions: {
          StringEquals: { 'kms:EncryptionContext:purpose': [...purposes] },
          Null: { 'kms:EncryptionContext:partner_id': 'false', 'kms:EncryptionContext:record_id': 'false' },
        },
      }),
    );
  }
}
