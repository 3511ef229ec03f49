import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { openTable } from '../runtime/clients.ts';
import { systemPatience } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { blockLimits } from '../store/delivery/index-limits.ts';
import { tableIndex } from '../store/delivery/table-index.ts';
import { forgetReports } from './forgotten-reports.ts';
import { foldReports, type FoldReportsDeps } from './fold-reports.ts';

const { stage, tableName } = readEnvironment(process.env, ['stage', 'tableName']);
const log = consoleLog({ stage });

const table = openTable(tableName);

const deps: FoldReportsDeps = {
  index: tableIndex(table),
  forget: forgetReports(table),
  patience: systemPatience,
  limits: blockLimits,
  onError: (error) => {
    log.error('delivery reports have to come again', { error });
  },
};

/** https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html */
export const handler = async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const failed = await foldReports(deps, records);
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};
