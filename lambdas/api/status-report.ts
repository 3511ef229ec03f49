import type * as z from 'zod/mini';
import type { StatusReport } from '../domain/delivery/report.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { reportFields } from './delivery-fields.ts';

export type GivenReport = z.output<z.ZodMiniObject<typeof reportFields>>;

/** A report by the service's names, which come before those of the platform. Of several errors, the first one is kept. */
export const statusReport = (
  { id, errors, timestamp, recipient_id, pricing, conversation, ...report }: GivenReport,
  time: Milliseconds,
): StatusReport => {
  const [error] = errors ?? [];
  return {
    ...report,
    message_id: report.message_id ?? id,
    error_code: report.error_code ?? error?.code ?? null,
    error_title: report.error_title ?? error?.title ?? null,
    error_message: report.error_message ?? error?.message ?? null,
    error_details: report.error_details ?? error?.error_data?.details ?? null,
    occurred_at: time,
  };
};
