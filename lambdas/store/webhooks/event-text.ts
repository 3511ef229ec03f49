import { callbackType, eventBody } from '../../domain/event.ts';
import { callbackBody } from '../../domain/relayed-callback.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Table } from '../table/table.ts';
import { readCallbackContent } from './callback-content.ts';
import type { OutboxEvent } from './outbox-events.ts';

/** The request body of an event; null when its content was erased or has expired. */
export const eventText = async (
  table: Table,
  event: Pick<OutboxEvent, 'id' | 'partnerId' | 'content'>,
  environment: string,
  now: Milliseconds,
): Promise<string | null> => {
  const { content } = event;
  if (content === null || content.type !== callbackType)
    return content === null ? null : eventBody(content, environment);
  const callback = await readCallbackContent(table, event, now);
  return callback === null ? null : callbackBody(content, callback, environment);
};
