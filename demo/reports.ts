import type { ReportPartnerMessageStatusRequest } from '../packages/client/src/schemas.ts';

/** A connected instance. */
export interface Sender {
  readonly key: string;
  readonly phoneNumberId: string;
}

type Report = ReportPartnerMessageStatusRequest;
type Steps = readonly (Pick<Report, 'status' | 'error_code' | 'error_title'> & { readonly after: number })[];

const span = 20 * 3_600_000;

const sent = { status: 'sent', after: 0 } as const;
const delivered = { status: 'delivered', after: 4_000 } as const;
const read = { status: 'read', after: 60_000 } as const;
const broken = { status: 'failed', error_code: 131000, error_title: 'Something went wrong', after: 2_000 } as const;
/** Caused by the recipient, so it does not lower the verdict of the instance. */
const unreachable = {
  status: 'failed',
  error_code: 131026,
  error_title: 'Message undeliverable',
  after: 9_000,
} as const;

/** The statuses of an instance's message: on the first instance two in five messages fail, on the second one in twelve. */
const fateOf = (line: number, message: number): Steps => {
  if (line === 0 && message % 5 < 2) return [sent, broken];
  if (line === 1 && message % 12 === 5) return [sent, broken];
  if (message % 40 === 9) return [sent, unreachable];
  return message % 2 === 0 ? [sent, delivered] : [sent, delivered, read];
};

/**
 * So many statuses of messages of the last hours, in turn of each instance. The messages are the same in every run, so
 * the service answers a second run's reports as repetitions.
 */
export const reportsOf = (senders: readonly Sender[], count: number, now: number): readonly Report[] => {
  const reports: Report[] = [];
  for (let turn = 0; reports.length < count && senders.length > 0; turn += 1) {
    const [line, message] = [turn % senders.length, Math.floor(turn / senders.length)];
    const { key, phoneNumberId } = senders[line] ?? { key: '', phoneNumberId: '' };
    const begun = now - span + Math.floor(((span / 2) * reports.length) / count);
    for (const { after, ...step } of fateOf(line, message)) {
      reports.push({
        phone_number_id: phoneNumberId,
        message_id: `wamid.demo.${key}.${message}`,
        template_name: 'order_sent',
        occurred_at: new Date(begun + after).toISOString(),
        ...step,
      });
    }
  }
  return reports.slice(0, count);
};
