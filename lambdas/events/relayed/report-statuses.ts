import * as z from 'zod/mini';
import { deliveryStatuses } from '@swift-worker/time-index/event.ts';
import { timeOrProblem } from '../../domain/delivery/occurred-at.ts';
import { reportedEvent, type StatusReport } from '../../domain/delivery/report.ts';
import type { RelayedCallback } from '../../domain/relayed-callback.ts';
import { ReportedBefore } from '../../kernel/errors.ts';
import { mapLimited } from '../../kernel/map-limited.ts';
import { findMessage } from '../../store/delivery/find-message.ts';
import { recordEvent } from '../../store/delivery/message-record.ts';
import { persist } from '../../store/table/commit.ts';
import type { DeliveryDeps } from '../delivery/delivery-deps.ts';
import type { LineOfNumber } from './line-of-number.ts';

/** Below the sockets that an environment keeps open to the table. */
const concurrency = 16;

const openText = z.catch(z.optional(z.nullable(z.string())), null);
const openCode = z.catch(z.optional(z.nullable(z.union([z.string(), z.number()]))), null);

const platformError = z.object({
  code: openCode,
  title: openText,
  message: openText,
  error_data: z.catch(z.optional(z.object({ details: openText })), undefined),
});

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status */
const messageStatus = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(512)),
  status: z.enum(deliveryStatuses),
  timestamp: openText,
  recipient_user_id: openText,
  errors: z.catch(z.optional(z.array(platformError)), undefined),
});

const changes = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({ value: z.object({ statuses: z.catch(z.optional(z.array(z.unknown())), undefined) }) }),
      ),
    }),
  ),
});

const atMost = (text: string | null | undefined, most: number): string | null =>
  text == null || text === '' ? null : text.slice(0, most);

/** A report without the recipient's number. */
const reportOf = (phoneNumberId: string, given: unknown, now: number): StatusReport | null => {
  const { data } = messageStatus.safeParse(given);
  if (data === undefined) return null;
  const time = timeOrProblem(data, now);
  if (typeof time !== 'number') return null;
  const [error] = data.errors ?? [];
  return {
    phone_number_id: phoneNumberId,
    status: data.status,
    message_id: data.id,
    client_message_id: null,
    request_id: null,
    template_id: null,
    template_name: null,
    campaign_id: null,
    recipient_hash: null,
    recipient_user_id: atMost(data.recipient_user_id, 512),
    user_id: null,
    recipient: null,
    error_code: error?.code ?? null,
    error_title: atMost(error?.title, 512),
    error_message: atMost(error?.message, 2_048),
    error_details: atMost(error?.error_data?.details, 4_096),
    occurred_at: time,
  };
};

/** The statuses of messages in a callback. Those that the service does not take are left out. */
const reportsIn = ({ phoneNumberId, field, callback }: RelayedCallback, now: number): readonly StatusReport[] => {
  if (field !== 'messages') return [];
  const { data } = changes.safeParse(JSON.parse(callback));
  const given = (data?.entry ?? []).flatMap((entry) => entry.changes.flatMap(({ value }) => value.statuses ?? []));
  return given.flatMap((one) => reportOf(phoneNumberId, one, now) ?? []);
};

/** Records the statuses of a callback as delivery reports. One that was reported before is left as it is. */
export const reportStatuses = async (
  { table, retryPolicy, clock, newId }: DeliveryDeps,
  { partnerId, sizes, subject }: LineOfNumber,
  relayed: RelayedCallback,
): Promise<void> => {
  const now = clock();
  await mapLimited(reportsIn(relayed, now), concurrency, async (report) => {
    const event = reportedEvent(newId(now), subject, report, now);
    try {
      await persist(retryPolicy, async () => {
        await recordEvent(table, await findMessage(table, { partnerId, sizes }, event, now), event);
      });
    } catch (error) {
      if (!(error instanceof ReportedBefore)) throw error;
    }
  });
};
