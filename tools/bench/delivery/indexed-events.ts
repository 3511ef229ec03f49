import type { DeliveryEvent, IndexedEvent } from '@swift-worker/time-index/event.ts';
import { effectOf } from '../../../lambdas/domain/delivery/message-state.ts';
import { messageIdentity } from '../../../lambdas/domain/delivery/report.ts';

/** Events with their effect on the message, in the order of receipt. Repeated statuses are left out. */
export const indexedEvents = (events: readonly DeliveryEvent[]): readonly IndexedEvent[] => {
  const messages = new Map<string, DeliveryEvent[]>();
  return events.flatMap((event) => {
    const { kind, value } = messageIdentity(event);
    const name = JSON.stringify([event.phone_number_id, kind, value]);
    const known = messages.get(name) ?? [];
    if (known.some(({ status }) => status === event.status)) return [];
    const effect = effectOf(event, known);
    messages.set(name, [...known, event]);
    return [{ ...event, effect }];
  });
};
