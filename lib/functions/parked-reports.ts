import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Brings reports to indexes that did not take them from the stream. */
export const addParkedReports = (scope: Construct, { stage, storage, queues }: ServiceParts): void => {
  const parked = new ServiceFunction(scope, 'ParkedReports', {
    stage,
    description: 'Counts and lists delivery reports that were parked when an index did not take them',
    entry: 'lambdas/parked-reports/handler.ts',
    size: stage.workers.parkedReports,
    environment: { stage: stage.name, tableName: storage.table.tableName },
  });
  storage.grantReading(parked, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(parked, ['PutItem', 'UpdateItem', 'DeleteItem']);
  storage.grantBatchWriting(parked);
  queues.feed(parked, stage.workers.parkedReports);
};
