import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Validations, type SecretValue } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Variable } from '../../lambdas/runtime/environment.ts';
import { pinLogicalId } from '../logical-id.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import { regionEnvironment, signUpEnvironment, type SignUpSettings } from '../sign-up.ts';
import type { StageConfig } from '../stages.ts';
import { allow } from '../unseen-grants.ts';

/** `https://host/v26.0/path` of `https://host/path`. */
export const withVersion = (url: string, version: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}/${version}${pathname === '/' ? '' : pathname}`;
};

/** The app at the platform, and the platform's URLs with their version. */
export interface PlatformFacts {
  readonly graphUrl: string;
  readonly dialogUrl: string;
  readonly sdkUrl: string;
  /** Absent when the stage has no app. */
  readonly appId?: string;
  /** Absent when the stage has no configuration of the sign-up. */
  readonly signUp?: Readonly<Record<keyof SignUpSettings, string>>;
  /** Absent on AWS, where the operator stores it in Secrets Manager. */
  readonly appSecret?: SecretValue;
}

export class PlatformApp extends Construct {
  readonly secret: Secret;
  readonly graphUrl: string;
  readonly dialogUrl: string;
  readonly sdkUrl: string;
  readonly signUpEnvironment: ReturnType<typeof signUpEnvironment>;
  /** The variables of functions that register numbers. */
  readonly regionEnvironment: ReturnType<typeof regionEnvironment>;
  /** The variables of functions that act as the app. */
  readonly environment: Partial<Record<Extract<Variable, 'platformAppId'>, string>> &
    Record<Extract<Variable, 'platformAppSecretArn'>, string>;

  constructor(scope: Construct, id: string, stage: StageConfig, facts: PlatformFacts) {
    super(scope, id);
    const { graphUrl, dialogUrl, sdkUrl, appId, appSecret, signUp } = facts;
    this.secret = new Secret(this, 'Secret', {
      description: `swift-worker ${stage.name}: the secret of the app at the messaging platform`,
      removalPolicy: removalPolicyOf(stage),
      ...(appSecret === undefined ? {} : { secretStringValue: appSecret }),
    });
    pinLogicalId(this.secret, 'PlatformAppSecret');
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The platform generates the secret, and the operator stores it here.',
    });
    this.graphUrl = graphUrl;
    this.dialogUrl = dialogUrl;
    this.sdkUrl = sdkUrl;
    this.regionEnvironment = regionEnvironment(stage.dataLocalizationRegion);
    this.signUpEnvironment = signUpEnvironment(signUp, stage.dataLocalizationRegion);
    this.environment = {
      ...(appId === undefined ? {} : { platformAppId: appId }),
      platformAppSecretArn: this.secret.secretArn,
    };
  }

  grantReadingSecret(grantee: IGrantable): void {
    allow(grantee, { actions: ['secretsmanager:GetSecretValue'], resources: [this.secret.secretArn] });
  }
}
