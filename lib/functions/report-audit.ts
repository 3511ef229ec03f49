import { Alarm, ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { metricNamespace } from '../../lambdas/domain/metrics.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { ServiceParts } from '../service-parts.ts';

const gap = Duration.minutes(15);

/** Recounts a sample of the delivery index, and raises an alarm when it is not what was reported. */
export const addReportAudit = (scope: Construct, { stage, storage }: ServiceParts): void => {
  const audit = new ServiceFunction(scope, 'ReportAudit', {
    stage,
    description: 'Looks a sample of delivery reports up in the index, and recounts the hours they fall into',
    entry: 'lambdas/report-audit/handler.ts',
    size: stage.workers.reportAudit,
    environment: { stage: stage.name, tableName: storage.table.tableName },
  });
  storage.grantReading(audit);
  storage.grantSampling(audit);
  audit.runAt(Schedule.rate(gap));
  const alarm = new Alarm(audit, 'Differences', {
    alarmDescription: 'Delivery reports are missing from the index or counted wrong. See docs/runbook.md',
    metric: new Metric({
      namespace: metricNamespace,
      metricName: 'delivery_differences',
      dimensionsMap: { stage: stage.name },
      statistic: Stats.SUM,
      period: gap,
    }),
    threshold: 0,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  pinLogicalId(alarm, 'DeliveryDifferencesAlarm');
};
