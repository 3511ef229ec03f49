import type { SQSEvent } from 'aws-lambda';
import type { RelayedCallback } from '../domain/relayed-callback.ts';
import { findingLines } from '../events/relayed/line-of-number.ts';
import { relayCallbacks } from '../events/relayed/send-on.ts';
import { embedded } from '../kernel/metrics.ts';
import { systemClock } from '../runtime/clock.ts';
import { afterWorkersCalls } from '../runtime/deadline.ts';
import { relayedCallbackIn } from '../runtime/relay-queue.ts';
import { serveBatch } from '../runtime/serve.ts';
import { openDelivery } from './wiring/event-work.ts';

const { log, table, deliveryWithin } = openDelivery(process.env);
const findLine = findingLines(table, systemClock);

export const handler = serveBatch<SQSEvent>(
  log,
  async ({ Records: records }, deadline) => {
    const messages = new Map<RelayedCallback, string>();
    const unreadable: string[] = [];
    for (const { messageId, body } of records) {
      try {
        messages.set(relayedCallbackIn(body), messageId);
      } catch (error) {
        log.error('a callback of the queue could not be read', { message_id: messageId, error });
        unreadable.push(messageId);
      }
    }
    const refused = await relayCallbacks({ ...deliveryWithin(deadline), findLine }, Array.from(messages.keys()));
    const failed = [...unreadable, ...Array.from(refused, (relayed) => messages.get(relayed) ?? '')];
    if (failed.length > 0) log.error('callbacks wait', embedded(systemClock(), { callbacks_failed: failed.length }));
    return failed;
  },
  afterWorkersCalls,
);
