import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { openTable } from '../runtime/clients.ts';
import { newId, systemClock, systemPatience } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { embedded } from '../domain/metrics.ts';
import { blockLimits } from '../store/delivery/index-limits.ts';
import { tableIndex } from '../store/delivery/table-index.ts';
import { forgetReports } from './forgotten-reports.ts';
import { foldReports, type FoldReportsDeps } from './fold-reports.ts';
import { rollupLag } from './rollup-lag.ts';
import { watchVerdict } from './watch-verdict.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);
const log = consoleLog({ stage });

const table = openTable(tableName);
const base = { table, index: tableIndex(table), patience: systemPatience, clock: systemClock, newId };

const deps: FoldReportsDeps = {
  ...base,
  forget: forgetReports(table),
  watch: (partnerId, instanceId) => watchVerdict(base, partnerId, instanceId),
  limits: blockLimits,
  onError: (error) => {
    log.error('delivery reports have to come again', { error });
  },
};

/** https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html */
export const handler = async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const failed = await foldReports(deps, records);
  const now = systemClock();
  const lag = rollupLag(records, now);
  log.info('reports', {
    records: records.length,
    failed: failed.length,
    ...(lag !== null && embedded(now, { rollup_lag_milliseconds: lag })),
  });
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};
