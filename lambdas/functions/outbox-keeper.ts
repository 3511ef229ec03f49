import { worker } from '../runtime/hint-worker.ts';
import { openDelivery } from './wiring/event-work.ts';
import { runners } from '../events/outbox/runners.ts';

const { log, deliveryWithin } = openDelivery(process.env);

export const handler = worker<'OutboxKeeper'>(log, (deadline) => runners(deliveryWithin(deadline)));
