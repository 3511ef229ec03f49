import { Schedule } from 'aws-cdk-lib/aws-events';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Checks samples of the delivery index. An alarm reports differences. */
export const addReportAudit = (scope: Construct, { stage, storage }: ServiceParts): void => {
  const audit = new ServiceFunction(scope, 'ReportAudit', {
    stage,
    description: 'Checks a sample of delivery reports against the index and recounts their hours',
    entry: 'lambdas/functions/report-audit.ts',
    size: stage.workers.reportAudit,
    environment: { stage: stage.name, tableName: storage.table.tableName },
  });
  storage.grantReading(audit, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantSampling(audit);
  audit.runAt(Schedule.rate(Duration.minutes(15)));
};
