import * as z from 'zod/mini';
import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { occurredAt } from '../../../domain/delivery/occurred-at.ts';
import { reportedEvent } from '../../../domain/delivery/report.ts';
import { ReportedBefore, ServiceError } from '../../../kernel/errors.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import { persist } from '../../../store/table/commit.ts';
import { findMessage } from '../../../store/delivery/find-message.ts';
import { recordClauses, recordEvent } from '../../../store/delivery/message-record.ts';
import { requireUnanswered } from '../../../store/table/receipts.ts';
import { hasIdOfMessage, reportFields } from '../../delivery-fields.ts';
import type { Deps } from '../../deps.ts';
import { operation, type Answer, type Call } from '../../operation.ts';
import { settle } from '../../settle.ts';
import { statusReport, type GivenReport } from '../../status-report.ts';

const input = z.object(reportFields).check(hasIdOfMessage);
const output = z.object({ event_id: z.uuid(), duplicate: z.boolean() });

type ReportCall = Call<z.input<typeof output>>;

/** The time limit may end between a call and its repetition under the same key: the repetition gets the first response. */
const timeOf = async (deps: Deps, call: ReportCall, given: GivenReport): Promise<Milliseconds> => {
  try {
    return occurredAt(given, call.now);
  } catch (error) {
    await requireUnanswered(deps.table, call.claim);
    throw error;
  }
};

/** Without an idempotency key the write itself detects a repetition. With one, the receipt is in the same commit. */
const record = async (deps: Deps, call: ReportCall, event: DeliveryEvent): Promise<Answer> => {
  const answer = call.answer(201, { event_id: event.id, duplicate: false });
  const site = await findMessage(
    deps.table,
    { partnerId: call.partnerId, sizes: call.caller.terms.sizes },
    event,
    call.now,
  );
  if (call.claim !== null) return settle(deps, call, answer, [], recordClauses(deps.table, site, event));
  await recordEvent(deps.table, site, event);
  return answer;
};

/** Records a status of a message. A status is recorded once: later reports of it are duplicates. */
export const reportMessageStatus = operation({
  input,
  output,
  statuses: [200, 201],
  errors: ['not_found'],
  run: async (deps, call, given) => {
    const time = await timeOf(deps, call, given);
    const instance = await deps.reportingInstances.find(call.partnerId, given.phone_number_id);
    if (instance === null) {
      throw new ServiceError(
        'not_found',
        'phone_number_id must be a number that an instance of the partner was connected to',
      );
    }
    const event = reportedEvent(deps.newId(call.now), instance, statusReport(given, time), call.now);
    try {
      return await persist(deps.retryPolicy, () => record(deps, call, event));
    } catch (error) {
      if (!(error instanceof ReportedBefore)) throw error;
      return settle(deps, call, call.answer(200, { event_id: error.eventId, duplicate: true }), [], []);
    }
  },
});
