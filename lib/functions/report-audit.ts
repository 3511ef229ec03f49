import { Schedule } from 'aws-cdk-lib/aws-events';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Recounts a sample of the delivery index; an alarm watches the differences it finds. */
export const addReportAudit = (scope: Construct, { stage, storage }: ServiceParts): void => {
  const audit = new ServiceFunction(scope, 'ReportAudit', {
    stage,
    description: 'Looks a sample of delivery reports up in the index, and recounts the hours they fall into',
    entry: 'lambdas/report-audit/handler.ts',
    size: stage.workers.reportAudit,
    environment: { stage: stage.name, tableName: storage.table.tableName },
  });
  storage.grantReading(audit, ['BatchGetItem', 'Query']);
  storage.grantSampling(audit);
  audit.runAt(Schedule.rate(Duration.minutes(15)));
};
