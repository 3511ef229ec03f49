import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { staging, type StageConfig } from '../../lib/stages.ts';
import { allStages, ofType, synthesise } from '../../tools/harness/synthesised.ts';

const Policy = z.object({ Statement: z.array(z.unknown()) });
const Policies = z.object({ PolicyDocument: Policy.optional(), KeyPolicy: Policy.optional() });

/** The statements of the policies of topics and keys. */
const statementsOf = (resources: ReturnType<typeof synthesise>['Resources']): readonly string[] =>
  ['AWS::SNS::TopicPolicy', 'AWS::KMS::Key']
    .flatMap((type) => ofType(resources, type))
    .flatMap(([, { Properties }]) => {
      const { PolicyDocument, KeyPolicy } = Policies.parse(Properties);
      return [...(PolicyDocument?.Statement ?? []), ...(KeyPolicy?.Statement ?? [])];
    })
    .map((statement) => JSON.stringify(statement));

const types = ['AWS::Budgets::Budget', 'AWS::CE::AnomalyMonitor', 'AWS::CE::AnomalySubscription'];

test.each(allStages)('stage $name has no budget until it is given', (stage) => {
  const { Resources } = synthesise(stage);
  for (const type of types) expect(ofType(Resources, type)).toEqual([]);
  expect(JSON.stringify(Resources)).not.toMatch(/budgets\.amazonaws|costalerts\.amazonaws/);
});

describe('a stage with a budget', () => {
  const withBudget = (monitor: 'new' | `arn:${string}`): StageConfig => ({
    ...staging,
    budget: { dollarsPerMonth: 500, anomalies: { dollars: 50, monitor } },
  });
  const { Resources } = synthesise(withBudget('new'));
  const address = { Ref: 'TicketTopic' };

  test('sends mails at 80 and 100 percent of it, and when the month is forecast to exceed it', () => {
    const tell = (NotificationType: string, Threshold: number) => ({
      Notification: { NotificationType, Threshold, ThresholdType: 'PERCENTAGE', ComparisonOperator: 'GREATER_THAN' },
      Subscribers: [{ SubscriptionType: 'SNS', Address: address }],
    });
    expect(Resources['Budget']?.Properties).toMatchObject({
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 500, Unit: 'USD' } },
      NotificationsWithSubscribers: [tell('ACTUAL', 80), tell('ACTUAL', 100), tell('FORECASTED', 100)],
    });
  });

  test('sends mails of anomalies at once, by a monitor of its own or by that of the account', () => {
    const subscription = { Frequency: 'IMMEDIATE', Subscribers: [{ Type: 'SNS', Address: address }] };
    expect(Resources['AnomalySubscription']?.Properties).toMatchObject({
      ...subscription,
      MonitorArnList: [{ 'Fn::GetAtt': ['AnomalyMonitor', 'MonitorArn'] }],
      ThresholdExpression: expect.stringContaining('"50"') as unknown,
    });
    const arn = 'arn:aws:ce::111111111111:anomalymonitor/1';
    const other = synthesise(withBudget(arn)).Resources;
    expect(ofType(other, 'AWS::CE::AnomalyMonitor')).toEqual([]);
    expect(other['AnomalySubscription']?.Properties).toMatchObject({ ...subscription, MonitorArnList: [arn] });
  });

  // https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-sns-policy.html
  test('lets both publish tickets for its account, and use the key for it', () => {
    const both = ['budgets.amazonaws.com', 'costalerts.amazonaws.com'];
    const allowing = statementsOf(Resources).filter((statement) => both.every((one) => statement.includes(one)));
    expect(allowing).toHaveLength(2);
    for (const statement of allowing) {
      expect(statement).toContain('"Condition":{"StringEquals":{"aws:SourceAccount":{"Ref":"AWS::AccountId"}}}');
    }
    expect(allowing.filter((statement) => statement.includes('"sns:Publish"'))).toEqual([
      expect.stringContaining('"Resource":{"Ref":"TicketTopic"}'),
    ]);
    expect(allowing.filter((statement) => statement.includes('"kms:GenerateDataKey*"'))).toHaveLength(1);
  });
});
