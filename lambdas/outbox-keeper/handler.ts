import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { systemClock } from '../runtime/clock.ts';
import { afterWorkersCalls, deadlineOf } from '../runtime/deadline.ts';
import { openDelivery } from '../webhook-delivery/wiring.ts';
import { eachHint, handleHints } from '../runtime/hint-batch.ts';
import { partnerOfOutbox } from '../store/webhooks/outbox.ts';
import { keepOutbox } from './keep-outbox.ts';

const deliveryWithin = openDelivery(process.env);

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const deps = deliveryWithin(deadlineOf(context, systemClock(), afterWorkersCalls));
  return handleHints(
    event,
    deps.log,
    eachHint((hint) => keepOutbox(deps, partnerOfOutbox(hint))),
  );
};
