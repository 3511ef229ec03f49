import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { z } from 'zod';
import { healthy, type EndpointHealth } from '../../lambdas/domain/webhook/endpoint-health.ts';
import { indexDelay } from '../../lambdas/domain/webhook/resend.ts';
import { changeOutbox } from '../../lambdas/store/webhooks/outbox.ts';
import { startService, type Reply, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import type { TestClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { outboxWorld, type OutboxWorld } from './outbox-world.ts';
import { answered } from './verified-receiver.ts';

const shown = z.object({
  resend: z.strictObject({
    id: z.uuid(),
    status: z.enum(['running', 'completed', 'failed']),
    total: z.int(),
    done: z.int(),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  }),
});
export type ShownResend = z.infer<typeof shown>['resend'];

export const resendOf = (reply: Reply): ShownResend => shown.parse(reply.body).resend;

/** The routes of resending, with the real workers. */
export interface ResendScene {
  readonly world: OutboxWorld;
  readonly service: TestService;
  /** A partner with an endpoint, which its customers' events go to. */
  readonly newPartner: () => Promise<TestPartner>;
  readonly setHealth: (partner: TestPartner, health: EndpointHealth) => Promise<void>;
  /** Commits a round of changes of each customer while the endpoint is disabled, and enables it afterwards. */
  readonly outage: (partner: TestPartner, customers: readonly EventCustomer[], rounds: number) => Promise<string[]>;
  /** Begins a resend. The time passes after which it sends events. */
  readonly resend: (partner: TestPartner, given: object, key?: string) => Promise<Reply>;
  readonly latest: (partner: TestPartner, query?: Record<string, string>) => Promise<Reply>;
  /** Runs the workers until the resend has ended. @param step the time that passes between their runs */
  readonly ended: (partner: TestPartner, step?: number) => Promise<ShownResend>;
  /** The ids that the endpoint got, in their order. */
  readonly received: (partner: TestPartner) => readonly string[];
  /** The ids that it got of a customer. */
  readonly receivedOf: (customer: EventCustomer) => readonly string[];
}

const disabled = (at: number): EndpointHealth => ({ state: 'disabled', at, reason: 'gone', since: at });

/** @param clock by which a lagging table lags */
export const resendScene = async (table: Table, clock?: TestClock): Promise<ResendScene> => {
  const world = outboxWorld(table, {}, clock);
  const { vault } = world.deps;
  const { outbound } = world.receiver;
  const service = await startService(table, { clock: world.clock.now, vault, outbound });
  const setHealth: ResendScene['setHealth'] = async ({ partnerId }, health) => {
    await changeOutbox(table, world.deps.retryPolicy, partnerId, (record) => ({
      record: { ...record, health },
      clauses: [],
    }));
  };
  const latest: ResendScene['latest'] = ({ apiKey }, query = {}) =>
    service.call('GET', { bearer: apiKey, query: { route: 'get-partner-webhook-resend', ...query } });
  return {
    world,
    service,
    setHealth,
    latest,
    newPartner: async () => {
      const partner = await service.newPartner();
      await world.newPartner({ partnerId: partner.partnerId });
      return partner;
    },
    outage: async (partner, customers, rounds) => {
      await setHealth(partner, disabled(world.clock.now()));
      const ids: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        world.clock.pass(10);
        ids.push(...(await Promise.all(customers.map((customer) => customer.change()))));
      }
      await world.settle();
      await setHealth(partner, healthy);
      world.clock.pass(1_000);
      return ids;
    },
    resend: async ({ apiKey }, given, key) => {
      const reply = await service.call('POST', {
        bearer: apiKey,
        body: { route: 'resend-partner-webhook-events', ...given },
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      });
      world.clock.pass(indexDelay);
      return reply;
    },
    ended: async (partner, step = 1_000) => {
      for (let tried = 0; tried < 3_600; tried += 1) {
        await world.settle();
        const resend = resendOf(await latest(partner));
        if (resend.status !== 'running') return resend;
        world.clock.pass(step);
      }
      throw new Error('the resend does not end');
    },
    received: ({ partnerId }) =>
      world.receiver.messages.flatMap((message) => (message.partner_id === partnerId ? [message.id] : [])),
    receivedOf: ({ id }) =>
      world.receiver.messages.flatMap((message) => (message.text.includes(id) ? [message.id] : [])),
  };
};

/** Starts a scene for a suite, and for each test a partner with a customer, whose endpoint answers 200. */
export const withResends = (
  started: (scene: ResendScene, table: TestTable) => void,
  given: (partner: TestPartner, customer: EventCustomer) => void,
): void => {
  let table: TestTable | undefined;
  let scene: ResendScene | undefined;
  beforeAll(async () => {
    table = await startTestTable();
    scene = await resendScene(table);
    started(scene, table);
  });
  beforeEach(async () => {
    if (scene === undefined) return;
    const partner = await scene.newPartner();
    given(partner, await scene.world.newCustomer(partner.partnerId));
    scene.world.receiver.answer = () => answered(200);
  });
  afterAll(() => table?.stop());
};
