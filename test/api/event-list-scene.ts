import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { z } from 'zod';
import { journalEvents, type EventJournalDeps } from '../../lambdas/events/journal/journal-events.ts';
import { entrySortPrefix } from '../../lambdas/store/table/keys.ts';
import { addToEventJournal } from '../../lambdas/store/webhooks/event-journal.ts';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { startService, type Reply, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import { openTableStream } from '../../tools/harness/table-stream.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { outboxWorld, type OutboxWorld } from '../events/outbox-world.ts';
import { answered } from '../events/verified-receiver.ts';

const shown = z.strictObject({
  id: z.string(),
  type: z.string(),
  customer_id: z.string(),
  sequence: z.int(),
  status: z.enum(['waiting', 'delivered', 'undelivered']),
  attempts: z.int(),
  next_attempt_at: z.nullable(z.string()),
  last_error: z.nullable(z.strictObject({ code: z.string(), message: z.string(), at: z.string() })),
  created_at: z.string(),
  delivered_at: z.nullable(z.string()),
});
const page = z.object({
  items: z.array(shown),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
  pages: z.int(),
});

const detail = shown.extend({
  body: z.nullable(z.string()),
  attempt_log: z.array(
    z.strictObject({
      at: z.string(),
      status: z.nullable(z.int()),
      duration_ms: z.int(),
      error_code: z.nullable(z.string()),
      probe: z.boolean(),
      answer: z.nullable(z.string()),
    }),
  ),
});

const pageOf = (reply: Reply): z.infer<typeof page> => page.parse(reply.body);
export const eventOf = (reply: Reply): z.infer<typeof detail> => z.object({ event: detail }).parse(reply.body).event;

const image = z.object({
  dynamodb: z.object({ NewImage: z.object({ event_id: z.unknown().optional(), lease: z.unknown().optional() }) }),
});

/** As the filter of the event source mapping. */
const isEvent = (record: unknown): boolean => {
  const { NewImage: after } = image.parse(record).dynamodb;
  return after.event_id !== undefined && after.lease === undefined;
};

export interface EventListScene extends OutboxWorld {
  readonly service: TestService;
  /** The records of events in the stream since the last call. */
  readonly records: () => Promise<readonly unknown[]>;
  readonly journal: (records: readonly unknown[], deps?: Partial<EventJournalDeps>) => Promise<readonly string[]>;
  /** Journals what the stream has, as the function does some seconds later. */
  readonly catchUp: () => Promise<void>;
  readonly get: (route: string, query?: Readonly<Record<string, string>>, bearer?: string) => Promise<Reply>;
  readonly list: (query?: Readonly<Record<string, string>>, bearer?: string) => Promise<z.infer<typeof page>>;
  readonly close: () => void;
}

/** The API, the delivery workers and the journal of events over one table and clock. */
export const startEventListScene = async (table: TestTable): Promise<EventListScene> => {
  const stream = await openTableStream(table, entrySortPrefix);
  const world = outboxWorld(table);
  const { vault } = world.deps;
  const { outbound } = world.receiver;
  const service = await startService(table, { clock: world.clock.now, rateScale: 10_000, vault, outbound });
  const journal: EventListScene['journal'] = (records, deps = {}) =>
    journalEvents(
      {
        clock: world.clock.now,
        retryPolicy: systemRetryPolicy,
        add: (partnerId, rows) => addToEventJournal(table, partnerId, rows),
        sendToFailedQueue: (_, error) => Promise.reject(error instanceof Error ? error : new Error('unreadable')),
        onError: (error) => {
          throw error;
        },
        ...deps,
      },
      records,
      Infinity,
    );
  const records = async (): Promise<readonly unknown[]> => (await stream.read()).filter(isEvent);
  const get: EventListScene['get'] = (route, query = {}, bearer = service.partner.apiKey) =>
    service.call('GET', { bearer, query: { route, ...query } });
  await stream.read();
  return {
    ...world,
    service,
    records,
    journal,
    catchUp: async () => {
      await journal(await records());
    },
    get,
    list: async (query = {}, bearer = service.partner.apiKey) =>
      pageOf(await get('list-partner-webhook-events', query, bearer)),
    close: stream.close,
  };
};

/** A partner with an endpoint that works, and what it sees. */
export interface EventPartner {
  readonly partner: TestPartner;
  readonly list: (query?: Readonly<Record<string, string>>) => Promise<z.infer<typeof page>>;
  readonly get: (eventId: string, query?: Readonly<Record<string, string>>) => Promise<Reply>;
  readonly newCustomer: () => Promise<EventCustomer>;
  /** Changes a customer, a second later each time. @returns the ids of the events, newest first */
  readonly changes: (customer: EventCustomer, count: number) => Promise<readonly string[]>;
}

/** Another partner of the scene. */
export const startEventPartner = async (scene: EventListScene): Promise<EventPartner> => {
  const partner = await scene.service.newPartner();
  await scene.newPartner({ partnerId: partner.partnerId });
  scene.receiver.answer = () => answered(200);
  return {
    partner,
    list: (query = {}) => scene.list(query, partner.apiKey),
    get: (eventId, query = {}) =>
      scene.get('get-partner-webhook-event', { event_id: eventId, ...query }, partner.apiKey),
    newCustomer: () => scene.newCustomer(partner.partnerId),
    changes: async (customer, count) => {
      const ids: string[] = [];
      for (let number = 0; number < count; number += 1) {
        scene.clock.pass(1_000);
        ids.unshift(await customer.change());
      }
      return ids;
    },
  };
};

/** Starts a scene with a table of its own before the tests of a suite, and gives each test a partner. */
export const withEventList = (
  started: (scene: EventListScene) => void,
  given: (partner: EventPartner) => void,
): void => {
  let table: TestTable | undefined;
  let scene: EventListScene | undefined;
  beforeAll(async () => {
    table = await startTestTable();
    scene = await startEventListScene(table);
    started(scene);
  });
  beforeEach(async () => {
    if (scene !== undefined) given(await startEventPartner(scene));
  });
  afterAll(async () => {
    scene?.close();
    await table?.stop();
  });
};
