import { edgeRegion } from '../../lib/address.ts';
import { regionsOf, stackNameOf } from '../../lib/stage-stacks.ts';
import type { DeployedStage } from '../../lib/stages.ts';

interface Statement {
  readonly Sid: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: readonly string[];
  readonly NotAction?: readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

export interface PolicyDocument {
  readonly Version: '2012-10-17';
  readonly Statement: readonly Statement[];
}

/** The services of a stage's resources. */
const services = [
  'apigateway',
  'backup',
  'backup-storage',
  'budgets',
  'ce',
  'cloudfront',
  'cloudtrail',
  'cloudwatch',
  'codedeploy',
  'cognito-idp',
  'dynamodb',
  'events',
  'kms',
  'lambda',
  'logs',
  's3',
  'secretsmanager',
  'sns',
  'sqs',
  'wafv2',
];

/** The actions on roles that may give permissions away. They need the boundary: https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html#access_policies_boundaries-delegate */
const granting = ['AttachRolePolicy', 'CreateRole', 'PutRolePermissionsBoundary', 'PutRolePolicy'];

const onRoles = [
  'DeleteRole',
  'DeleteRolePolicy',
  'DetachRolePolicy',
  'GetRole',
  'GetRolePolicy',
  'ListAttachedRolePolicies',
  'ListRolePolicies',
  'TagRole',
  'UntagRole',
  'UpdateAssumeRolePolicy',
  'UpdateRole',
  'UpdateRoleDescription',
];

const onPolicies = [
  'CreatePolicy',
  'CreatePolicyVersion',
  'DeletePolicy',
  'DeletePolicyVersion',
  'GetPolicy',
  'GetPolicyVersion',
  'ListEntitiesForPolicy',
  'ListPolicyVersions',
  'TagPolicy',
  'UntagPolicy',
];

const iam = (actions: readonly string[]): readonly string[] => actions.map((action) => `iam:${action}`);

const requiredAccountOf = ({ name, account }: DeployedStage): string => {
  if (account === undefined) throw new Error(`set account of ${name} in lib/stages.ts`);
  return account;
};

/**
 * What CloudFormation may do when it deploys the stage: everything in the services and regions of the stage, and in IAM only what its
 * own roles need, which stay inside the boundary.
 * @throws Error for a stage without account or boundary
 */
export const executionPolicyOf = (stage: DeployedStage): PolicyDocument => {
  const { permissionsBoundary } = stage;
  const account = requiredAccountOf(stage);
  if (permissionsBoundary === undefined) throw new Error(`set permissionsBoundary of ${stage.name} in lib/stages.ts`);
  const named = stackNameOf(stage.name, 'service');
  // The stacks may change policies of such names.
  if (permissionsBoundary.startsWith(`${named}-`))
    throw new Error(`permissionsBoundary of ${stage.name} must not begin with ${named}-: the stage could change it`);
  const arn = (resource: string): string => `arn:aws:iam::${account}:${resource}`;
  const roles = arn(`role/${named}-*`);
  const provider = arn('oidc-provider/token.actions.githubusercontent.com');
  const boundary = { StringEquals: { 'iam:PermissionsBoundary': arn(`policy/${permissionsBoundary}`) } };
  // The global services are in us-east-1: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html#condition-keys-requestedregion
  const regions = [...new Set([...regionsOf(stage), edgeRegion])].toSorted();
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'Services',
        Effect: 'Allow',
        Action: services.map((service) => `${service}:*`),
        Resource: '*',
        Condition: { StringEquals: { 'aws:RequestedRegion': regions } },
      },
      {
        Sid: 'Records',
        Effect: 'Allow',
        Action: ['route53:ChangeResourceRecordSets', 'route53:Get*', 'route53:List*'],
        Resource: '*',
      },
      // The template's parameter with the version of the bootstrap.
      {
        Sid: 'Bootstrap',
        Effect: 'Allow',
        Action: ['ssm:GetParameters'],
        Resource: `arn:aws:ssm:*:${account}:parameter/cdk-bootstrap/*`,
      },
      { Sid: 'RolesInBoundary', Effect: 'Allow', Action: iam(granting), Resource: roles, Condition: boundary },
      { Sid: 'Roles', Effect: 'Allow', Action: iam(onRoles), Resource: roles },
      { Sid: 'Policies', Effect: 'Allow', Action: iam(onPolicies), Resource: arn(`policy/${named}-*`) },
      { Sid: 'Provider', Effect: 'Allow', Action: ['iam:*OpenIDConnectProvider*'], Resource: provider },
      {
        Sid: 'PassRoles',
        Effect: 'Allow',
        Action: ['iam:PassRole'],
        Resource: roles,
        Condition: {
          StringEquals: {
            'iam:PassedToService': ['backup.amazonaws.com', 'codedeploy.amazonaws.com', 'lambda.amazonaws.com'],
          },
        },
      },
      {
        Sid: 'ServiceRoles',
        Effect: 'Allow',
        Action: ['iam:CreateServiceLinkedRole', 'iam:GetRole'],
        Resource: arn('role/aws-service-role/*'),
      },
    ],
  };
};

/**
 * The most that a role of the stage may do, whatever its own policies allow: it changes no permissions, and takes no other role but
 * those of the CDK in the stage's regions, with which the pipeline deploys.
 * @throws Error for a stage without account
 */
export const boundaryOf = (stage: DeployedStage): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'NoPermissions',
      Effect: 'Allow',
      NotAction: ['account:*', 'iam:*', 'organizations:*', 'sso:*', 'sts:*'],
      Resource: '*',
    },
    {
      Sid: 'Deployment',
      Effect: 'Allow',
      Action: ['sts:AssumeRole'],
      Resource: regionsOf(stage).map((region) => `arn:aws:iam::${requiredAccountOf(stage)}:role/cdk-*-${region}`),
    },
    { Sid: 'Caller', Effect: 'Allow', Action: ['sts:GetCallerIdentity'], Resource: '*' },
    // The preflight of the pipeline's role.
    { Sid: 'Preflight', Effect: 'Allow', Action: ['iam:GetOpenIDConnectProvider'], Resource: '*' },
  ],
});
