import { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { openClient } from '../runtime/aws-calls.ts';
import { systemClock } from '../runtime/clock.ts';
import { dueQueues } from '../runtime/due-queues.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { embedded } from '../kernel/metrics.ts';
import { readQueueUrls } from '../runtime/queue-urls.ts';
import { relayDue, type RelayDeps } from '../relay/relay-due.ts';
import { serve } from '../runtime/serve.ts';
import { sendToFailedQueue } from '../runtime/failed-records.ts';

const { stage, failedQueueUrl } = readEnvironment(process.env, ['stage', 'failedQueueUrl']);
const log = consoleLog({ stage });
const client = openClient(SQSClient, 'sqs');

const deps: RelayDeps = {
  send: dueQueues(client, readQueueUrls(process.env)),
  clock: systemClock,
  sendToFailedQueue: sendToFailedQueue(client, failedQueueUrl, log),
  onUnsent: (count, error) => {
    log.warn('hints were not sent; the sweep finds their work', {
      error,
      ...embedded(systemClock(), { hints_unsent: count }),
    });
  },
};

export const handler = serve<DynamoDBStreamEvent>(log, ({ Records: records }) => relayDue(deps, records));
