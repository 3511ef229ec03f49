import { Schedule } from 'aws-cdk-lib/aws-events';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Finds what is due and whose hint was lost, and what becomes due after longer than a queue can wait. */
export const addDueSweep = (scope: Construct, { stage, storage, queues }: ServiceParts): void => {
  const sweep = new ServiceFunction(scope, 'DueSweep', {
    stage,
    description: 'Puts hints of all that is due, or will soon be, on the queues of the workers',
    entry: 'lambdas/due-sweep/handler.ts',
    size: stage.workers.dueSweep,
    environment: { stage: stage.name, tableName: storage.table.tableName, ...queues.environment },
  });
  storage.grantFindingDue(sweep);
  queues.grantSendingHints(sweep);
  sweep.runAt(Schedule.rate(Duration.minutes(1)));
};
