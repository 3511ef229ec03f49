import { readEnvironment } from '../runtime/environment.ts';
import { batchWorker } from '../runtime/hint-worker.ts';
import { isQueue } from '../runtime/queue-source.ts';
import { deliverBatch } from '../events/delivery/deliver-batch.ts';
import { openDelivery } from './wiring/event-work.ts';

const { log, deliveryWithin } = openDelivery(process.env);
const { slowQueueUrl } = readEnvironment(process.env, ['slowQueueUrl']);

export const handler = batchWorker(log, (hints, deadline, source) =>
  deliverBatch(deliveryWithin(deadline), hints, isQueue(source, slowQueueUrl) ? 'slow' : 'event'),
);
