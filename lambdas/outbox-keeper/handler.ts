import { worker } from '../runtime/hint-worker.ts';
import { openDelivery } from '../webhook-delivery/wiring.ts';
import { keepOutbox } from './keep-outbox.ts';

const { log, deliveryWithin } = openDelivery(process.env);

export const handler = worker<'OutboxKeeper'>(log, (deadline) => ({
  outbox: ({ partnerId }) => keepOutbox(deliveryWithin(deadline), partnerId),
}));
