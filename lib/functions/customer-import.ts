import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Carries out the imports of customers. */
export const addCustomerImport = (scope: Construct, { stage, storage, queues }: ServiceParts): void => {
  const worker = new ServiceFunction(scope, 'CustomerImport', {
    stage,
    description: 'Creates and updates the customers of imports',
    entry: 'lambdas/functions/customer-import.ts',
    size: stage.workers.customerImport,
    environment: { stage: stage.name, tableName: storage.table.tableName },
  });
  storage.grantReading(worker, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(worker, ['PutItem', 'UpdateItem', 'DeleteItem']);
  queues.feed(worker, stage.workers.customerImport);
};
