import { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { openTable } from '../runtime/clients.ts';
import { systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { openFold } from './wiring.ts';
import { consoleLog } from '../runtime/logger.ts';
import { serveBatch } from '../runtime/serve.ts';
import { setAside } from '../runtime/failed-records.ts';
import { embedded } from '../domain/metrics.ts';
import { parkReports } from '../store/delivery/parked-reports.ts';
import { foldReports, type FoldReportsDeps } from './fold-reports.ts';
import { rollupLag } from './rollup-lag.ts';

const { stage, tableName, failedQueueUrl } = readEnvironment(process.env, ['stage', 'tableName', 'failedQueueUrl']);
const log = consoleLog({ stage });
const fold = openFold(openTable(tableName));

const deps: FoldReportsDeps = {
  ...fold,
  park: async (partnerId, scope, reports) => {
    await parkReports(fold, partnerId, scope, reports);
    log.warn('reports were parked', {
      partner_id: partnerId,
      scope: scope?.kind ?? 'all',
      ...embedded(systemClock(), { reports_parked: reports.length }),
    });
  },
  setAside: setAside(new SQSClient(), failedQueueUrl, log),
  onError: (error) => {
    log.error('delivery reports were not folded', { error });
  },
};

/** Left for parking what there was no time for. */
const margin = 60_000;

export const handler = serveBatch<DynamoDBStreamEvent>(
  log,
  async ({ Records: records }, { calls: until }) => {
    const failed = await foldReports(deps, records, until);
    const now = systemClock();
    const lag = rollupLag(records, now);
    log.info('reports', {
      records: records.length,
      failed: failed.length,
      ...(lag !== null && embedded(now, { rollup_lag_milliseconds: lag })),
    });
    return failed;
  },
  margin,
);
