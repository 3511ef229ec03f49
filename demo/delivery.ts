import type { Client } from '../packages/client/src/client.ts';
import type { DeliveryEvent, DeliveryHealth, Notification } from '../packages/client/src/schemas.ts';
import { reportsOf, type Sender } from './reports.ts';
import { numberOf, type Screen } from './screen.ts';
import { until } from './until.ts';

export interface Clients {
  /** With the partner's API key. */
  readonly partner: Client;
  /** With a member's token, for the notifications. */
  readonly member: Client;
}

/** How many reports a call has. */
const together = 100;
const concurrency = 4;
const shown = 6;

interface Line extends Sender {
  readonly id: string;
}

/** The demo's connected instances, in the order of their keys. */
const linesOf = async (client: Client): Promise<readonly Line[]> => {
  const lines: Line[] = [];
  for await (const line of client.items('list-partner-instances', { page_size: 200 })) {
    const { id, instance_key: key, platform_phone_number_id: phoneNumberId } = line;
    if (key.startsWith('demo-line-') && line.status === 'connected' && phoneNumberId !== null) {
      lines.push({ id, key, phoneNumberId });
    }
  }
  return lines.sort((left, right) => left.key.localeCompare(right.key));
};

/** Reports all statuses, many in a call and several calls at a time. @returns how many were new to the service */
const report = async (client: Client, reports: ReturnType<typeof reportsOf>, screen: Screen): Promise<number> => {
  const progress = screen.progress(reports.length);
  const calls = Array.from({ length: Math.ceil(reports.length / together) }, (_, index) =>
    reports.slice(index * together, (index + 1) * together),
  );
  const waiting = calls.values();
  let fresh = 0;
  const worker = async (): Promise<void> => {
    for (const some of waiting) {
      const { body } = await client.call('report-partner-message-statuses', { reports: [...some] });
      for (const { status, error } of body.items) {
        if (error !== null) throw new Error(error.message);
        if (status === 201) fresh += 1;
        progress.step();
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
  } finally {
    progress.stop();
  }
  return fresh;
};

const percent = (rate: number | null): string => (rate === null ? '–' : `${(rate * 100).toFixed(1)} %`);

const showHealth = (health: DeliveryHealth, lines: readonly Line[], screen: Screen): void => {
  const { messages, rates, verdict } = health;
  const all = ['all', String(messages), percent(rates.delivered), percent(rates.read), percent(rates.failed), verdict];
  const rows = (health.by_instance ?? []).flatMap((line) => {
    const key = lines.find(({ id }) => id === line.instance_id)?.key;
    if (key === undefined) return [];
    const { delivered, read, failed } = line.rates;
    return [[key, String(line.messages), percent(delivered), percent(read), percent(failed), line.verdict]];
  });
  rows.sort(([left = ''], [right = '']) => left.localeCompare(right));
  screen.line(`Health of the last ${health.window_hours} hours:`);
  screen.table(['line', 'messages', 'delivered', 'read', 'failed', 'verdict'], [all, ...rows.slice(0, shown)]);
  const errors = health.top_errors.map(({ code, title, count }) => `${count} times ${code ?? '–'} (${title ?? '–'})`);
  if (errors.length > 0) screen.line(`Errors: ${errors.join(', ')}`);
};

const failureOf = ({ occurred_at: at, message_id: id, error }: DeliveryEvent): string[] => [
  at,
  id ?? '–',
  String(error?.code ?? '–'),
  error?.title ?? '–',
];

const noticeOf = ({ created_at: at, severity, title, body }: Notification): string[] => [at, severity, title, body];

/**
 * Reports statuses of messages of the demo's instances, then shows their health, the failed messages of the worst
 * instance and the notifications of a member. @returns whether the service answered as expected
 */
export const reportDelivery = async (
  { partner, member }: Clients,
  statuses: number,
  screen: Screen,
): Promise<boolean> => {
  const now = Date.now();
  const since = new Date(now - 3 * 24 * 3_600_000).toISOString();
  const search = async (filter: { instance_id?: string; page_size: number }) =>
    (await partner.call('search-partner-delivery-events', { date_from: since, ...filter })).body;

  const lines = await linesOf(partner);
  const reports = reportsOf(lines, statuses, now);
  const before = (await search({ page_size: 1 })).total;
  const fresh = await report(partner, reports, screen);
  screen.line(
    `${reports.length} message statuses of ${lines.length} instances: ${fresh} reported now, ` +
      `${reports.length - fresh} known from an earlier run`,
  );
  const counted = await until(
    () => search({ page_size: 1 }),
    ({ total }) => total >= before + fresh,
  );
  const after = counted?.total ?? before;
  const exact = after === before + fresh;
  screen.line(
    `The service counts ${before} events before and ${after} after: ` +
      (exact ? 'exactly as many more as were reported.' : `that is NOT ${fresh} more!`),
  );

  screen.line('');
  showHealth((await partner.call('get-partner-delivery-health', {})).body.health, lines, screen);

  const [worst] = lines;
  if (worst === undefined) return false;
  const page = await search({ instance_id: worst.id, page_size: 50 });
  const failures = page.items.filter(({ status }) => status === 'failed');
  screen.line('');
  screen.line(
    `${numberOf(failures.length, 'failure')} on the first of ${numberOf(page.pages, 'page')} of events of ${worst.key}, the newest:`,
  );
  screen.table(['time', 'message', 'code', 'error'], failures.slice(0, shown).map(failureOf));

  const received = await until(
    async () => (await member.call('list-partner-notifications', { page_size: 200 })).body.items,
    (items) => items.some(({ severity, entity }) => severity === 'critical' && entity.id === worst.id),
  );
  const caused = (received ?? []).filter(
    ({ category, entity }) => category === 'delivery_health' && lines.some(({ id }) => id === entity.id),
  );
  screen.line('');
  screen.line(`A member got ${caused.length} notifications about it:`);
  screen.table(['time', 'severity', 'title', 'message'], caused.slice(0, shown).map(noticeOf));
  return exact && failures.length > 0 && received !== null;
};
