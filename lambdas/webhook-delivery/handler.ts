import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { afterWorkersCalls, deadlineOf } from '../runtime/deadline.ts';
import { openDelivery } from './wiring.ts';
import { handleHints } from '../runtime/hint-batch.ts';
import { deliverBatch } from './deliver-batch.ts';

const deliveryWithin = openDelivery(process.env);

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const deps = deliveryWithin(deadlineOf(context, systemClock(), afterWorkersCalls));
  return handleHints(event, deps.log, (hints) => deliverBatch(deps, hints));
};
