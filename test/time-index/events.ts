import type { Repeat } from '@swift-worker/time-index/delivery-index.ts';
import type { IndexedEvent, MessageEffect } from '@swift-worker/time-index/event.ts';
import { hourLength, startOfHour, type Hour } from '@swift-worker/time-index/time-grid.ts';
import { instances, plainEvent, uuidOf } from '../delivery/reports.ts';

/** 22 June 2026, 0:00 UTC. */
export const firstHour: Hour = 495_000;

/** No one else writes the index. */
export const once: Repeat = (attempt) => attempt();

const delivery: MessageEffect = { first: true, delivered: true, read: false, failed: 0, byRecipient: false };
const failure: MessageEffect = { first: true, delivered: false, read: false, failed: 1, byRecipient: true };

/** Events of three instances, spread evenly over an hour. Every fifth is a failure. @param from the number of the first one */
export const eventsOf = (hour: Hour, count: number, from: number): readonly IndexedEvent[] =>
  Array.from({ length: count }, (_, place): IndexedEvent => {
    const number = from + place;
    const at = startOfHour(hour) + Math.floor((place * hourLength) / count);
    const isFailure = number % 5 === 0;
    const error = { code: number % 2 === 0 ? 131_026 : 'E1', title: 'Undeliverable', message: null, details: null };
    return {
      ...plainEvent(uuidOf(9, number), {
        instance_id: instances[number % 3] ?? instances[0],
        message_id: `wamid.HBgLMTU1NTAwMDAwMDAVAgARGBI${String(number).padStart(12, '0')}`,
        status: isFailure ? 'failed' : 'delivered',
        error: isFailure ? error : null,
        occurred_at: at,
        received_at: at + 1_500,
      }),
      effect: isFailure ? failure : delivery,
    };
  });
