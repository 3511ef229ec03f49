import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { embedded } from '../domain/metrics.ts';
import { openTable } from '../runtime/clients.ts';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { openFold } from '../report-rollup/wiring.ts';
import { eachHint, handleHints } from '../runtime/hint-batch.ts';
import { consoleLog } from '../runtime/logger.ts';
import { readMessages } from '../store/delivery/message-statuses.ts';
import { foldParked, type FoldParkedDeps } from './fold-parked.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);
const log = consoleLog({ stage });
const table = openTable(tableName);

const deps: FoldParkedDeps = {
  ...openFold(table),
  readMessages: (messages) => readMessages(table, messages),
  onParked: (reports) => {
    log.warn('reports stay parked', embedded(systemClock(), { reports_parked: reports }));
  },
};

/** Left for the reports that are being folded. */
const margin = 60_000;

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const until = systemClock() + context.getRemainingTimeInMillis() - margin;
  return handleHints(
    event,
    log,
    eachHint((hint) => foldParked(deps, hint, until)),
  );
};
