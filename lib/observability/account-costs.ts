import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnAnomalyMonitor, CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Budget } from '../budget.ts';
import type { StageConfig } from '../stages.ts';

const addBudget = (scope: Construct, name: string, { dollarsPerMonth }: Budget, address: string): void => {
  const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
    subscribers: [{ subscriptionType: 'SNS', address }],
  });
  const budget = new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: name,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: dollarsPerMonth, unit: 'USD' },
    },
    notificationsWithSubscribers: [tell('ACTUAL', 80), tell('ACTUAL', 100), tell('FORECASTED', 100)],
  });
  budget.overrideLogicalId('Budget');
};

/** An account has one monitor of all services: https://docs.aws.amazon.com/cost-management/latest/userguide/management-limits.html */
const monitorOf = (scope: Construct, name: string, monitor: 'new' | `arn:${string}`): string => {
  if (monitor !== 'new') return monitor;
  const created = new CfnAnomalyMonitor(scope, 'AnomalyMonitor', {
    monitorName: name,
    monitorType: 'DIMENSIONAL',
    monitorDimension: 'SERVICE',
  });
  created.overrideLogicalId('AnomalyMonitor');
  return created.attrMonitorArn;
};

const addAnomalies = (scope: Construct, name: string, { anomalies }: Budget, address: string): void => {
  if (anomalies === null) return;
  const subscription = new CfnAnomalySubscription(scope, 'AnomalySubscription', {
    subscriptionName: name,
    frequency: 'IMMEDIATE',
    monitorArnList: [monitorOf(scope, name, anomalies.monitor)],
    subscribers: [{ type: 'SNS', address }],
    thresholdExpression: JSON.stringify({
      Dimensions: {
        Key: 'ANOMALY_TOTAL_IMPACT_ABSOLUTE',
        MatchOptions: ['GREATER_THAN_OR_EQUAL'],
        Values: [String(anomalies.dollars)],
      },
    }),
  });
  subscription.overrideLogicalId('AnomalySubscription');
};

/** AWS's own monitoring of the account's costs: a budget, and anomalies. @param topic both may publish to it */
export const watchAccountCosts = (scope: Construct, { name, budget }: StageConfig, topic: () => ITopic): void => {
  if (budget === null) return;
  const { topicArn } = topic();
  addBudget(scope, `swift-worker-${name}`, budget, topicArn);
  addAnomalies(scope, `swift-worker-${name}`, budget, topicArn);
};
