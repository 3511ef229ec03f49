import * as z from 'zod/mini';
import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { derivedId } from '../../../kernel/derived-id.ts';
import { timeOrProblem } from '../../../domain/delivery/occurred-at.ts';
import { batchReportId } from '../../../domain/delivery/report-id.ts';
import { messageIdentity, reportedEvent, type StatusReport } from '../../../domain/delivery/report.ts';
import { refusalOf, ReportedBefore, temporarilyUnavailable, type Refusal } from '../../../kernel/errors.ts';
import { mapLimited } from '../../../kernel/map-limited.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import { findMessage } from '../../../store/delivery/find-message.ts';
import { recordEvent } from '../../../store/delivery/message-record.ts';
import { persist } from '../../../store/table/commit.ts';
import { mostReports } from '../../batch-limits.ts';
import { hasIdOfMessage, reportFields } from '../../delivery-fields.ts';
import type { Deps } from '../../deps.ts';
import { operation, type Call, type Immutable } from '../../operation.ts';
import { otherPartner, refusalIn } from '../../problems.ts';
import { settle } from '../../settle.ts';
import { statusReport } from '../../status-report.ts';

/** Below the sockets that an environment keeps open to the table. */
const concurrency = 32;

const ownRoutes = ['report-partner-message-status', 'report-partner-message-delivery-failure'] as const;

/** A report has the fields of a single report. */
const entry = z
  .object({ ...reportFields, route: z.optional(z.enum(ownRoutes)), partner_id: z.optional(z.string()) })
  .check(hasIdOfMessage);

const input = z.object({
  reports: z.array(z.unknown()).check(z.minLength(1), z.maxLength(mostReports)),
});

const problem = z.object({ path: z.string(), rule: z.string(), message: z.string() });
const item = z.object({
  status: z.literal([200, 201, 400, 404]),
  event_id: z.nullable(z.uuid()),
  duplicate: z.boolean(),
  error: z.nullable(
    z.object({
      code: z.enum(['validation_failed', 'not_found']),
      message: z.string(),
      details: z.optional(z.array(problem)),
    }),
  ),
});
const output = z.object({ items: z.array(item) });

type BatchCall = Call<z.input<typeof output>>;
type Item = Immutable<z.input<typeof item>>;

const unknownNumber: Item['error'] = {
  code: 'not_found',
  message: 'an instance of the partner that was connected to phone_number_id was not found',
};

const readReport = (given: unknown, partnerId: string, now: Milliseconds): StatusReport | Refusal => {
  const parsed = entry.safeParse(given, { reportInput: true });
  if (!parsed.success) return refusalIn(parsed.error);
  const { partner_id: partner, ...report } = parsed.data;
  const problem = otherPartner(partner, partnerId);
  if (problem !== null) return refusalOf([problem]);
  const time = timeOrProblem(report, now);
  return typeof time === 'number' ? statusReport(report, time) : refusalOf([time]);
};

/** Under a key the same each time the call is carried out, so that a report without an identifier is recorded once. */
const idOf = (deps: Deps, { claim, partnerId, now }: BatchCall, index: number): string =>
  batchReportId(claim === null ? deps.newId(now) : derivedId(claim.began, `${partnerId} ${claim.key} ${index}`));

const refused = (status: 400 | 404, error: Item['error']): Item => ({
  status,
  event_id: null,
  duplicate: false,
  error,
});

/** The event to record, or the answer to a report that is refused. */
type Judged = { readonly event: DeliveryEvent } | { readonly event: null; readonly item: Item };

const judge = async (deps: Deps, call: BatchCall, given: unknown, index: number): Promise<Judged> => {
  const received = call.claim?.began ?? call.now;
  const report = readReport(given, call.partnerId, received);
  if ('code' in report) return { event: null, item: refused(400, report) };
  const instance = await deps.reportingInstances.find(call.partnerId, report.phone_number_id);
  if (instance === null) return { event: null, item: refused(404, unknownNumber) };
  return { event: reportedEvent(idOf(deps, call, index), instance, report, received) };
};

/** The values that are equal in two reports of the same status. */
const sameness = (event: DeliveryEvent): string => {
  const { kind, value } = messageIdentity(event);
  return JSON.stringify([event.phone_number_id, event.status, kind, value]);
};

/** @returns the id of the recorded event */
const record = async (deps: Deps, { partnerId, caller, now }: BatchCall, event: DeliveryEvent): Promise<string> => {
  if (deps.clock() >= deps.deadline.calls) {
    throw temporarilyUnavailable('there was no time for all reports; send them again, or fewer at once');
  }
  try {
    await persist(deps.retryPolicy, async () => {
      const site = await findMessage(deps.table, { partnerId, sizes: caller.terms.sizes }, event, now);
      await recordEvent(deps.table, site, event);
    });
    return event.id;
  } catch (error) {
    if (error instanceof ReportedBefore) return error.eventId;
    throw error;
  }
};

const taken = (eventId: string, isFirst: boolean): Item => ({
  status: isFirst ? 201 : 200,
  event_id: eventId,
  duplicate: !isFirst,
  error: null,
});

/**
 * Records up to 500 statuses of messages in one call. Each report is accepted or refused by itself and counts against the
 * rate limit. A call that exceeds the limit records none.
 */
export const reportMessageStatuses = operation({
  input,
  output,
  entries: { reports: entry },
  actsOutside: true,
  run: async (deps, call, { reports }) => {
    const judged = await mapLimited(reports, concurrency, (given, index) => judge(deps, call, given, index));
    const first = new Map<string, DeliveryEvent>();
    for (const { event } of judged) {
      if (event === null) continue;
      const name = sameness(event);
      if (!first.has(name)) first.set(name, event);
    }
    const existing = new Map(
      await mapLimited(Array.from(first), concurrency, async ([name, event]) => {
        return [name, await record(deps, call, event)] as const;
      }),
    );
    const items = judged.map((one): Item => {
      if (one.event === null) return one.item;
      const eventId = existing.get(sameness(one.event)) ?? one.event.id;
      return taken(eventId, eventId === one.event.id);
    });
    return settle(deps, call, call.answer(200, { items }), [], []);
  },
});
