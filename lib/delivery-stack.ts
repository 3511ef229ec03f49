import {
  FederatedPrincipal,
  OidcProviderNative,
  PolicyStatement,
  Role,
  type PolicyStatementProps,
} from 'aws-cdk-lib/aws-iam';
import { ArnFormat, CfnOutput, Stack, Validations } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { portalBucketPrefixOf } from './portal/bucket-name.ts';
import { pinLogicalId } from './logical-id.ts';
import { stackProps } from './stack-props.ts';
import { regionsOf, stackNameOf, stacksOf, withAlarms } from './stage-stacks.ts';
import type { Delivery } from './delivery.ts';
import type { DeployedStage } from './stages.ts';

/** https://docs.github.com/en/actions/reference/security/oidc */
const issuer = 'token.actions.githubusercontent.com';
/** The audience that `aws-actions/configure-aws-credentials` requests. */
const audience = 'sts.amazonaws.com';
/** The CDK's default bootstrap qualifier: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html */
const qualifier = 'hnb659fds';
/** The resource part of the ARN, unchanged. */
const whole = ArnFormat.NO_RESOURCE_NAME;
const bootstrapRoles = ['deploy-role', 'file-publishing-role', 'lookup-role'];

/**
 * The role with which the pipeline deploys a stage. It may assume the roles of the CDK's bootstrap and make the reads of
 * `npm run preflight`. The stack is separate, because a stage must not change the role that deploys it.
 */
export class DeliveryStack extends Stack {
  constructor(scope: Construct, id: string, stage: DeployedStage, delivery: Delivery) {
    if (stage.account === undefined) throw new Error(`the delivery of ${stage.name} needs the account of the stage`);
    super(scope, id, stackProps(stage, 'delivery', 'The role that the pipeline deploys swift-worker with'));
    const role = new Role(this, 'Role', {
      description: `GitHub Actions deploys swift-worker with it, ${stage.name}`,
      assumedBy: new FederatedPrincipal(
        this.#provider(delivery),
        {
          StringEquals: {
            [`${issuer}:aud`]: audience,
            // The subject of a job with an environment has no branch. The environment restricts branches and tags.
            [`${issuer}:sub`]: `repo:${delivery.repository}:environment:${stage.name}`,
          },
        },
        'sts:AssumeRoleWithWebIdentity',
      ),
    });
    pinLogicalId(role, 'Role');
    this.#allowDeploying(role, stage);
    this.#allowPreflight(role, stage);
    new CfnOutput(this, 'RoleArn', { value: role.roleArn });
  }

  /** An account has at most one provider for an issuer. */
  #provider({ identityProvider }: Delivery): string {
    if (identityProvider === 'existing') {
      return this.formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: issuer });
    }
    // Without thumbprints: IAM verifies GitHub's certificate by its root.
    // https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_create_oidc_verify-thumbprint.html
    const provider = new OidcProviderNative(this, 'GitHub', { url: `https://${issuer}`, clientIds: [audience] });
    pinLogicalId(provider, 'GitHub');
    return provider.oidcProviderArn;
  }

  #allowDeploying(role: Role, stage: DeployedStage): void {
    const resources = regionsOf(stage).flatMap((region) =>
      bootstrapRoles.map((name) =>
        this.formatArn({
          service: 'iam',
          region: '',
          resource: 'role',
          resourceName: `cdk-${qualifier}-${name}-${this.account}-${region}`,
        }),
      ),
    );
    role.addToPolicy(new PolicyStatement({ actions: ['sts:AssumeRole'], resources }));
  }

  /** The calls of scripts/preflight; a test compares them. */
  #allowPreflight(role: Role, stage: DeployedStage): void {
    const { name } = stage;
    const arn = (service: string, resource: string, region = this.region): string =>
      this.formatArn({ service, resource, region, arnFormat: whole });
    const named = stackNameOf(name, 'service');
    const statements: readonly PolicyStatementProps[] = [
      {
        actions: ['ssm:GetParameter'],
        resources: regionsOf(stage).map((region) => arn('ssm', `parameter/cdk-bootstrap/${qualifier}/version`, region)),
      },
      {
        actions: ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'],
        resources: stacksOf(stage).map((stack) => arn('cloudformation', `stack/${stack.name}/*`, stack.region)),
      },
      { actions: ['dynamodb:DescribeTable'], resources: [arn('dynamodb', `table/${named}-*`, '*')] },
      { actions: ['lambda:GetFunctionConcurrency'], resources: [arn('lambda', `function:${named}-*`)] },
      {
        actions: ['sns:ListSubscriptionsByTopic'],
        resources: [...new Set(withAlarms(stage).map(({ region }) => arn('sns', `${named}-*`, region)))],
      },
      {
        // Their names do not contain the stack's name, but they have its tags.
        actions: ['cognito-idp:DescribeUserPool', 'secretsmanager:DescribeSecret'],
        resources: [arn('cognito-idp', 'userpool/*'), arn('secretsmanager', 'secret:*')],
        conditions: { StringEquals: { 'aws:ResourceTag/service': 'swift-worker', 'aws:ResourceTag/stage': name } },
      },
      { actions: ['s3:ListBucket'], resources: [`arn:${this.partition}:s3:::${portalBucketPrefixOf(name)}-*`] },
      {
        // Of the account, or of values that are looked for before the stage has them.
        actions: [
          'acm:DescribeCertificate',
          'backup:DescribeRegionSettings',
          'backup:ListBackupVaults',
          'ce:GetAnomalyMonitors',
          'dynamodb:DescribeLimits',
          'iam:GetOpenIDConnectProvider',
          'kms:DescribeKey',
          'lambda:GetAccountSettings',
          'route53:GetHostedZone',
          'route53:ListResourceRecordSets',
          'ses:GetAccount',
          'ses:GetEmailIdentity',
          'wafv2:ListAvailableManagedRuleGroupVersions',
        ],
        resources: ['*'],
      },
    ];
    for (const statement of statements) role.addToPolicy(new PolicyStatement(statement));
    const wide = statements.flatMap(({ resources = [] }) => resources.filter((resource) => resource.endsWith('*')));
    Validations.of(role.node.findChild('DefaultPolicy')).acknowledge(
      ...wide.map((resource) => ({
        id: `AwsSolutions-IAM5[Resource::${resource}]`,
        reason: 'Reads only: CloudFormation generates the end of the name, or the action supports no resource.',
      })),
    );
  }
}
