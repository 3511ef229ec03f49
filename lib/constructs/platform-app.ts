import { PolicyStatement, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Validations, type SecretValue } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Variable } from '../../lambdas/runtime/environment.ts';
import { pinLogicalId } from '../logical-id.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { StageConfig } from '../stages.ts';

/** The app as the messaging platform knows it, and where the platform is. */
export interface PlatformFacts {
  readonly graphUrl: string;
  readonly dialogUrl: string;
  /** Absent while the stage has no app. */
  readonly appId?: string;
  /** Left out on AWS: the operator puts it into Secrets Manager, and it stands in no template. */
  readonly appSecret?: SecretValue;
}

/** What the functions need to act as the app. */
export class PlatformApp extends Construct {
  readonly secret: Secret;
  readonly graphUrl: string;
  readonly dialogUrl: string;
  /** Of the app, for the functions that act as the app. */
  readonly environment: Partial<Record<Extract<Variable, 'platformAppId'>, string>> &
    Record<Extract<Variable, 'platformAppSecretArn'>, string>;

  constructor(scope: Construct, id: string, stage: StageConfig, facts: PlatformFacts) {
    super(scope, id);
    const { graphUrl, dialogUrl, appId, appSecret } = facts;
    this.secret = new Secret(this, 'Secret', {
      description: `swift-worker ${stage.name}: the secret of the app at the messaging platform`,
      removalPolicy: removalPolicyOf(stage),
      ...(appSecret === undefined ? {} : { secretStringValue: appSecret }),
    });
    pinLogicalId(this.secret, 'PlatformAppSecret');
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The platform makes the secret: it is renewed on its pages and put here by hand.',
    });
    this.graphUrl = graphUrl;
    this.dialogUrl = dialogUrl;
    this.environment = {
      ...(appId === undefined ? {} : { platformAppId: appId }),
      platformAppSecretArn: this.secret.secretArn,
    };
  }

  grantReadingSecret(grantee: IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [this.secret.secretArn] }),
    );
  }
}
