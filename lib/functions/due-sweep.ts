import { Schedule } from 'aws-cdk-lib/aws-events';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { traceEnvironment } from '../trace-environment.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Finds work whose hint was lost, and work that is due later than a queue can delay. */
export const addDueSweep = (scope: Construct, { stage, storage, queues }: ServiceParts): void => {
  const sweep = new ServiceFunction(scope, 'DueSweep', {
    stage,
    description: 'Sends hints of overdue and soon due work to the queues of the workers',
    entry: 'lambdas/functions/due-sweep.ts',
    size: stage.workers.dueSweep,
    environment: {
      stage: stage.name,
      ...traceEnvironment(stage),
      tableName: storage.table.tableName,
      ...queues.environment,
    },
  });
  storage.grantFindingDue(sweep);
  queues.grantSendingHints(sweep);
  sweep.runAt(Schedule.rate(Duration.minutes(1)));
};
