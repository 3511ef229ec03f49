import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openDelivery } from '../runtime/delivery.ts';
import { handleHints } from '../runtime/hint-batch.ts';
import { deliverBatch } from './deliver-batch.ts';

const deps = openDelivery(process.env);

export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleHints(event, deps.log, (hints) => deliverBatch(deps, hints));
