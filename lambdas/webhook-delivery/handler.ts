import { batchWorker } from '../runtime/hint-worker.ts';
import { deliverBatch } from './deliver-batch.ts';
import { openDelivery } from './wiring.ts';

const { log, deliveryWithin } = openDelivery(process.env);

export const handler = batchWorker(log, (hints, deadline) => deliverBatch(deliveryWithin(deadline), hints));
