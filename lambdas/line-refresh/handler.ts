import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { afterWorkersCalls, deadlineOf, lastStepOf } from '../runtime/deadline.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { eachHint, handleHints } from '../runtime/hint-batch.ts';
import { openLineWork } from '../instances/wiring.ts';
import { consoleLog } from '../runtime/logger.ts';
import { refreshLines } from './refresh-lines.ts';

const log = consoleLog(readEnvironment(process.env, ['stage']));
const lineWork = openLineWork(process.env);

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const deadline = deadlineOf(context, systemClock(), afterWorkersCalls);
  const deps = lineWork(deadline);
  return handleHints(
    event,
    log,
    eachHint((hint) => refreshLines(deps, hint, lastStepOf(deadline))),
  );
};
