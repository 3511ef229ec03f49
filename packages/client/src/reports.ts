/** The statuses of messages in the platform's callbacks, as reports to the service. */
import type { ReportPartnerMessageStatusesRequest } from './schemas.ts';
import { objectOf } from './wire.ts';

export type StatusReport = ReportPartnerMessageStatusesRequest['reports'][number];

/** A call takes as many. */
const most = 500;

const statuses = ['sent', 'delivered', 'read', 'failed', 'deleted'] as const;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Null when it is no status that the service takes. */
const reportOf = (phoneNumberId: string, value: unknown): StatusReport | null => {
  const given = objectOf(value);
  const status = statuses.find((one) => one === given?.['status']);
  const messageId = textOf(given?.['id']);
  if (given === null || status === undefined || messageId === null) return null;
  const error = objectOf(listOf(given['errors'])[0]);
  const code = error?.['code'];
  return {
    phone_number_id: phoneNumberId,
    message_id: messageId,
    status,
    occurred_at: textOf(given['timestamp']),
    recipient_user_id: textOf(given['recipient_user_id']),
    error_code: typeof code === 'number' ? code : textOf(code),
    error_title: textOf(error?.['title']),
    error_message: textOf(error?.['message']),
    error_details: textOf(objectOf(error?.['error_data'])?.['details']),
  };
};

const reportsIn = (value: unknown): readonly StatusReport[] => {
  const phoneNumberId = textOf(objectOf(objectOf(value)?.['metadata'])?.['phone_number_id']);
  if (phoneNumberId === null) return [];
  return listOf(objectOf(value)?.['statuses']).flatMap((status) => reportOf(phoneNumberId, status) ?? []);
};

/**
 * The statuses of messages in a callback of the platform, in lists that `report-partner-message-statuses` takes: none without a
 * status, and more than one with more than 500. Recipients' numbers are left out, and statuses that the service does not take.
 */
export const reportsOf = (callback: unknown): readonly (readonly StatusReport[])[] => {
  const changes = listOf(objectOf(callback)?.['entry']).flatMap((entry) => listOf(objectOf(entry)?.['changes']));
  const reports = changes.flatMap((change) => reportsIn(objectOf(change)?.['value']));
  return Array.from({ length: Math.ceil(reports.length / most) }, (_, index) =>
    reports.slice(index * most, (index + 1) * most),
  );
};
