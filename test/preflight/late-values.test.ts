import { DescribeCertificateCommand, ResourceNotFoundException } from '@aws-sdk/client-acm';
import { DescribeRegionSettingsCommand, ListBackupVaultsCommand } from '@aws-sdk/client-backup';
import { DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetAnomalyMonitorsCommand } from '@aws-sdk/client-cost-explorer';
import { GetOpenIDConnectProviderCommand, NoSuchEntityException } from '@aws-sdk/client-iam';
import { DescribeKeyCommand } from '@aws-sdk/client-kms';
import { GetHostedZoneCommand, ListResourceRecordSetsCommand, NoSuchHostedZone } from '@aws-sdk/client-route-53';
import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2';
import { ListAvailableManagedRuleGroupVersionsCommand } from '@aws-sdk/client-wafv2';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { DeployedStage } from '../../lib/stages.ts';
import { edge, hostedZone, withDomain } from '../lib/with-domain.ts';
import { beNew, commandsSent, look, openAccount, refusal, services, stage } from './account.ts';

const budget = { dollarsPerMonth: 100, anomalies: { dollars: 10, monitor: 'new' as const } };

/** A stage with every value that AWS would refuse late. */
const whole: DeployedStage = {
  ...stage,
  domain: withDomain({ edge, hostedZone }).domain,
  backup: { region: 'eu-central-1', keepDays: 35 },
  members: {
    ...stage.members,
    secondFactors: ['app'],
    recovery: 'email',
    mail: { from: 'no-reply@acme.test', domain: 'acme.test' },
  },
  budget,
  delivery: { repository: 'acme/swift-worker', identityProvider: 'new' },
};

openAccount();
// What is late is looked at before the first deployment.
beforeEach(beNew);

const lacks = async (of = whole) =>
  (await look(of))
    .filter(({ state }) => state !== 'ok')
    .map(({ name, state, found, cure }) => [state, name, `${found} → ${cure ?? ''}`]);

const has = (...words: readonly string[]): unknown => {
  const literal = words.map((word) => word.replace(/[.*?[\]{}()|$+]/g, '\\$&'));
  return expect.stringMatching(new RegExp(literal.join('.*')));
};

test('values that are there, as the stage says, are well', async () => {
  expect(await lacks()).toEqual([]);
  const sent = commandsSent();
  expect(sent.filter((name) => !/^(Get|List|Describe)/.test(name))).toEqual([]);
  for (const command of [DescribeCertificateCommand, GetHostedZoneCommand, ListBackupVaultsCommand]) {
    expect(sent).toContain(command.name);
  }
});

test('a stage without the values asks for none of them', async () => {
  await look();
  const late = [services.acm, services.backup, services.costs, services.iam, services.route53, services.waf];
  expect(late.map((service) => service.calls().length)).toEqual([0, 0, 0, 0, 0, 0]);
});

describe('a certificate', () => {
  const own = { CertificateArn: whole.domain?.certificateArn };
  const certificate = (Status: 'ISSUED' | 'PENDING_VALIDATION' | 'EXPIRED', names: readonly string[]) => ({
    Certificate: { Status, SubjectAlternativeNames: [...names] },
  });
  const names = ['*.partner-api.test', 'origin.api.partner-api.test'];

  test.each([
    ['waits for its DNS records', certificate('PENDING_VALIDATION', names), 'is not issued yet', 'DNS records'],
    ['has expired', certificate('EXPIRED', names), 'is in the state EXPIRED', 'request-certificate'],
    [
      'lacks the name of the origin',
      certificate('ISSUED', ['api.partner-api.test']),
      'does not cover origin.api.partner-api.test',
      '--subject-alternative-names origin.api.partner-api.test',
    ],
    [
      'has a wildcard of the level above',
      certificate('ISSUED', ['*.partner-api.test']),
      'does not cover origin.api.partner-api.test',
      'request-certificate --region eu-west-1',
    ],
  ] as const)('%s', async (_, answer, found, cure) => {
    services.acm.on(DescribeCertificateCommand, own).resolves(answer);
    expect(await lacks()).toEqual([['missing', 'certificates', has('domain.certificateArn', found, cure)]]);
  });

  test('is not there', async () => {
    const none = new ResourceNotFoundException({ message: 'none', $metadata: {} });
    services.acm.on(DescribeCertificateCommand, { CertificateArn: edge.certificateArn }).rejects(none);
    expect(await lacks()).toEqual([
      [
        'missing',
        'certificates',
        has(
          'domain.edge.certificateArn',
          'names no certificate in us-east-1',
          'request-certificate --region us-east-1',
        ),
      ],
    ]);
  });

  test('of the edge lacks the host of the hosted pages, which a portal brings', async () => {
    services.acm
      .on(DescribeCertificateCommand, { CertificateArn: edge.certificateArn })
      .resolves(certificate('ISSUED', names));
    expect(await lacks()).toEqual([]);
    const items = await lacks({ ...whole, portal: { publishableKey: 'pk_test_0123456789' } });
    expect(items.filter(([, name]) => name === 'certificates')).toEqual([
      ['missing', 'certificates', has('domain.edge.certificateArn does not cover connect.api.partner-api.test')],
    ]);
  });

  test('of the edge is in another region than CloudFront needs', async () => {
    const other = edge.certificateArn.replace('us-east-1', 'eu-west-1');
    const domain = withDomain({ hostedZone, edge: { ...edge, certificateArn: other } }).domain;
    expect(await lacks({ ...whole, ...(domain !== undefined && { domain }) })).toEqual([
      [
        'missing',
        'certificates',
        has('domain.edge.certificateArn', 'is not in us-east-1', 'request-certificate --region us-east-1'),
      ],
    ]);
  });
});

test.each([
  [
    'of another name',
    { HostedZone: { Id: 'Z', Name: 'other.test.', CallerReference: '1' } },
    'is the zone other.test, not partner-api.test',
  ],
  [
    'that is private',
    { HostedZone: { Id: 'Z', Name: 'partner-api.test.', CallerReference: '1', Config: { PrivateZone: true } } },
    'is private',
  ],
])('a zone %s', async (_, answer, found) => {
  services.route53.on(GetHostedZoneCommand).resolves(answer);
  expect(await lacks()).toEqual([['missing', 'hosted zone', has(found, 'domain.hostedZone')]]);
});

test('a zone that is not there', async () => {
  services.route53.on(GetHostedZoneCommand).rejects(new NoSuchHostedZone({ message: 'none', $metadata: {} }));
  expect(await lacks()).toEqual([['missing', 'hosted zone', has('there is no zone', 'list-hosted-zones-by-name')]]);
});

test('a domain of the mails that SES has not verified, or does not know', async () => {
  services.ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: false });
  expect(await lacks()).toEqual([['missing', 'mail identity', has('has not verified acme.test', 'DKIM')]]);
  services.ses.on(GetEmailIdentityCommand).rejects(new NotFoundException({ message: 'none', $metadata: {} }));
  expect(await lacks()).toEqual([
    ['missing', 'mail identity', has('does not know acme.test', 'create-email-identity')],
  ]);
});

describe('the monitor of cost anomalies', () => {
  const monitor = {
    MonitorArn: 'arn:aws:ce::1:anomalymonitor/a',
    MonitorName: 'a',
    MonitorType: 'DIMENSIONAL',
    MonitorDimension: 'SERVICE',
  } as const;

  test('is there already, on a further page too', async () => {
    services.costs
      .on(GetAnomalyMonitorsCommand)
      .resolves({ AnomalyMonitors: [], NextPageToken: 'more' })
      .on(GetAnomalyMonitorsCommand, { NextPageToken: 'more' })
      .resolves({ AnomalyMonitors: [monitor] });
    expect(await lacks()).toEqual([
      ['missing', 'cost anomalies', has('has a monitor of all services already', monitor.MonitorArn)],
    ]);
  });

  test('is not the one that the stage says', async () => {
    services.costs.on(GetAnomalyMonitorsCommand).resolves({ AnomalyMonitors: [monitor] });
    const named = (arn: `arn:${string}`) => ({
      ...whole,
      budget: { ...budget, anomalies: { dollars: 10, monitor: arn } },
    });
    expect(await lacks(named('arn:aws:ce::1:anomalymonitor/b'))).toEqual([
      ['missing', 'cost anomalies', has('there is no monitor', monitor.MonitorArn)],
    ]);
    expect(await lacks(named(monitor.MonitorArn))).toEqual([]);
  });
});

test("GitHub's provider is there already, or is not there", async () => {
  services.iam.on(GetOpenIDConnectProviderCommand).resolves({ Tags: [] });
  expect(await lacks()).toEqual([
    ['warning', 'identity provider', has('has a provider of GitHub already', "'existing'")],
  ]);
  services.iam
    .on(GetOpenIDConnectProviderCommand)
    .rejects(new NoSuchEntityException({ message: 'none', $metadata: {} }));
  expect(await lacks()).toEqual([]);
  const existing: DeployedStage = { ...whole, delivery: { repository: 'a/b', identityProvider: 'existing' } };
  expect(await lacks(existing)).toEqual([['warning', 'identity provider', has('has no provider of GitHub', "'new'")]]);
  services.iam.on(GetOpenIDConnectProviderCommand).resolves({ Tags: [] });
  expect(await lacks(existing)).toEqual([]);
  const Tags = Object.entries({ service: 'swift-worker', stage: 'staging' }).map(([Key, Value]) => ({ Key, Value }));
  services.iam.on(GetOpenIDConnectProviderCommand).resolves({ Tags });
  expect(await lacks(existing)).toEqual([
    ['warning', 'identity provider', has('staging-delivery has the provider', 'would delete it', "'new'")],
  ]);
});

test('AWS Backup that is not turned on for tables', async () => {
  services.backup.on(DescribeRegionSettingsCommand).resolves({ ResourceTypeOptInPreference: { DynamoDB: true } });
  expect(await lacks()).toEqual([
    ['warning', 'backups', has('does not back up tables in eu-west-1', 'update-region-settings')],
  ]);
});

test('vaults of earlier backups, whose names are taken', async () => {
  const vaults = ['swift-worker-staging', 'swift-worker-staging-copies'].map((BackupVaultName) => ({
    BackupVaultName,
  }));
  services.backup.on(ListBackupVaultsCommand).resolves({ BackupVaultList: vaults });
  expect(await lacks()).toEqual([
    ['missing', 'names', has('swift-worker-staging exists in eu-west-1', 'backup.generation', 'to 2')],
    ['missing', 'names', has('swift-worker-staging-copies exists in eu-central-1', 'backup.generation', 'to 2')],
  ]);
  expect(await lacks({ ...whole, backup: { region: 'eu-central-1', keepDays: 35, generation: 2 } })).toEqual([]);
});

test('a replica of the key that an earlier stack left', async () => {
  const mrk = `mrk-${'a'.repeat(32)}`;
  const keyArn = `arn:aws:kms:eu-west-1:111111111111:key/${mrk}`;
  const replicated: DeployedStage = { ...whole, replica: { region: 'eu-north-1', keyArn, table: false } };
  expect(await lacks(replicated)).toEqual([]);
  services.kms
    .on(DescribeKeyCommand, { KeyId: keyArn.replace('eu-west-1', 'eu-north-1') })
    .resolves({ KeyMetadata: { KeyId: mrk, KeyState: 'PendingDeletion' } });
  expect(await lacks(replicated)).toEqual([
    [
      'missing',
      'names',
      has(`replica of the key ${mrk} exists in eu-north-1`, 'schedule-key-deletion --region eu-north-1'),
    ],
  ]);
});

test('a bucket that an earlier portal left, which only its stack may have', async () => {
  const portal = { publishableKey: 'pk_test_0123456789' };
  services.s3.on(HeadBucketCommand).resolves({});
  expect(await lacks({ ...whole, portal })).toEqual([
    ['missing', 'names', has('swift-worker-staging-portal-111111111111-us-east-1-an', 'aws s3 rb --force')],
  ]);
  services.s3.on(HeadBucketCommand).rejects(refusal('AccessDenied'));
  expect(await lacks({ ...whole, portal })).toEqual([
    ['warning', 'names', has('could not be checked', 's3:ListBucket')],
  ]);
});

test('a name that cannot be checked, beside one that is taken', async () => {
  services.s3.on(HeadBucketCommand).rejects(refusal('AccessDenied'));
  services.backup
    .on(ListBackupVaultsCommand)
    .resolves({ BackupVaultList: [{ BackupVaultName: 'swift-worker-staging' }] });
  expect(await lacks({ ...whole, portal: { publishableKey: 'pk_test_0123456789' } })).toEqual([
    ['missing', 'names', has('swift-worker-staging exists')],
    ['warning', 'names', has('-portal-111111111111-us-east-1-an could not be checked')],
  ]);
});

test('a record of the domain that was made by hand', async () => {
  services.route53.on(ListResourceRecordSetsCommand, { StartRecordName: 'origin.api.partner-api.test' }).resolves({
    ResourceRecordSets: [
      { Name: 'origin.api.partner-api.test.', Type: 'CNAME' },
      { Name: 'other.partner-api.test.', Type: 'A' },
    ],
  });
  expect(await lacks()).toEqual([
    ['missing', 'names', has('DNS record origin.api.partner-api.test exists', 'list-resource-record-sets')],
  ]);
});

test('vaults and a monitor that the stack has itself', async () => {
  const monitor = 'arn:aws:ce::1:anomalymonitor/own';
  const own = {
    AnomalyMonitor: monitor,
    BackupVault: 'swift-worker-staging',
    CopiesVault: 'swift-worker-staging-copies',
  };
  services.cloudFormation
    .on(DescribeStacksCommand)
    .resolves({ Stacks: [{ StackName: 'any', CreationTime: new Date(0), StackStatus: 'UPDATE_COMPLETE' }] })
    .on(ListStackResourcesCommand)
    .resolves({
      StackResourceSummaries: Object.entries(own).map(([LogicalResourceId, PhysicalResourceId]) => ({
        LogicalResourceId,
        PhysicalResourceId,
        ResourceType: 'AWS::Any',
        ResourceStatus: 'CREATE_COMPLETE',
        LastUpdatedTimestamp: new Date(0),
      })),
    });
  services.costs.on(GetAnomalyMonitorsCommand).resolves({
    AnomalyMonitors: [
      { MonitorArn: monitor, MonitorName: 'a', MonitorType: 'DIMENSIONAL', MonitorDimension: 'SERVICE' },
    ],
  });
  services.backup.on(ListBackupVaultsCommand).resolves({
    BackupVaultList: [{ BackupVaultName: own.BackupVault }, { BackupVaultName: own.CopiesVault }],
  });
  expect(await lacks()).toEqual([]);
  expect(await lacks({ ...whole, budget: { ...budget, anomalies: { dollars: 10, monitor } } })).toEqual([
    ['missing', 'cost anomalies', has('is of the stack, which would delete it', "'new'")],
  ]);
});

test("a version of AWS's rules that has expired", async () => {
  services.waf
    .on(ListAvailableManagedRuleGroupVersionsCommand, { Name: 'AWSManagedRulesCommonRuleSet' })
    .resolves({ Versions: [{ Name: 'Version_9.9' }] });
  expect(await lacks()).toEqual([
    ['missing', 'firewall rules', has('AWSManagedRulesCommonRuleSet has no', 'Version_9.9', 'lib/firewall-rules.ts')],
  ]);
});
