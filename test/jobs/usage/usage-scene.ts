import { z } from 'zod';
import type { DueHint } from '../../../lambdas/kernel/due.ts';
import { runners } from '../../../lambdas/jobs/lifecycle-runners.ts';
import { noMails } from '../../../tools/harness/no-mails.ts';
import { runImports } from '../../../lambdas/jobs/imports/run-imports.ts';
import { journalEvents } from '../../../lambdas/events/journal/journal-events.ts';
import { isEntryRecord } from '../../../lambdas/events/journal/event-records.ts';
import { reportRecord } from '../../../lambdas/reports/report-records.ts';
import { newId, systemRetryPolicy } from '../../../lambdas/runtime/clock.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { messageSortPrefix } from '../../../lambdas/store/delivery/keys.ts';
import { tableIndex } from '../../../lambdas/store/delivery/table-index.ts';
import { readErasure } from '../../../lambdas/store/erasure/erasures.ts';
import { findByExternalIds } from '../../../lambdas/store/customers/customers.ts';
import { importKeys } from '../../../lambdas/store/imports/import-keys.ts';
import { entrySortPrefix, keys } from '../../../lambdas/store/table/keys.ts';
import { queryAll } from '../../../lambdas/store/table/query.ts';
import { countReports } from '../../../lambdas/store/usage/count-reports.ts';
import { endEvent } from '../../../lambdas/store/webhooks/event-end.ts';
import { addToEventJournal } from '../../../lambdas/store/webhooks/event-journal.ts';
import { resendEvent } from '../../../lambdas/store/webhooks/event-resend.ts';
import {
  claimEvent,
  entryKey,
  eventIn,
  eventLease,
  type OutboxEvent,
} from '../../../lambdas/store/webhooks/outbox-events.ts';
import { closeUsage, type LateDay } from '../../../lambdas/jobs/close-usage.ts';
import { connectInstance } from '../../../tools/harness/connect-instance.ts';
import { dueHints } from '../../../tools/harness/due-hints.ts';
import { noDeadline } from '../../../tools/harness/no-deadline.ts';
import { startService, type TestPartner, type TestService } from '../../../tools/harness/service.ts';
import { openTableStream } from '../../../tools/harness/table-stream.ts';
import { testClock, type TestClock } from '../../../tools/harness/test-clock.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { testVault } from '../../../tools/harness/test-vault.ts';
import { FakePlatform } from '../../../tools/harness/world.ts';
import { noConnections } from '../../../tools/harness/no-connections.ts';
import { isoOf, type Clock } from '../../../lambdas/kernel/time.ts';

const nothingOutside = { ...noConnections, ...noMails };

const image = z.object({
  dynamodb: z.object({
    Keys: z.object({ sk: z.object({ S: z.string() }) }),
    NewImage: z.optional(z.object({ event_id: z.unknown().optional(), lease: z.unknown().optional() })),
  }),
});

/** As the filters of the event source mapping. */
const isRead = (record: unknown): boolean => {
  const { Keys, NewImage: after } = image.parse(record).dynamodb;
  if (Keys.sk.S.startsWith(messageSortPrefix)) return true;
  return Keys.sk.S.startsWith(entrySortPrefix) && after?.event_id !== undefined && after.lease === undefined;
};

const minute = 60_000;

const isErasure = ({ sk }: DueHint): boolean => sk === keys.lifecycleJob('', '', 'ERASE').sk;

export interface UsageScene {
  readonly clock: TestClock;
  readonly service: TestService;
  readonly table: TestTable;
  readonly nextNumber: () => string;
  readonly connect: (partnerId: string, instanceId: string, number: string) => Promise<void>;
  /** Imports customers by their external ids. @returns the ids of those that there are then */
  readonly importCustomers: (partner: TestPartner, externalIds: readonly string[]) => Promise<readonly string[]>;
  /** Has workers carry out an erasure that has begun, and those that it begins, to its end. */
  readonly finishErasure: (partnerId: string, customerId: string) => Promise<void>;
  /** Ends the customer's first event that has not ended. @returns its id */
  readonly endNext: (partnerId: string, customerId: string, kind: 'delivered' | 'given_up') => Promise<string | null>;
  /** Sends one of the customer's ended events again. */
  readonly resendAny: (partnerId: string, customerId: string, random: () => number) => Promise<void>;
  /** The records of the stream since the last call. */
  readonly records: () => Promise<readonly unknown[]>;
  /** Journals records, as the second reader of the stream does. */
  readonly journal: (records: readonly unknown[]) => Promise<void>;
  /** Closes the days of a partner that can be closed. */
  readonly close: (partnerId: string) => Promise<void>;
  readonly usage: (
    partner: TestPartner,
    query: Readonly<Record<string, string>>,
  ) => Promise<z.infer<typeof usageAnswer>>;
  readonly stop: () => void;
}

const measures = {
  slots_peak: z.int(),
  slot_days: z.int(),
  lines_connected: z.int(),
  customers_active: z.int(),
  events_delivered: z.int(),
  reports: z.nullable(z.int()),
  calls: z.nullable(z.int()),
};
const usageAnswer = z.strictObject({
  billing: z.enum(['production', 'test']),
  granularity: z.enum(['day', 'month']),
  totals: z.strictObject(measures),
  items: z.array(z.strictObject({ date: z.string(), ...measures })),
});

const fail = (error: unknown): never => {
  throw error;
};

const eventsIn = async (table: Table, partnerId: string, customerId: string): Promise<readonly OutboxEvent[]> => {
  const { pk } = keys.historyEntry(partnerId, customerId, 0);
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
    ExpressionAttributeValues: { ':pk': pk, ':entry': entrySortPrefix },
    ConsistentRead: true,
  });
  return items.flatMap((item) => eventIn(item) ?? []);
};

interface Parts {
  readonly table: TestTable;
  readonly clock: TestClock;
  readonly service: TestService;
}

const importAll = async (
  { table, clock, service }: Parts,
  partnerId: string,
  apiKey: string,
  externalIds: readonly string[],
): Promise<readonly string[]> => {
  const customers = externalIds.map((id) => ({ external_customer_id: id, customer_name: 'Acme' }));
  const body = { route: 'import-partner-customers', customers };
  const { status, text } = await service.call('POST', { bearer: apiKey, body });
  if (status !== 202) throw new Error(text);
  const deps = { table, clock: clock.now, newId, retryPolicy: systemRetryPolicy, deadline: noDeadline };
  await runWork({ customerImport: (work, begunBy) => runImports(deps, work, begunBy) }, importKeys.head(partnerId));
  const found = await findByExternalIds(table, partnerId, Array.from(new Set(externalIds)));
  return Array.from(found.values(), ({ customer }) => customer.customer_id);
};

const endFirst = async (
  table: Table,
  first: OutboxEvent,
  kind: Parameters<UsageScene['endNext']>[2],
  now: number,
): Promise<string | null> => {
  const holder = { table, lease: eventLease(now + minute, newId(now)) };
  const held = await claimEvent(holder, entryKey(first), now);
  if (held === null) return null;
  const attempt = { at: isoOf(now), status: 200, milliseconds: 5, error: null, probe: false };
  await endEvent(holder, held, kind === 'delivered' ? { kind, attempt } : { kind }, now);
  return held.id;
};

const journalAll = async (table: Table, clock: Clock, records: Parameters<UsageScene['journal']>[0]): Promise<void> => {
  const deps = { clock, retryPolicy: systemRetryPolicy, onError: fail };
  const failed = await journalEvents(
    {
      ...deps,
      add: (partnerId, rows) => addToEventJournal(table, partnerId, rows),
      sendToFailedQueue: (_, error) => fail(error),
    },
    records.filter(isEntryRecord),
    Infinity,
  );
  if (failed.length > 0) throw new Error('records failed');
  for (const record of records.filter((one) => !isEntryRecord(one))) {
    const { partnerId, reports } = reportRecord(record);
    await countReports(
      table,
      partnerId,
      reports().map(({ event }) => event),
    );
  }
};

const resendOne = async (
  table: Table,
  events: readonly OutboxEvent[],
  random: () => number,
  now: number,
): Promise<void> => {
  const ended = events.filter(({ end }) => end !== null);
  const event = ended[Math.floor(random() * ended.length)];
  if (event !== undefined) await resendEvent(table, event, now);
};

const usageOf = async (service: TestService, ...[partner, query]: Parameters<UsageScene['usage']>) => {
  const asked = { bearer: partner.apiKey, query: { route: 'get-partner-usage', ...query } };
  const { status, body, text } = await service.call('GET', asked);
  if (status !== 200) throw new Error(text);
  return usageAnswer.parse(body['usage']);
};

/** The API, the journals and the closing of usage over one table and clock. */
export const startUsageScene = async (table: TestTable, from?: number): Promise<UsageScene> => {
  const clock = testClock(from);
  const stream = await openTableStream(table, '');
  const vault = testVault();
  const options = { clock: clock.now, rateScale: 100_000, platform: new FakePlatform(), vault };
  const service = await startService(table, options);
  const closing = {
    table,
    clock: clock.now,
    newId,
    deadline: noDeadline,
    onOpenDay: () => undefined,
    onLostDay: (step: string, { day }: LateDay) => fail(new Error(`no ${step} of ${day}`)),
  };
  let numbers = 0;
  const eventsOf = (partnerId: string, customerId: string) => eventsIn(table, partnerId, customerId);
  await stream.read();
  return {
    clock,
    service,
    table,
    nextNumber: () => `10654035224${String((numbers += 1)).padStart(5, '0')}`,
    connect: (partnerId, instanceId, phoneNumberId) =>
      connectInstance(table, vault, clock.now, { partnerId, instanceId, phoneNumberId, wabaId: '2001' }),
    importCustomers: ({ partnerId, apiKey }, externalIds) =>
      importAll({ table, clock, service }, partnerId, apiKey, externalIds),
    finishErasure: async (partnerId, customerId) => {
      const deps = { ...service.dispatcher.deps, ...nothingOutside, index: tableIndex(table), quiet: 12_000 };
      for (let round = 0; round < 100; round += 1) {
        if ((await readErasure(table, partnerId, customerId))?.state !== 'running') return;
        // Also those of the customers that were merged into it.
        const hints = await dueHints(table, 'lifecycle', clock.now());
        for (const hint of hints.filter(isErasure)) await runWork(runners(deps, clock.now() + minute), hint);
        clock.pass(5_000);
      }
      throw new Error('the erasure does not end');
    },
    endNext: async (partnerId, customerId, kind) => {
      const first = (await eventsOf(partnerId, customerId)).find(({ end }) => end === null);
      return first === undefined ? null : endFirst(table, first, kind, clock.now());
    },
    resendAny: async (partnerId, customerId, random) => {
      await resendOne(table, await eventsOf(partnerId, customerId), random, clock.now());
    },
    records: async () => (await stream.read()).filter(isRead),
    journal: (records) => journalAll(table, clock.now, records),
    close: (partnerId) =>
      runWork(
        {
          usageClose: (work) => closeUsage(closing, work, Infinity),
        },
        keys.usageHead(partnerId),
      ),
    usage: (partner, query) => usageOf(service, partner, query),
    stop: stream.close,
  };
};
