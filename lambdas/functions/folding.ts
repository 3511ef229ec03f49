import { embedded } from '../kernel/metrics.ts';
import { openFold, openPark } from './wiring/report-work.ts';
import { openTable } from '../runtime/clients.ts';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { lastPageOf } from '../runtime/deadline.ts';
import { worker } from '../runtime/hint-worker.ts';
import { consoleLog } from '../runtime/logger.ts';
import { rowsInBlock } from '../domain/search/search-plan.ts';
import { foldSearch } from '../jobs/fold-search.ts';
import { closeUsage, type LateDay } from '../jobs/close-usage.ts';
import { foldTail } from '../reports/fold-tail.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);
const log = consoleLog({ stage });
const table = openTable(tableName);

const lasting = {
  ...openFold(table),
  park: openPark(table, log),
  onError: (error: unknown): void => {
    log.error('delivery reports were not folded', { error });
  },
};

const dayLogs = {
  onOpenDay: ({ partnerId, day, late }: LateDay): void => {
    log.info('a day of usage is closed', {
      partner_id: partnerId,
      date: day,
      ...embedded(systemClock(), { usage_open_milliseconds: late }),
    });
  },
  onLostDay: (step: 'close' | 'review', { partnerId, day }: LateDay): void => {
    log.error('facts of a day of usage may have expired', { step, partner_id: partnerId, date: day });
  },
};

export const handler = worker<'Folding'>(log, (deadline) => ({
  reportFold: (work) => foldTail({ ...lasting, deadline }, work, lastPageOf(deadline)),
  searchFold: (work) => foldSearch({ ...lasting, deadline, blockSize: rowsInBlock }, work, lastPageOf(deadline)),
  usageClose: (work) => closeUsage({ ...lasting, ...dayLogs, deadline }, work, lastPageOf(deadline)),
}));
