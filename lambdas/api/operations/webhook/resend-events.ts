import * as z from 'zod/mini';
import { invalidState, notFound } from '../../../kernel/errors.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import { mayHaveEnded } from '../../../domain/webhook/outbox.ts';
import { listedAgain, newResend, resendRange, type Resend, type ResendRange } from '../../../domain/webhook/resend.ts';
import { keys } from '../../../store/table/keys.ts';
import { getItem } from '../../../store/table/read.ts';
import { eventText } from '../../../store/webhooks/event-text.ts';
import { findEventById } from '../../../store/webhooks/find-event.ts';
import { eventIn } from '../../../store/webhooks/outbox-events.ts';
import {
  readResend,
  readResendHead,
  resendClause,
  resendHeadClause,
  resendRowClause,
  type ResendHead,
  type ResendRecord,
  type ResendRow,
} from '../../../store/webhooks/resends.ts';
import { readUndelivered } from '../../../store/webhooks/undelivered-events.ts';
import type { Deps } from '../../deps.ts';
import { callAuditClauses } from '../../call-audit.ts';
import { dateOrTime, oneOf, rule, uuid } from '../../fields.ts';
import { command } from '../../operation.ts';
import { requireEnabledEndpoint } from '../../require-endpoint.ts';
import { resendView } from '../../resources/webhook.ts';
import { settle } from '../../settle.ts';

const input = z
  .object({ event_id: z.optional(uuid), since: z.optional(dateOrTime), until: z.optional(dateOrTime) })
  .check(
    oneOf(['event_id', 'since'], 'needs either event_id or since'),
    rule<object>(
      'selector',
      'must not have event_id beside since',
      (given) => !('event_id' in given && 'since' in given),
      { schema: { not: { required: ['event_id', 'since'] } } },
    ),
    rule<object>('until', 'needs since', (given) => !('until' in given) || 'since' in given, {
      field: 'until',
      schema: { dependentRequired: { until: ['since'] } },
    }),
  );

/** What a new resend sends: the first events, and where the listing of more continues. */
type Begun = Pick<ResendRecord, 'range' | 'cursor' | 'retry'> & { readonly rows: readonly ResendRow[] };

/** @throws ServiceError invalid_state while a resend runs */
const requireNone = (running: Resend | null): void => {
  if (running === null) return;
  throw invalidState('running', `the resend ${running.id} is running; begin another one when it has ended`);
};

/** One event. While another resend runs, only one that waits. @throws ServiceError not_found, invalid_state */
const oneEvent = async (
  deps: Deps,
  partnerId: string,
  eventId: string,
  running: Resend | null,
  now: Milliseconds,
): Promise<Begun> => {
  const row = await findEventById(deps.table, partnerId, eventId, null, now);
  if (row === null) throw notFound('the event');
  const event = eventIn(await getItem(deps.table, keys.historyEntry(partnerId, row.customerId, row.number)));
  if (event?.id !== eventId) throw notFound('the event');
  const retry = event.end === null;
  if (!retry) requireNone(running);
  if ((await eventText(deps.table, event, deps.environment, now)) === null) {
    throw invalidState('not_stored', 'the content of the event is no longer stored: it has expired or was erased');
  }
  return { range: null, cursor: null, retry, rows: [row] };
};

/** The first undelivered events of a range. @throws ServiceError invalid_state */
const undelivered = async (
  deps: Deps,
  partnerId: string,
  range: ResendRange,
  running: Resend | null,
  now: Milliseconds,
): Promise<Begun> => {
  requireNone(running);
  // An event ends after it was created.
  const ended = { since: Date.parse(range.since), until: now };
  const { rows, next } = await readUndelivered(deps.table, partnerId, range, ended, null);
  return { range, cursor: next, retry: false, rows };
};

/** The partner's latest resend, when it runs. A retry lasts a moment, and hinders no other. */
const runningOne = async (deps: Deps, partnerId: string, { resendId }: ResendHead): Promise<Resend | null> => {
  const latest = resendId === null ? null : await readResend(deps.table, partnerId, resendId);
  return latest?.resend.status === 'running' && !latest.retry ? latest.resend : null;
};

/**
 * Sends one event again, or all undelivered events since a time, in the background. They keep their ids and their order. An event
 * that waits is tried at once.
 */
export const resendWebhookEvents = command({
  input,
  output: z.object({ resend: resendView }),
  statuses: [202],
  selectors: ['event_id'],
  errors: ['not_found', 'invalid_state'],
  run: async (deps, call, { event_id: eventId, since = '', until }) => {
    const { partnerId, cause } = call;
    const now = deps.clock();
    const wanted = eventId === undefined ? resendRange({ since, until }, now) : eventId;
    const outbox = await requireEnabledEndpoint(deps.table, partnerId);
    const head = await readResendHead(deps.table, partnerId);
    const running = await runningOne(deps, partnerId, head);
    const begun =
      typeof wanted === 'string'
        ? await oneEvent(deps, partnerId, wanted, running, now)
        : await undelivered(deps, partnerId, wanted, running, now);
    const { range, cursor, retry, rows } = begun;
    const listed = cursor === null;
    const settled = range === null || !mayHaveEnded(outbox, now - listedAgain);
    const resend = newResend(deps.newId(now), rows.length, listed && settled, now);
    const listing = { range, retry, listed, settled, cursor };
    const record = { partnerId, resend, requestId: cause.requestId, ...listing, position: '', failures: 0 };
    const accounted = callAuditClauses(deps, call, {
      action: 'webhook events resend',
      subject: { resend_id: resend.id, ...(eventId !== undefined && { event_id: eventId }), ...range },
      reason: null,
    });
    return settle(
      deps,
      call,
      call.answer(202, { resend }),
      [],
      [
        ...(running === null ? [resendHeadClause(deps.table, partnerId, resend.id, head.revision)] : []),
        resendClause(deps.table, record, now),
        ...accounted,
        ...rows.map((row) => resendRowClause(deps.table, partnerId, resend.id, row, now)),
      ],
    );
  },
});
