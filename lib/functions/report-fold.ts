import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Folds the reports in partners' journals into the index for searches and delivery health. */
export const addReportFold = (scope: Construct, { stage, storage, queues }: ServiceParts): void => {
  const fold = new ServiceFunction(scope, 'ReportFold', {
    stage,
    description: 'Counts and lists delivery reports by partner, customer and instance',
    entry: 'lambdas/report-fold/handler.ts',
    size: stage.workers.reportFold,
    environment: { stage: stage.name, tableName: storage.table.tableName },
  });
  storage.grantReading(fold, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(fold, ['PutItem', 'UpdateItem']);
  storage.grantBatchWriting(fold);
  queues.feed(fold, stage.workers.reportFold);
};
