import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { changesIn } from '../runtime/callback-queue.ts';
import { openTable } from '../runtime/clients.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { serveBatch } from '../runtime/serve.ts';
import { takeIn, type IntakeDeps } from '../callbacks/take-in.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);

const deps: IntakeDeps = {
  table: openTable(tableName),
  retryPolicy: systemRetryPolicy,
  clock: systemClock,
  newId,
  appId: readOptional(process.env, 'platformAppId'),
  log: consoleLog({ stage }),
};

const failuresOf = async ({ messageId, body }: SQSRecord): Promise<readonly string[]> => {
  try {
    await takeIn(deps, changesIn(body));
    return [];
  } catch (error) {
    deps.log.error('some changes of the platform failed', { message_id: messageId, error });
    return [messageId];
  }
};

export const handler = serveBatch<SQSEvent>(deps.log, async ({ Records: records }) =>
  (await Promise.all(records.map(failuresOf))).flat(),
);
