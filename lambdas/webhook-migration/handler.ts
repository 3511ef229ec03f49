import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openTable } from '../runtime/clients.ts';
import { newId, systemClock } from '../runtime/clock.ts';
import { afterWorkersCalls, deadlineOf, lastStepOf } from '../runtime/deadline.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { eachHint, handleHints } from '../runtime/hint-batch.ts';
import { openLineWork } from '../instances/wiring.ts';
import { consoleLog } from '../runtime/logger.ts';
import { noticeClauses } from '../store/notifications/notices.ts';
import { runMigration } from './run-migration.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);
const log = consoleLog({ stage });
const lineWork = openLineWork(process.env);
const notices = noticeClauses(openTable(tableName), newId);

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const deadline = deadlineOf(context, systemClock(), afterWorkersCalls);
  const deps = { ...lineWork(deadline), notices };
  return handleHints(
    event,
    log,
    eachHint((hint) => runMigration(deps, hint, lastStepOf(deadline))),
  );
};
