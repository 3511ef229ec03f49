import * as z from 'zod/mini';
import { eventStatuses } from '../../domain/webhook/event-status.ts';

const time = z.iso.datetime();

const shown = {
  id: z.uuid(),
  type: z.string(),
  customer_id: z
    .nullable(z.uuid())
    .check(z.meta({ description: 'Null for an event of a template, which is of a business account.' })),
  sequence: z.int(),
  status: z
    .enum(eventStatuses)
    .check(z.meta({ description: '`undelivered`: given up, or there was no endpoint that could take it.' })),
  attempts: z.int().check(
    z.meta({
      description:
        'The requests that were made with the event, also before it was sent again: the length of `attempt_log`.',
    }),
  ),
  next_attempt_at: z.nullable(time),
  last_error: z.nullable(z.object({ code: z.string(), message: z.string(), at: time })),
  created_at: time,
  delivered_at: z.nullable(time),
};

/** An event without its content. */
export const eventView = z.object(shown);

export const eventDetailView = z.object({
  ...shown,
  body: z.nullable(z.string()).check(
    z.meta({
      description: 'Exactly as it is sent. Null when the content was erased, or has expired without delivery.',
    }),
  ),
  attempt_log: z.array(
    z.object({
      at: time,
      status: z
        .nullable(z.int())
        .check(z.meta({ description: 'The status of the response; null when there was none.' })),
      duration_ms: z.int(),
      error_code: z.nullable(z.string()).check(
        z.meta({
          description: 'Of an attempt: `http_` and the status, or why there was no response, such as `timeout`.',
        }),
      ),
    }),
  ),
});
