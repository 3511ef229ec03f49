import { journalEvents } from '../../lambdas/events/journal/journal-events.ts';
import { journalReports } from '../../lambdas/reports/journal-reports.ts';
import { entrySortPrefix } from '../../lambdas/store/table/keys.ts';
import type { Environment } from '../processes/environment.ts';
import { openTableStream } from '../harness/table-stream.ts';
import type { TestTable } from '../harness/test-table.ts';

/** The second reader of the table's stream: reports and events since the last call go to their journals. */
export interface Journal {
  readonly write: (it: Environment) => Promise<void>;
  readonly close: () => void;
}

/** A journal of what is written from now on. */
export const openJournal = async (table: TestTable): Promise<Journal> => {
  const [reports, entries] = [await openTableStream(table), await openTableStream(table, entrySortPrefix)];
  await Promise.all([reports.read(), entries.read()]);
  return {
    write: async (it) => {
      const failed = [
        ...(await journalReports(it.reports, await reports.read(), Infinity)),
        ...(await journalEvents(it.events, await entries.read(), Infinity)),
      ];
      if (failed.length > 0) throw new Error(`${failed.length} records of the stream were not journalled`);
    },
    close: () => {
      reports.close();
      entries.close();
    },
  };
};
