import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Stage } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks } from 'cdk-nag';
import { z } from 'zod';
import type { ServiceApp } from '../../lib/service-app.ts';
import type { Delivery } from '../../lib/delivery.ts';
import { stacksOf } from '../../lib/stage-stacks.ts';
import { production, staging, type DeployedStage } from '../../lib/stages.ts';
import { alarmSubscribers } from '../../scripts/preflight/alarm-subscribers.ts';
import { bootstrap } from '../../scripts/preflight/bootstrap.ts';
import { concurrency } from '../../scripts/preflight/concurrency.ts';
import { anomalyMonitor } from '../../scripts/preflight/anomaly-monitor.ts';
import { backups } from '../../scripts/preflight/backups.ts';
import { certificates } from '../../scripts/preflight/certificates.ts';
import { firewallRules } from '../../scripts/preflight/firewall-rules.ts';
import { hostedZone } from '../../scripts/preflight/hosted-zone.ts';
import { identityProvider } from '../../scripts/preflight/identity-provider.ts';
import { mailIdentity } from '../../scripts/preflight/mail-identity.ts';
import { mail } from '../../scripts/preflight/mail.ts';
import { platformSecret } from '../../scripts/preflight/platform-secret.ts';
import { replicas } from '../../scripts/preflight/replicas.ts';
import { stackState } from '../../scripts/preflight/stack-state.ts';
import { tableQuota } from '../../scripts/preflight/table-quota.ts';
import { takenNames } from '../../scripts/preflight/taken-names.ts';
import { withApp } from '../../tools/harness/synthesised.ts';
import { edge, withDomain } from './with-domain.ts';

const delivered = (stage: DeployedStage, identityProvider: Delivery['identityProvider'] = 'new'): DeployedStage => ({
  ...stage,
  account: '111111111111',
  delivery: { repository: 'acme@1/swift-worker@2', identityProvider },
});

const statement = z.object({
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]).transform((action) => [action].flat()),
  Resource: z.unknown(),
  Condition: z.unknown().optional(),
});

const templateOf = (app: ServiceApp, stage: DeployedStage): Template => {
  const stack = app.addDelivery(stage);
  if (stack === null) throw new Error('the stage has no delivery');
  return Template.fromStack(stack);
};

const statementsOf = (template: Template): readonly z.infer<typeof statement>[] =>
  Object.values(template.findResources('AWS::IAM::Policy')).flatMap(
    (resource) =>
      z
        .object({ Properties: z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) }) })
        .parse(resource).Properties.PolicyDocument.Statement,
  );

describe.each([staging, production])('the role that deploys $name', (stage) => {
  // https://docs.github.com/en/actions/reference/security/oidc: the subject of a job with an environment.
  test('trusts the jobs of one repository in the environment of the stage alone', () => {
    withApp((app) => {
      const template = templateOf(app, delivered(stage));
      template.hasResourceProperties('AWS::IAM::Role', {
        AssumeRolePolicyDocument: {
          Statement: [
            {
              Action: 'sts:AssumeRoleWithWebIdentity',
              Effect: 'Allow',
              Principal: { Federated: { Ref: 'GitHub' } },
              Condition: {
                StringEquals: {
                  'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
                  'token.actions.githubusercontent.com:sub': `repo:acme@1/swift-worker@2:environment:${stage.name}`,
                },
              },
            },
          ],
        },
        ManagedPolicyArns: Match.absent(),
      });
    });
  });

  test('may take three roles of the bootstrap in the region and the account of the stage, and read', () => {
    withApp((app) => {
      const statements = statementsOf(templateOf(app, delivered(stage)));
      const [assume, ...others] = statements;
      expect(assume?.Action).toEqual(['sts:AssumeRole']);
      expect(JSON.stringify(assume?.Resource).match(/role\/cdk-hnb659fds-[a-z-]+-111111111111-eu-west-1/g)).toEqual([
        'role/cdk-hnb659fds-deploy-role-111111111111-eu-west-1',
        'role/cdk-hnb659fds-file-publishing-role-111111111111-eu-west-1',
        'role/cdk-hnb659fds-lookup-role-111111111111-eu-west-1',
      ]);
      const reading = others.flatMap(({ Action }) => Action);
      expect(reading.filter((action) => !/:(Get|List|Describe)/.test(action))).toEqual([]);
      expect(reading).not.toContain('secretsmanager:GetSecretValue');
      const preflight = [
        ...[alarmSubscribers, anomalyMonitor, backups, bootstrap, certificates, concurrency, firewallRules, hostedZone],
        ...[identityProvider, mail, mailIdentity, platformSecret, replicas, stackState, tableQuota, takenNames],
      ];
      expect(reading.toSorted()).toEqual(preflight.flatMap(({ actions }) => actions).toSorted());
    });
  });

  /** An account has one stage. What these name has no tag of it, or is not there yet. */
  const ofAccount = [
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
  ];

  test("reads nothing of the other stage: what has no name of the stage's has its tag", () => {
    withApp((app) => {
      const unnamed = statementsOf(templateOf(app, delivered(stage))).filter(
        ({ Resource }) => !JSON.stringify(Resource).includes(`swift-worker-${stage.name}`),
      );
      expect(unnamed.map(({ Action, Condition }) => [Action, Condition])).toEqual([
        [['sts:AssumeRole'], undefined],
        [['ssm:GetParameter'], undefined],
        [
          ['cognito-idp:DescribeUserPool', 'secretsmanager:DescribeSecret'],
          { StringEquals: { 'aws:ResourceTag/service': 'swift-worker', 'aws:ResourceTag/stage': stage.name } },
        ],
        [ofAccount, undefined],
      ]);
    });
  });

  test('has nothing for cdk-nag to find', () => {
    withApp((app) => {
      app.addDelivery(delivered(stage));
      expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
    });
  });
});

// https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_create_oidc_verify-thumbprint.html
test('the provider is made without thumbprints, or is the one that the account has', () => {
  withApp((app) => {
    const made = templateOf(app, delivered(staging));
    expect(Object.values(made.findResources('AWS::IAM::OIDCProvider'))).toEqual([
      expect.objectContaining({
        Properties: expect.not.objectContaining({ ThumbprintList: expect.anything() as unknown }) as unknown,
      }),
    ]);
  });
  withApp((app) => {
    const existing = templateOf(app, delivered(staging, 'existing'));
    existing.resourceCountIs('AWS::IAM::OIDCProvider', 0);
    expect(JSON.stringify(existing.toJSON())).toContain(
      ':iam::111111111111:oidc-provider/token.actions.githubusercontent.com',
    );
  });
});

test('a stage without a repository has no such role', () => {
  withApp((app) => {
    expect([app.addDelivery(staging), app.addDelivery(production)]).toEqual([null, null]);
  });
});

test('a stage without an account cannot have one', () => {
  const nowhere = { ...delivered(staging), account: undefined };
  withApp((app) => {
    expect(() => app.addDelivery(nowhere)).toThrow('the delivery of staging needs the account of the stage');
  });
});

// The CDK's command line compares a selector with the path of a stack.
test("the selector of a stage does not select its way in, and the way in's does not select the stage", () => {
  withApp((app) => {
    const paths = [app.addStage(delivered(staging)), app.addDelivery(delivered(staging))].map(
      (stack) => stack?.node.path ?? '',
    );
    const selected = (selector: string): readonly string[] =>
      paths.filter((found) => path.matchesGlob(found, selector));
    expect(selected('staging/*')).toEqual(['staging/Service']);
    expect(selected('staging-delivery/*')).toEqual(['staging-delivery/Delivery']);
  });
});

describe('the role of a stage with stacks in other regions', () => {
  // That of the certificates.
  const account = '111122223333';
  const everywhere: DeployedStage = {
    ...delivered(withDomain({ edge })),
    account,
    backup: { region: 'eu-central-1', keepDays: 35 },
    replica: {
      region: 'eu-north-1',
      keyArn: `arn:aws:kms:eu-west-1:${account}:key/mrk-${'0'.repeat(32)}`,
      table: false,
    },
  };
  const stacksIn = (app: ServiceApp) => {
    const scope = Stage.of(app.addStage(everywhere));
    if (scope === undefined) throw new Error('the stack is in no stage');
    return scope.synth().stacks;
  };

  test('may take the roles with which the CDK deploys each of them', () => {
    withApp((app) => {
      const [assume] = statementsOf(templateOf(app, everywhere));
      const allowed = z
        .array(z.unknown())
        .parse(assume?.Resource)
        .map((resource) => JSON.stringify(resource));
      const needed = stacksIn(app).map(({ assumeRoleArn = '' }) => assumeRoleArn.replace(/^.*:role\//, ''));
      expect(needed).toHaveLength(4);
      for (const name of needed) expect(allowed).toContainEqual(expect.stringContaining(name));
      expect(allowed).toHaveLength(3 * 4);
    });
  });

  test('reads the state of each of them, and the version of the bootstrap of each region', () => {
    withApp((app) => {
      const statements = statementsOf(templateOf(app, everywhere));
      const read = (action: string): string =>
        JSON.stringify(statements.find(({ Action }) => Action.includes(action))?.Resource);
      for (const { stackName, environment } of stacksIn(app)) {
        expect(read('cloudformation:DescribeStacks')).toContain(
          `${environment.region}:${account}:stack/${stackName}/*`,
        );
        expect(read('ssm:GetParameter')).toContain(`${environment.region}:${account}:parameter/cdk-bootstrap/`);
      }
      expect(read('sns:ListSubscriptionsByTopic')).toContain(`us-east-1:${account}:swift-worker-staging-*`);
    });
  });

  test('has the stacks that the list of the stage names', () => {
    withApp((app) => {
      const deployed = stacksIn(app).map(({ stackName, environment }) => [stackName, environment.region]);
      expect(deployed).toEqual(stacksOf(everywhere).map(({ name, region }) => [name, region]));
    });
  });
});
