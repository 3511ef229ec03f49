import { embedded } from '../kernel/metrics.ts';
import { forgetReports } from '../reports/forgotten-reports.ts';
import { openFold, openJournal } from './wiring/report-work.ts';
import { openTable } from '../runtime/clients.ts';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { lastPageOf } from '../runtime/deadline.ts';
import { worker } from '../runtime/hint-worker.ts';
import { consoleLog } from '../runtime/logger.ts';
import { readMessages } from '../store/delivery/message-statuses.ts';
import { foldParked } from '../reports/fold-parked.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);
const log = consoleLog({ stage });
const table = openTable(tableName);

const lasting = {
  ...openFold(table),
  forget: forgetReports(table),
  journal: openJournal(table),
  readMessages: (messages: readonly string[]) => readMessages(table, messages),
  onParked: (reports: number): void => {
    log.warn('reports stay parked', embedded(systemClock(), { reports_parked: reports }));
  },
};

export const handler = worker<'ParkedReports'>(log, (deadline) => ({
  parkedReports: (work) => foldParked({ ...lasting, deadline }, work, lastPageOf(deadline)),
}));
