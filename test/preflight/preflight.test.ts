import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeUserPoolCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DescribeLimitsCommand } from '@aws-sdk/client-dynamodb';
import { DescribeSecretCommand } from '@aws-sdk/client-secrets-manager';
import { GetAccountCommand } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { describe, expect, test } from '@jest/globals';
import type { DeployedStage } from '../../lib/stages.ts';
import type { Item } from '../../scripts/preflight/item.ts';
import { isReady } from '../../scripts/preflight/report.ts';
import {
  accountId,
  beNew,
  commandsSent,
  lackNothing,
  look,
  onCall,
  openAccount,
  refusal,
  runAtOnce,
  services,
  stage,
  subscribed,
} from './account.ts';

/** What is not well. */
const lacks = async (of?: DeployedStage): Promise<readonly Item[]> =>
  (await look(of)).filter(({ state }) => state !== 'ok');

openAccount();

const names = ['credentials', 'account', 'bootstrap', 'concurrency', 'table reads', 'table writes', 'stack'];

test('an account that lacks nothing is ready, item by item', async () => {
  const items = await look();
  expect(items.map(({ name }) => name)).toEqual([
    ...names,
    'table',
    'platform secret',
    'platform app',
    'mail',
    'subscribers',
    'subscribers',
    'stage values',
    'graph version',
  ]);
  expect(items.filter(({ state, cure }) => state !== 'ok' || cure !== null)).toEqual([]);
  expect(isReady(items)).toBe(true);
});

test('an account before its first deployment is ready as well, and what the stack will have is not looked at', async () => {
  beNew();
  const items = await look();
  expect(items.map(({ name }) => name)).toEqual([...names, 'stage values', 'graph version']);
  expect(isReady(items)).toBe(true);
});

test('nothing is asked but what reads', async () => {
  await look();
  const sent = commandsSent();
  expect(sent.filter((name) => !/^(Get|List|Describe)/.test(name))).toEqual([]);
  expect(sent).not.toContain('GetSecretValueCommand');
  expect(sent.length).toBeGreaterThan(8);
});

describe('what keeps a deployment from succeeding is missing:', () => {
  const missingOne = async (of?: DeployedStage): Promise<Item> => {
    const [item, ...rest] = await lacks(of);
    expect(rest).toEqual([]);
    expect(item?.state).toBe('missing');
    if (item === undefined) throw new Error('nothing is missing');
    return item;
  };

  test('credentials', async () => {
    services.sts.on(GetCallerIdentityCommand).rejects(refusal('CredentialsProviderError'));
    expect(await missingOne()).toMatchObject({
      name: 'credentials',
      found: expect.stringContaining('CredentialsProviderError') as unknown,
      cure: expect.stringContaining('AWS_PROFILE') as unknown,
    });
    // Nothing else can be checked, so nothing else is asked.
    expect(services.ssm.calls()).toEqual([]);
  });

  test('the account of the stage, which the credentials name', async () => {
    expect(await missingOne({ ...stage, account: undefined })).toMatchObject({
      name: 'account',
      cure: expect.stringContaining(`account: '${accountId}' in lib/stages.ts`) as unknown,
    });
  });

  test('credentials of the account of the stage, and not of another', async () => {
    expect(await missingOne({ ...stage, account: '333333333333' })).toMatchObject({
      name: 'account',
      found: `the credentials are of the account ${accountId}, but the stage staging is in 333333333333`,
      cure: expect.stringContaining('333333333333') as unknown,
    });
    expect(services.ssm.calls()).toEqual([]);
  });

  test("an account that is not the other stage's", async () => {
    services.sts.on(GetCallerIdentityCommand).resolves({ Account: '222222222222', Arn: 'arn' });
    expect(await missingOne({ ...stage, account: '222222222222' })).toMatchObject({
      name: 'account',
      found: 'staging and production name the same account, 222222222222',
      cure: expect.stringContaining('an account of its own') as unknown,
    });
  });

  test('the bootstrap of the region', async () => {
    services.ssm.on(GetParameterCommand).rejects(new ParameterNotFound({ message: 'none', $metadata: {} }));
    expect(await missingOne()).toMatchObject({
      name: 'bootstrap',
      cure: 'npm run bootstrap -- --stage staging',
    });
  });

  // The role for look-ups needs 8: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html
  test.each(['7', 'nonsense'])('a bootstrap that is new enough: version %s is not', async (version) => {
    services.ssm.on(GetParameterCommand).resolves({ Parameter: { Value: version } });
    expect(await missingOne()).toMatchObject({
      name: 'bootstrap',
      cure: expect.stringContaining('npm run bootstrap') as unknown,
    });
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html: 100 stay unreserved.
  test.each([
    // 157 for the stage, and nothing is deployed yet.
    ['a new account', beNew, [10, 10], [257, 1000]],
    // 157 and 744 of others; what the stage holds already is not counted twice.
    ['an account of which others have taken too much', lackNothing, [1000, 99], [1001, 1001]],
    ['an account with one too few', lackNothing, [299, 99], [300, 1000]],
  ] as const)('concurrency: %s', async (_, be, [limit, unreserved], [needed, asked]) => {
    be();
    runAtOnce(limit, unreserved);
    expect(await missingOne()).toMatchObject({
      name: 'concurrency',
      found: expect.stringContaining(`the account may run ${limit} functions at once, ${needed} are needed`) as unknown,
      cure: expect.stringContaining(
        `aws service-quotas request-service-quota-increase --region eu-west-1 --service-code lambda --quota-code L-B99A9384 --desired-value ${asked}`,
      ) as unknown,
    });
  });

  test.each([
    ['DELETE_FAILED', 'delete-stack'],
    ['UPDATE_ROLLBACK_FAILED', 'continue-update-rollback'],
    ['UPDATE_IN_PROGRESS', 'Wait'],
  ] as const)('a stack that can be deployed to: %s cannot', async (StackStatus, cure) => {
    services.cloudFormation
      .on(DescribeStacksCommand)
      .resolves({ Stacks: [{ StackName: 'swift-worker-staging', CreationTime: new Date(0), StackStatus }] });
    expect(await missingOne()).toMatchObject({
      name: 'stack',
      found: `swift-worker-staging is in the state ${StackStatus}`,
      cure: expect.stringContaining(cure) as unknown,
    });
  });
});

describe('what the stage works without, in part, is a warning:', () => {
  const warningOne = async (of?: DeployedStage): Promise<Item> => {
    const [item, ...rest] = await lacks(of);
    expect(rest).toEqual([]);
    expect(item?.state).toBe('warning');
    if (item === undefined) throw new Error('nothing is wanting');
    return item;
  };

  // The CDK deletes it before it creates the stack again.
  test('a first creation that failed', async () => {
    services.cloudFormation.on(DescribeStacksCommand).resolves({
      Stacks: [{ StackName: 'swift-worker-staging', CreationTime: new Date(0), StackStatus: 'ROLLBACK_COMPLETE' }],
    });
    expect(await warningOne()).toMatchObject({
      name: 'stack',
      cure: expect.stringContaining(
        'describe-stack-events --region eu-west-1 --stack-name swift-worker-staging',
      ) as unknown,
    });
  });

  test('environments for the workers of the queues', async () => {
    runAtOnce(500, 300);
    expect(await warningOne()).toMatchObject({
      name: 'concurrency',
      found: expect.stringContaining(
        '300 of 500 are left for the workers of the queues, which use up to 625: under load, events and syncs wait',
      ) as unknown,
      cure: expect.stringContaining('--desired-value 825') as unknown,
    });
    const copying = { ...stage, auditCopy: { mode: 'GOVERNANCE', years: 1 } } as const;
    expect(await warningOne(copying)).toMatchObject({ found: expect.stringContaining('use up to 627') as unknown });
  });

  // The quota of a table holds for one on demand too: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
  test("the table's quota", async () => {
    services.dynamodb
      .on(DescribeLimitsCommand)
      .resolves({ TableMaxReadCapacityUnits: 40_000, TableMaxWriteCapacityUnits: 5_999 });
    expect(await warningOne()).toMatchObject({
      name: 'table writes',
      found: 'a table may write 5999 units a second, but 1000 calls a second need 6000',
      cure: expect.stringContaining('Table-level write throughput limit') as unknown,
    });
  });

  // Until somebody puts one, only the generated version is there.
  test("the platform app's secret", async () => {
    services.secrets.on(DescribeSecretCommand).resolves({ VersionIdsToStages: { generated: ['AWSCURRENT'] } });
    expect(await warningOne()).toMatchObject({
      name: 'platform secret',
      cure: expect.stringContaining(
        'put-secret-value --region eu-west-1 --secret-id arn:aws:secretsmanager:secret',
      ) as unknown,
    });
  });

  test('the way out of the SES sandbox, when the pool sends by SES', async () => {
    services.cognito
      .on(DescribeUserPoolCommand)
      .resolves({ UserPool: { EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' } } });
    services.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: false });
    expect(await warningOne()).toMatchObject({
      name: 'mail',
      cure: expect.stringContaining('put-account-details') as unknown,
    });
  });

  // "50 emails per day": https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-email.html
  test("Cognito's own sender, whose mails of a day are few for a whole stage", async () => {
    services.cognito
      .on(DescribeUserPoolCommand)
      .resolves({ UserPool: { EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT' } } });
    expect(await warningOne()).toMatchObject({
      name: 'mail',
      found: expect.stringContaining('50 mails a day') as unknown,
      cure: expect.stringContaining('members.mail') as unknown,
    });
  });

  test('the way out of the SES sandbox, when the stage mails notifications', async () => {
    services.cognito
      .on(DescribeUserPoolCommand)
      .resolves({ UserPool: { EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT' } } });
    services.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: false });
    const notices = { from: 'notices@acme.test', domain: 'acme.test' };
    const [own, sandbox, ...rest] = await lacks({ ...stage, noticesFrom: notices });
    expect(own).toMatchObject({ name: 'mail', cure: expect.stringContaining('members.mail') as unknown });
    expect(sandbox).toMatchObject({ name: 'mail', cure: expect.stringContaining('put-account-details') as unknown });
    expect(rest).toEqual([]);
  });

  test('mails that Cognito fails to send', async () => {
    services.cognito
      .on(DescribeUserPoolCommand)
      .resolves({ UserPool: { EmailConfigurationFailure: 'InvalidIdentity' } });
    expect(await warningOne()).toMatchObject({
      name: 'mail',
      found: expect.stringContaining('InvalidIdentity') as unknown,
    });
  });

  // https://docs.aws.amazon.com/sns/latest/api/API_Subscribe.html
  test('an address that has not confirmed', async () => {
    subscribed('PendingConfirmation');
    expect(await warningOne()).toMatchObject({
      name: 'subscribers',
      found: `${onCall} has not confirmed the subscription, and gets no alarms of the severity page`,
      cure: expect.stringContaining(`--protocol email --notification-endpoint ${onCall}`) as unknown,
    });
  });

  // SNS deletes what was not confirmed: https://docs.aws.amazon.com/sns/latest/dg/SendMessageToHttp.confirm.html
  test('an address whose subscription is gone', async () => {
    subscribed(null);
    expect(await warningOne()).toMatchObject({
      name: 'subscribers',
      found: `${onCall} is not subscribed to alarms of the severity page`,
      cure: expect.stringContaining('aws sns subscribe') as unknown,
    });
  });

  test.each([
    ['ssm', GetParameterCommand, 'bootstrap', 'ssm:GetParameter'],
    ['cloudFormation', DescribeStacksCommand, 'stack', 'cloudformation:DescribeStacks'],
    ['dynamodb', DescribeLimitsCommand, 'table', 'dynamodb:DescribeLimits'],
  ] as const)('what %s refuses to tell, with the permission that it takes', async (service, command, name, action) => {
    // One mock of a union of services has no common type of commands.
    (services[service].on as (asked: unknown) => { rejects: (error: Error) => void })(command).rejects(
      refusal('AccessDeniedException'),
    );
    expect(await warningOne()).toMatchObject({
      name,
      found: expect.stringContaining('AccessDeniedException') as unknown,
      cure: expect.stringContaining(action) as unknown,
    });
  });
});
