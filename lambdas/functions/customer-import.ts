import { openTable } from '../runtime/clients.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { worker } from '../runtime/hint-worker.ts';
import { consoleLog } from '../runtime/logger.ts';
import { tableWithin } from '../store/table/table-within.ts';
import { runImports } from '../jobs/imports/run-imports.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);
const log = consoleLog({ stage });
const table = openTable(tableName);
const lasting = { clock: systemClock, newId, retryPolicy: systemRetryPolicy };

export const handler = worker<'CustomerImport'>(log, (deadline) => ({
  customerImport: (work, begunBy) =>
    runImports({ ...lasting, deadline, table: tableWithin(table, deadline.answer) }, work, begunBy),
}));
