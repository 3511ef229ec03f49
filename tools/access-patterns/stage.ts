import type { Caller, Ground } from '../../lambdas/api/scenes/ground.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { readPartner } from '../../lambdas/store/partners/callers.ts';
import type { DebitTokens } from '../../lambdas/api/rate-limit.ts';
import { type Milliseconds, day } from '../../lambdas/kernel/time.ts';
import type { OutboundClient } from '../../lambdas/outbound/client.ts';
import { startService, type Asked, type Reply, type TestPartner, type TestService } from '../harness/service.ts';
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
import { fewWaba, manyWaba, plantTemplates } from './plant-templates.ts';
import { startMeteredTable, type MeteredTable } from './metered-table.ts';
import { serviceGround } from '../scenes/service-ground.ts';

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

/**
 * A partner with 20,000 customers that were created within 30 days, 10,000 instances of the first of them, the search indexes
 * of both, 5,000 events that were delivered, and reports of 10,000 messages.
 */
const plantPopulous = async (table: Table, world: World, now: number) => {
  const partner = await world.newPartner();
  const { partnerId } = partner;
  const period = { from: now - month, to: now };
  const [owner] = await plantCustomers(table, partnerId, { count: 20_000, ...period, describe: contactOf });
  await plantSearchIndex(table, partnerId, 'C', now);
  await plantInstances(table, partnerId, owner?.customer_id ?? '', 10_000);
  await plantSearchIndex(table, partnerId, 'I', now);
  await plantReports(table, partnerId, { messages: 10_000, ...period });
  const newestEvent = await plantEvents(table, partnerId, { events: 5_000, ...period });
  return { populous: partner, newestEvent, reported: period };
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

export const openStage = async (): Promise<Stage> => {
  const table = await startMeteredTable();
  const clock = testClock();
  const world = await startWorld(table, clock.now, provenEndpoint);
  const planted = {
    ...(await plantPopulous(table, world, clock.now())),
    sharded: await plantSharded(table, world, clock.now()),
    accounts: { large: manyWaba, small: fewWaba },
  };
  await plantTemplates(world, clock.now, [manyWaba, fewWaba]);
  const { ground, bearerOf } = await serviceGround(world, clock, planted);
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
