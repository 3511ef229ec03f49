import * as z from 'zod/mini';
import { attemptErrorOf } from '../../domain/webhook/attempt-error.ts';
import { keptAnswerBytes } from '../../domain/webhook/answer-text.ts';
import { eventStatuses } from '../../domain/webhook/event-status.ts';
import type { EventAttempt } from '../../store/webhooks/event-attempt.ts';

const time = z.iso.datetime();

const shown = {
  id: z.uuid(),
  type: z.string(),
  customer_id: z
    .nullable(z.uuid())
    .check(z.meta({ description: 'Null for an event of a template, which is of a business account.' })),
  sequence: z.int().check(z.meta({ description: '0 for a callback of the platform, which is in no sequence.' })),
  status: z
    .enum(eventStatuses)
    .check(z.meta({ description: '`undelivered`: given up, or there was no endpoint that could take it.' })),
  attempts: z.int().check(
    z.meta({
      description:
        'The requests that were made with the event, also before it was sent again: the length of `attempt_log`. While its ' +
        'endpoint is paused, only the oldest event is tried, as the probe.',
    }),
  ),
  next_attempt_at: z.nullable(time).check(
    z.meta({
      description:
        'When the next attempt is due. While the endpoint is paused: the time of its next probe, or later; when the probe is ' +
        'answered with 2xx, the waiting events are sent. Null when the event has ended, or waits for an earlier event of its customer.',
    }),
  ),
  last_error: z.nullable(z.object({ code: z.string(), message: z.string(), at: time })),
  created_at: time,
  delivered_at: z.nullable(time),
};

export const attemptView = z.object({
  at: time,
  status: z.nullable(z.int()).check(z.meta({ description: 'The status of the response; null when there was none.' })),
  duration_ms: z.int(),
  error_code: z.nullable(z.string()).check(
    z.meta({
      description: 'Of an attempt: `http_` and the status, or why there was no response, such as `timeout`.',
    }),
  ),
  probe: z.boolean().check(
    z.meta({
      description: 'Whether it tested a paused endpoint. A failed probe is none of the ten attempts of the event.',
    }),
  ),
  answer: z.nullable(z.string()).check(
    z.meta({
      description:
        `The first ${keptAnswerBytes} bytes of the body of a failed response, as text. Null without one, after an erasure, and for ` +
        'callers without `webhook.write`.',
    }),
  ),
});

/** @param withAnswer whether the caller may see what the endpoint answered */
export const shownAttempt = (attempt: EventAttempt, withAnswer: boolean): z.input<typeof attemptView> => ({
  at: attempt.at,
  status: attempt.status,
  duration_ms: Math.round(attempt.milliseconds),
  error_code: attemptErrorOf(attempt)?.code ?? null,
  probe: attempt.probe,
  answer: withAnswer ? (attempt.answer ?? null) : null,
});

/** An event without its content. */
export const eventView = z.object(shown);

export const eventDetailView = z.object({
  ...shown,
  body: z.nullable(z.string()).check(
    z.meta({
      description:
        'Exactly as it is sent. Null when the content was erased, or has expired without delivery; of a callback of the platform also ' +
        'when it was delivered, and for callers without `webhook.write`.',
    }),
  ),
  attempt_log: z.array(attemptView),
});
