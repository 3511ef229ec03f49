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
const send = dueQueues(openClient(SQSClient, 'sqs'), readQueueUrls(process.env));

export const handler = serve(
  log,
  async (_event, { calls }) => {
    const now = systemClock();
    const { found, unsent, overdue, failures } = await sweep(table, send, now, () => systemClock() >= calls);
    if (found > 0) log.info('due work was found', { found });
    for (const { queue, count, longest } of overdue) {
      const measures = { work_overdue: count, work_overdue_milliseconds: longest };
      log.info('overdue', { work: queue, ...embedded(now, measures) });
    }
    if (unsent > 0)
      log.warn('hints were not sent; the next sweep finds their work', embedded(now, { hints_unsent: unsent }));
    for (const { queue, isUnread, error } of failures)
      log.error('a queue was not swept', { work: queue, is_unread: isUnread, error });
    const lost = failures.find(({ isUnread }) => isUnread);
    if (lost !== undefined)
      throw new Error(`the due work of the queue ${lost.queue} was not read`, { cause: lost.error });
  },
  afterWorkersCalls,
);
