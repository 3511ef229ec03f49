import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { eachHint, handleHints } from '../runtime/hint-batch.ts';
import { openLineWork } from '../runtime/line-work.ts';
import { consoleLog } from '../runtime/logger.ts';
import { usualPageSize, type SyncDeps } from './sync-deps.ts';
import { work } from './work.ts';

const log = consoleLog(readEnvironment(process.env, ['stage']));
const deps: SyncDeps = { ...openLineWork(process.env), pageSize: usualPageSize };

/** Left for the page that was asked for last: 24 s at most for its answer, and the writes of what it changed. */
const margin = 60_000;

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const until = systemClock() + context.getRemainingTimeInMillis() - margin;
  return handleHints(
    event,
    log,
    eachHint((hint) => work(deps, hint, until)),
  );
};
