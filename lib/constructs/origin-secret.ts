import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { SecretValue, Stack, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { originSecretNameOf } from '../address.ts';
import type { Edge } from '../domain.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { StageConfig } from '../stages.ts';

/** What CloudFront shows to the API, made by Secrets Manager and copied to the region of the stage. */
export class OriginSecret extends Construct {
  readonly #secret: Secret;

  constructor(scope: Construct, id: string, stage: StageConfig) {
    super(scope, id);
    this.#secret = new Secret(this, 'Secret', {
      secretName: originSecretNameOf(stage.name),
      description: `swift-worker ${stage.name}: what CloudFront shows to the API`,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      ...(stage.region === Stack.of(this).region ? {} : { replicaRegions: [{ region: stage.region }] }),
    });
    pinLogicalId(this.#secret, 'OriginSecret');
    Validations.of(this.#secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'CloudFront must send the new value before the old one ends: both change by a deployment, docs/operations/rotating.md.',
    });
  }

  /**
   * CloudFormation reads it while it deploys; it stands in no template. It reads it anew only when the version changes:
   * https://repost.aws/knowledge-center/cloudformation-stack-update-secrets
   */
  valueFor({ originSecretVersion }: Edge): SecretValue {
    return SecretValue.secretsManager(
      this.#secret.secretArn,
      originSecretVersion === undefined ? {} : { versionId: originSecretVersion },
    );
  }
}
