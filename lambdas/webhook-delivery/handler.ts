import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openDelivery } from '../runtime/delivery.ts';
import { handleHints } from '../runtime/hint-batch.ts';
import { consoleLog } from '../runtime/logger.ts';
import { deliverBatch } from './deliver-batch.ts';

const deps = openDelivery(process.env);
const log = consoleLog({ stage: deps.environment });

export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleHints(event, log, (hints) => deliverBatch(deps, hints));
