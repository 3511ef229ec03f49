import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { eachHint, handleHints } from '../runtime/hint-batch.ts';
import { openLineWork } from '../runtime/line-work.ts';
import { consoleLog } from '../runtime/logger.ts';
import { refreshLines } from './refresh-lines.ts';

const log = consoleLog(readEnvironment(process.env, ['stage']));
const deps = openLineWork(process.env);

/** Left for the line that is being looked at: two calls side by side, 24 s at most, and the commit after them. */
const margin = 60_000;

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const until = systemClock() + context.getRemainingTimeInMillis() - margin;
  return handleHints(
    event,
    log,
    eachHint((hint) => refreshLines(deps, hint, until)),
  );
};
