import { ACMClient } from '@aws-sdk/client-acm';
import { BackupClient } from '@aws-sdk/client-backup';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { CostExplorerClient } from '@aws-sdk/client-cost-explorer';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { IAMClient } from '@aws-sdk/client-iam';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { WAFV2Client } from '@aws-sdk/client-wafv2';
import { openFunction } from '../../operator/operator-function.ts';
import type { CommandRunner } from '../../operator/stage.ts';

const operatorWith =
  ({ config: { credentials } }: CloudFormationClient, region: string) =>
  (url: string): CommandRunner =>
    openFunction({
      url,
      region,
      credentials,
      whenUnreachable: `check that this machine can connect to ${url}`,
      whenRefused: 'attach the policy OperatorPolicyArn, an output of the stack',
      whenBroken: "the cause is in the function's log",
    });

const openServices = (region: string) => ({
  acm: new ACMClient({ region }),
  backup: new BackupClient({ region }),
  cloudFormation: new CloudFormationClient({ region }),
  cognito: new CognitoIdentityProviderClient({ region }),
  costs: new CostExplorerClient({ region }),
  dynamodb: new DynamoDBClient({ region }),
  iam: new IAMClient({ region }),
  kms: new KMSClient({ region }),
  lambda: new LambdaClient({ region }),
  route53: new Route53Client({ region }),
  s3: new S3Client({ region }),
  secrets: new SecretsManagerClient({ region }),
  ses: new SESv2Client({ region }),
  sns: new SNSClient({ region }),
  ssm: new SSMClient({ region }),
  sts: new STSClient({ region }),
  waf: new WAFV2Client({ region }),
});

/** The clients of the checked services, with the credentials of the environment. Every call only reads. */
export const openClients = (region: string) => {
  const services = openServices(region);
  return { ...services, operator: operatorWith(services.cloudFormation, region) };
};

export type Clients = ReturnType<typeof openClients>;
