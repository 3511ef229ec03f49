import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Caller, Ground } from '../../lambdas/api/scenes/ground.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { readPartner } from '../../lambdas/store/partners/callers.ts';
import type { DebitTokens } from '../../lambdas/api/rate-limit.ts';
import { type Milliseconds, day } from '../../lambdas/kernel/time.ts';
import type { OutboundClient } from '../../lambdas/outbound/client.ts';
import { startService, type Asked, type Reply, type TestPartner, type TestService } from '../harness/service.ts';
import { notificationOf, openInbox } from '../harness/inbox.ts';
import { logoAnswer } from '../harness/logo-answer.ts';
import { memoryBuckets } from '../harness/memory-bucket.ts';
import { testClock, type TestClock } from '../harness/test-clock.ts';
import { startWorld, type World } from '../harness/world.ts';
import { contactOf } from '../harness/people.ts';
import { plantCustomers } from '../harness/plant-customers.ts';
import { plantInstances } from '../harness/plant-instances.ts';
import { plantEvents } from './plant-events.ts';
import { plantReports } from './plant-reports.ts';
import { plantSearchIndex } from './plant-search-index.ts';
import { endPasses, fewWaba, manyWaba, plantTemplates } from './plant-templates.ts';
import { startMeteredTable, type MeteredTable } from './metered-table.ts';
import type { Ask } from './scenario.ts';
import { tableGround } from '../scenes/table-ground.ts';

/** An environment of the dispatcher over the metered table. */
export interface Environment {
  readonly call: (method: string, asked: Asked) => Promise<Reply>;
}

export interface Stage {
  readonly ground: Ground;
  readonly bearerOf: (caller: Caller) => string;
  readonly clock: TestClock;
  readonly table: MeteredTable;
  /** Callers are cached, and tokens of the rate limit are leased. */
  readonly warm: Environment;
  /** For how long the calls of the warm environment so far fill the bucket of their class, at the stage's default limits. */
  readonly charged: () => Milliseconds;
  /** A new environment, without cached callers and without tokens. */
  readonly cold: () => Promise<Environment>;
  readonly stop: () => Promise<void>;
}

/** A partner's endpoint that passes validation. */
const provenEndpoint: OutboundClient = {
  send: ({ method, url }) => {
    const logo = logoAnswer(url);
    if (logo !== null) return Promise.resolve(logo);
    const { searchParams } = new URL(url);
    const knows = method === 'POST' || searchParams.get('hub.verify_token') === 'token';
    const body = Buffer.from(knows ? (searchParams.get('hub.challenge') ?? '') : '');
    return Promise.resolve({ kind: 'response', status: knows ? 200 : 403, headers: {}, body, milliseconds: 1 });
  },
  close: () => undefined,
};

const month = 30 * day;

/** The tests' limits are so many times those of a stage. */
const rateScale = 100;

/** Buckets in memory that add up what calls are charged. */
const chargingBuckets = (): { readonly debit: DebitTokens; readonly charged: () => Milliseconds } => {
  const buckets = memoryBuckets();
  let charged = 0;
  return {
    debit: async (...asked) => {
      const [, , limit, calls] = asked;
      const debit = await buckets.debit(...asked);
      if (debit.granted) charged += calls * limit.interval * rateScale;
      return debit;
    },
    charged: () => charged,
  };
};

interface Populous {
  readonly partner: TestPartner;
  readonly newestEvent: string;
  readonly reported: { readonly from: number; readonly to: number };
}

/**
 * A partner with 20,000 customers that were created within 30 days, 10,000 instances of the first of them, the search indexes
 * of both, 5,000 events that were delivered, and reports of 10,000 messages.
 */
const plantPopulous = async (table: Table, world: World, now: number): Promise<Populous> => {
  const partner = await world.newPartner();
  const { partnerId } = partner;
  const period = { from: now - month, to: now };
  const [owner] = await plantCustomers(table, partnerId, { count: 20_000, ...period, describe: contactOf });
  await plantSearchIndex(table, partnerId, 'C', now);
  await plantInstances(table, partnerId, owner?.customer_id ?? '', 10_000);
  await plantSearchIndex(table, partnerId, 'I', now);
  await plantReports(table, partnerId, { messages: 10_000, ...period });
  const newestEvent = await plantEvents(table, partnerId, { events: 5_000, ...period });
  return { partner, newestEvent, reported: period };
};

/** A partner of the size `large` with 300 customers that were created within 30 days. */
const plantSharded = async (table: Table, world: World, now: number): Promise<TestPartner> => {
  const partner = await world.newPartner();
  const { partnerId } = partner;
  const dayBefore = await startService(table, { clock: () => now - month - day });
  await dayBefore.operate('partners size', { partner_id: partnerId, size: 'large' });
  await plantCustomers(table, partnerId, {
    count: 300,
    from: now - month,
    to: now,
    sizes: (await readPartner(table, partnerId))?.sizes ?? [],
    describe: (index) => ({ customer_email: `person.${index}@example.com` }),
  });
  return partner;
};

const strings = (given: Ask['given']): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));

export const askedOf = (route: string, { method, given, key, bearer }: Ask): Asked => ({
  ...(method === 'GET' ? { query: strings({ route, ...given }) } : { body: { route, ...given } }),
  ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  ...(bearer === undefined ? {} : { bearer }),
});

const templates = z.object({ items: z.array(z.object({ name: z.string(), language: z.string() })).min(1) });

/** The ground of the world's partner, beside the partners with many records. */
const meteredGround = async (world: World, clock: TestClock, populous: Populous, sharded: TestPartner) => {
  const { table } = world;
  const inbox = await openInbox(table, world, clock);
  const reportingNumber = '206540000000007';
  await world.connect(await world.instance(await world.customer('reporting'), 'reporting'), reportingNumber, '2001');
  let numbers = 0;
  return tableGround({
    table,
    now: clock.now,
    callers: {
      partner: world.partner,
      bare: await world.newPartner(),
      populous: populous.partner,
      sharded,
      team: inbox.partner,
      owner: inbox.owner,
    },
    send: async (route, ask) => {
      const { status, text, body } = await world.call(ask.method, askedOf(route, ask));
      if (status >= 300) throw new Error(`${route}: ${text}`);
      return body;
    },
    connect: async (instanceId) => {
      numbers += 1;
      await world.connect(instanceId, `10654${String(numbers).padStart(10, '0')}`, '2001');
    },
    settle: () => endPasses(world, clock.now),
    endpoint: () => ({ url: `https://hooks.partner.example/${randomUUID()}`, verifyToken: 'token' }),
    event: () => Promise.resolve(populous.newestEvent),
    account: async (size) => {
      const id = size === 'large' ? manyWaba : fewWaba;
      const { body } = await world.query('list-partner-platform-templates', { waba_id: id });
      const [template = { name: '', language: '' }] = templates.parse(body).items;
      return { id, template };
    },
    reportingNumber: () => Promise.resolve(reportingNumber),
    reported: populous.reported,
    contact: () => Promise.resolve(contactOf(777).customer_email),
    notification: async () => {
      await inbox.tell([notificationOf('system', 'Something happened')]);
      return inbox.newestId();
    },
  });
};

export const openStage = async (): Promise<Stage> => {
  const table = await startMeteredTable();
  const clock = testClock();
  const world = await startWorld(table, clock.now, provenEndpoint);
  const populous = await plantPopulous(table, world, clock.now());
  const sharded = await plantSharded(table, world, clock.now());
  await plantTemplates(world, clock.now);
  const { ground, bearerOf } = await meteredGround(world, clock, populous, sharded);
  const wiring = {
    clock: clock.now,
    platform: world.platform,
    outbound: provenEndpoint,
    vault: world.vault,
    // The number of calls is written once a second, for all calls of a partner in it.
    later: () => undefined,
  };
  const buckets = chargingBuckets();
  const asPartner = (service: TestService): Environment => ({
    call: (method, asked) => service.call(method, { bearer: world.partner.apiKey, ...asked }),
  });
  return {
    table,
    clock,
    ground,
    bearerOf,
    warm: asPartner(await startService(table, { ...wiring, rateScale, debit: buckets.debit })),
    charged: buckets.charged,
    cold: async () => asPartner(await startService(table, wiring)),
    stop: table.stop,
  };
};
