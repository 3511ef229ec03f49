import { SQSClient } from '@aws-sdk/client-sqs';
import { openClient } from '../runtime/aws-calls.ts';
import { openTable } from '../runtime/clients.ts';
import { systemClock } from '../runtime/clock.ts';
import { afterWorkersCalls } from '../runtime/deadline.ts';
import { dueQueues } from '../runtime/due-queues.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { embedded } from '../kernel/metrics.ts';
import { readQueueUrls } from '../runtime/queue-urls.ts';
import { serve } from '../runtime/serve.ts';
import { sweep } from '../relay/sweep.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);
const log = consoleLog({ stage });
const table = openTable(tableName);
const send = dueQueues(openClient(SQSClient), readQueueUrls(process.env));

export const handler = serve(
  log,
  async (_event, { calls }) => {
    const now = systemClock();
    const { found, overdue } = await sweep(table, send, now, () => systemClock() >= calls);
    if (found > 0) log.info('due work was found', { found });
    for (const { queue, count, longest } of overdue) {
      const measures = { work_overdue: count, work_overdue_milliseconds: longest };
      log.info('overdue', { work: queue, ...embedded(now, measures) });
    }
  },
  afterWorkersCalls,
);
