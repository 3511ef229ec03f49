import { describe, expect, test } from '@jest/globals';
import { Token } from 'aws-cdk-lib/core';
import { choose } from '../../lib/choose-stages.ts';
import { local, production, staging } from '../../lib/stages.ts';
import { allStages, configured, ofType, synthesise } from '../../tools/harness/synthesised.ts';

const named = { local, staging, production };
const deployed = [staging, production];

test('no value of a stage is made up', () => {
  expect(JSON.stringify(named)).not.toMatch(/\.(example|invalid|test)\b|example\.(com|net|org)/);
});

describe.each(deployed)('stage $name without the absent values', (stage) => {
  const { Resources, account } = synthesise(stage);

  test('has no account, so the account of the credentials is taken', () => {
    expect(Token.isUnresolved(account)).toBe(true);
  });

  test('notifies no one of alarms', () => {
    expect(ofType(Resources, 'AWS::SNS::Subscription')).toEqual([]);
  });

  test('has the version of the Graph API in the URLs of the platform', () => {
    const { Connect: connect } = synthesise({ ...stage, graphVersion: 'v27.0' }).Resources;
    expect(connect?.Properties['Environment']).toMatchObject({
      Variables: {
        GRAPH_URL: 'https://graph.facebook.com/v27.0',
        DIALOG_URL: 'https://www.facebook.com/v27.0/dialog/oauth',
      },
    });
  });

  test('gives no function an app at the platform', () => {
    for (const [, { Properties }] of ofType(Resources, 'AWS::Lambda::Function')) {
      expect(JSON.stringify(Properties['Environment'])).not.toContain('"PLATFORM_APP_ID"');
    }
  });
});

describe.each(deployed.map(configured))('stage $name with all values', (stage) => {
  const { Resources, account } = synthesise(stage);

  test('stands in its account', () => {
    expect(account).toBe(stage.name === 'staging' ? '111111111111' : '222222222222');
  });

  test('subscribes everyone named to alarms: by mail, SMS and a pager, which needs the address of the topic', () => {
    const pager = 'https://pager.operator.test/integration';
    const alarms = {
      ...stage.alarms,
      subscribers: {
        page: ['on-call@operator.test', '+4930123456', pager] as const,
        ticket: ['team@operator.test'] as const,
      },
    };
    const template = synthesise({ ...stage, alarms });
    const subscriptions = ofType(template.Resources, 'AWS::SNS::Subscription').map(([, { Properties }]) => Properties);
    expect(subscriptions).toHaveLength(4);
    expect(subscriptions).toEqual(
      expect.arrayContaining(
        [
          { Protocol: 'email', TopicArn: { Ref: 'PageTopic' }, Endpoint: 'on-call@operator.test' },
          { Protocol: 'sms', TopicArn: { Ref: 'PageTopic' }, Endpoint: '+4930123456' },
          { Protocol: 'https', TopicArn: { Ref: 'PageTopic' }, Endpoint: pager },
          { Protocol: 'email', TopicArn: { Ref: 'TicketTopic' }, Endpoint: 'team@operator.test' },
        ].map((one): unknown => expect.objectContaining(one)),
      ),
    );
  });

  test('gives the app to the functions that act as the app, and to no other', () => {
    const holders = ofType(Resources, 'AWS::Lambda::Function').flatMap(([logicalId, { Properties }]) =>
      JSON.stringify(Properties['Environment']).includes('"PLATFORM_APP_ID":"100000000000001"') ? [logicalId] : [],
    );
    expect(holders.toSorted()).toEqual([
      'CallbackIntake',
      'Connect',
      'Dispatcher',
      'InstanceRefresh',
      'Lifecycle',
      'Operator',
      'WebhookMigration',
    ]);
  });
});

describe('the choice of stages', () => {
  test('is every stage when none is named', () => {
    expect(choose(named, {})).toEqual(allStages);
  });

  test('is the one that is named', () => {
    expect(choose(named, { stage: 'staging' })).toEqual([staging]);
  });

  test('refuses a stage that there is not', () => {
    expect(() => choose(named, { stage: 'produktion' })).toThrow(
      'no stage "produktion"; there are local, staging, production',
    );
  });

  test.each(['staging', 'production', undefined])('refuses one account for staging and production (%s)', (stage) => {
    const shared = {
      local,
      staging: { ...staging, account: '111111111111' },
      production: { ...production, account: '111111111111' },
    };
    expect(() => choose(shared, { stage })).toThrow('staging and production have the same account 111111111111');
  });

  test('takes two accounts', () => {
    const two = {
      local,
      staging: { ...staging, account: '111111111111' },
      production: { ...production, account: '222222222222' },
    };
    expect(choose(two, {})).toHaveLength(3);
  });

  test.each(['12345678901', '1234567890123', 'staging'])('refuses an account that is not one: %s', (account) => {
    expect(() => choose({ ...named, staging: { ...staging, account } }, {})).toThrow(
      `the account of staging is not 12 digits: ${account}`,
    );
  });
});
