import { worker } from '../runtime/hint-worker.ts';
import { openDelivery } from '../webhook-delivery/wiring.ts';
import { runners } from './runners.ts';

const { log, deliveryWithin } = openDelivery(process.env);

export const handler = worker<'OutboxKeeper'>(log, (deadline) => runners(deliveryWithin(deadline)));
