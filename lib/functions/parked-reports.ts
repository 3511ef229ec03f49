import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

export const addParkedReports = (scope: Construct, { stage, storage, queues }: ServiceParts): void => {
  const parked = new ServiceFunction(scope, 'ParkedReports', {
    stage,
    description: 'Folds parked delivery reports into the index',
    entry: 'lambdas/functions/parked-reports.ts',
    size: stage.workers.parkedReports,
    environment: { stage: stage.name, tableName: storage.table.tableName },
  });
  storage.grantReading(parked, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(parked, ['PutItem', 'UpdateItem', 'DeleteItem']);
  storage.grantBatchWriting(parked);
  queues.feed(parked, stage.workers.parkedReports);
};
