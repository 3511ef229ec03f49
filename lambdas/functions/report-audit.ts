import { openTable } from '../runtime/clients.ts';
import { systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { afterWorkersCalls } from '../runtime/deadline.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { serve } from '../runtime/serve.ts';
import { embedded } from '../kernel/metrics.ts';
import { sampleMessages } from '../store/delivery/message-sample.ts';
import { tableIndex } from '../store/delivery/table-index.ts';
import { openWaiting } from '../store/delivery/waiting-reports.ts';
import { auditReports } from '../reports/audit-reports.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);
const log = consoleLog({ stage });
const table = openTable(tableName);

/** Checks a sample of the delivery index. An alarm watches the metric of the differences. */
export const handler = serve(
  log,
  async (_event, { calls: until }) => {
    const { events, hours, differences } = await auditReports({
      index: tableIndex(table),
      waiting: openWaiting(table),
      retryPolicy: systemRetryPolicy,
      clock: systemClock,
      until,
      sample: () => sampleMessages(table, systemRetryPolicy.random),
    });
    for (const difference of differences) log.error('the delivery index differs from its events', { ...difference });
    log.info(
      'audited',
      embedded(systemClock(), {
        delivery_events_audited: events,
        delivery_hours_recounted: hours,
        delivery_differences: differences.length,
      }),
    );
  },
  afterWorkersCalls,
);
