import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';
import { allowUnseen } from '../unseen-grants.ts';

/**
 * Folds what waits into indexes: reports into the index of searches and health, changes of customers into the search index. Closes the days
 * of usage.
 */
export const addFolding = (scope: Construct, { stage, storage, queues }: ServiceParts): void => {
  const fold = new ServiceFunction(scope, 'Folding', {
    stage,
    description: 'Counts and lists delivery reports, keeps the search indexes of customers, closes days of usage',
    entry: 'lambdas/functions/folding.ts',
    size: stage.workers.folding,
    environment: { stage: stage.name, tableName: storage.table.tableName },
  });
  storage.grantReading(fold, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(fold, ['PutItem', 'UpdateItem']);
  // Blocks of a search index that a fold has replaced.
  allowUnseen(
    fold,
    { actions: ['dynamodb:DeleteItem'], resources: [storage.table.tableArn] },
    'Partners with 1,000 customers have a search index; those of the local stack have fewer.',
  );
  storage.grantBatchWriting(fold);
  queues.feed(fold, stage.workers.folding);
};
