import { z } from 'zod';
import type { PlannedStack, Resource } from './planned-stacks.ts';

type Properties = Resource['Properties'];
type Pick = (properties: Properties) => readonly unknown[];

const property =
  (...names: readonly string[]): Pick =>
  (properties) =>
    names.map((name) => properties[name]);
const inside =
  (outer: string, name: string): Pick =>
  (properties) => {
    const value = z.record(z.string(), z.unknown()).safeParse(properties[outer]);
    return [value.data?.[name]];
  };

/** Types whose names are of the whole account, not of a region. */
const ofAccount = new Set([
  'AWS::Budgets::Budget',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::CloudWatch::Dashboard',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::OIDCProvider',
  'AWS::IAM::Role',
  'AWS::Route53::RecordSet',
  'AWS::S3::Bucket',
]);

/** By type, the values that name a resource. Two resources of a type never have the same; a type that is not here has ids alone. */
const names: Readonly<Record<string, Pick>> = {
  'AWS::ApiGatewayV2::DomainName': property('DomainName'),
  'AWS::Backup::BackupVault': property('BackupVaultName'),
  'AWS::Budgets::Budget': inside('Budget', 'BudgetName'),
  'AWS::CloudFront::Function': property('Name'),
  'AWS::CloudFront::OriginAccessControl': inside('OriginAccessControlConfig', 'Name'),
  'AWS::CloudFront::ResponseHeadersPolicy': inside('ResponseHeadersPolicyConfig', 'Name'),
  'AWS::CloudTrail::Trail': property('TrailName'),
  'AWS::CloudWatch::Alarm': property('AlarmName'),
  'AWS::CloudWatch::Dashboard': property('DashboardName'),
  'AWS::CodeDeploy::Application': property('ApplicationName'),
  'AWS::Cognito::UserPoolDomain': property('Domain'),
  'AWS::DynamoDB::GlobalTable': property('TableName'),
  'AWS::Events::Rule': property('Name'),
  'AWS::IAM::ManagedPolicy': property('ManagedPolicyName'),
  'AWS::IAM::OIDCProvider': property('Url'),
  'AWS::IAM::Role': property('RoleName'),
  'AWS::KMS::Alias': property('AliasName'),
  // A key has one replica in a region: https://docs.aws.amazon.com/kms/latest/APIReference/API_ReplicateKey.html
  'AWS::KMS::ReplicaKey': property('PrimaryKeyArn'),
  'AWS::Lambda::Function': property('FunctionName'),
  'AWS::Logs::LogGroup': property('LogGroupName'),
  'AWS::Route53::RecordSet': property('Name', 'Type', 'HostedZoneId'),
  'AWS::S3::Bucket': (properties) => [properties['BucketName'] ?? properties['BucketNamePrefix']],
  'AWS::SNS::Topic': property('TopicName'),
  'AWS::SQS::Queue': property('QueueName'),
  'AWS::SecretsManager::Secret': property('Name'),
  'AWS::WAFv2::WebACL': property('Name', 'Scope'),
};

/** @param id of the stack, in a name that contains it. @returns null for a resource that AWS names */
export const nameOf = (
  { name, region }: PlannedStack,
  id: string,
  { Type: type, Properties }: Resource,
): string | null => {
  const values = names[type]?.(Properties) ?? [];
  if (values.length === 0 || values[0] === undefined) return null;
  const text = JSON.stringify(values).replaceAll('AWS::StackId', `stack ${name} ${id}`);
  return `${ofAccount.has(type) ? '' : region} ${type} ${text}`;
};

/** Whether names of the type are known; of a type without a name that a template could give, too. */
export const namesType = (type: string): boolean => type in names;
