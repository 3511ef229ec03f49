import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Table } from '../../lambdas/store/table/table.ts';
import { readPartner } from '../../lambdas/store/partners/callers.ts';
import type { DebitTokens } from '../../lambdas/api/rate-limit.ts';
import { type Milliseconds, day } from '../../lambdas/kernel/time.ts';
import type { OutboundClient } from '../../lambdas/outbound/client.ts';
import { startService, type Asked, type Reply, type TestPartner, type TestService } from '../harness/service.ts';
import { notificationOf, openInbox, type Inbox } from '../harness/inbox.ts';
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
import { endPasses, manyWaba, plantTemplates } from './plant-templates.ts';
import { startMeteredTable, type MeteredTable } from './metered-table.ts';

/** The context in which scenarios are prepared. The preparation is not metered. */
export interface Scene extends World {
  readonly clock: TestClock;
  /** A new name for each call. */
  readonly fresh: () => string;
  /** A partner with 20,000 customers that were created within 30 days, 10,000 instances of one of them, and their search indexes. */
  readonly large: TestPartner;
  /** A partner without instances. */
  readonly other: TestPartner;
}

/** A scene with the data that takes longer to create. */
export interface PlantedScene extends Scene {
  /** A partner of the size `large` with 300 customers that were created within 30 days. */
  readonly spread: TestPartner;
  /** Another partner, whose members have notifications. */
  readonly inbox: Inbox & { readonly notification: typeof notificationOf };
  /** A template of `manyWaba`. */
  readonly template: () => Promise<{ readonly name: string; readonly language: string }>;
  /** Carries out the syncs of templates that were started. */
  readonly endPasses: () => Promise<void>;
  /** The newest of the 5,000 events of `large`, which were delivered within 30 days. */
  readonly newestEvent: string;
  /** The phone number of an instance of the scene's partner. */
  readonly reporting: string;
  /** Between these times `large` has reports of 10,000 messages. */
  readonly reportedFrom: number;
  readonly reportedTo: number;
}

/** An environment of the dispatcher over the metered table. */
export interface Environment {
  readonly call: (method: string, asked: Asked) => Promise<Reply>;
}

export interface Stage {
  readonly scene: PlantedScene;
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

const templateList = z.object({ items: z.array(z.object({ name: z.string(), language: z.string() })).min(1) });

const aTemplate = async (world: World): Promise<{ readonly name: string; readonly language: string }> => {
  const { body } = await world.query('list-partner-platform-templates', { waba_id: manyWaba });
  const [first = { name: '', language: '' }] = templateList.parse(body).items;
  return first;
};

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

/** 20,000 customers, of whom the first has 10,000 instances. */
const plantLarge = async (table: Table, partnerId: string, now: number): Promise<void> => {
  const [owner] = await plantCustomers(table, partnerId, {
    count: 20_000,
    from: now - month,
    to: now,
    describe: contactOf,
  });
  await plantSearchIndex(table, partnerId, 'C', now);
  await plantInstances(table, partnerId, owner?.customer_id ?? '', 10_000);
  await plantSearchIndex(table, partnerId, 'I', now);
};

export const openStage = async (): Promise<Stage> => {
  const table = await startMeteredTable();
  const clock = testClock();
  const world = await startWorld(table, clock.now, provenEndpoint);
  const large = await world.newPartner();
  await plantLarge(table, large.partnerId, clock.now());
  const spread = await world.newPartner();
  const dayBefore = await startService(table, { clock: () => clock.now() - month - day });
  await dayBefore.operate('partners size', { partner_id: spread.partnerId, size: 'large' });
  await plantCustomers(table, spread.partnerId, {
    count: 300,
    from: clock.now() - month,
    to: clock.now(),
    sizes: (await readPartner(table, spread.partnerId))?.sizes ?? [],
    describe: (index) => ({ customer_email: `person.${index}@example.com` }),
  });
  const period = { from: clock.now() - month, to: clock.now() };
  await plantReports(table, large.partnerId, { messages: 10_000, ...period });
  const newestEvent = await plantEvents(table, large.partnerId, { events: 5_000, ...period });
  await plantTemplates(world, clock.now);
  const reporting = '206540000000007';
  await world.connect(await world.instance(await world.customer('reporting'), 'reporting'), reporting, '2001');
  const inbox = { ...(await openInbox(table, world, clock)), notification: notificationOf };
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
    scene: {
      ...world,
      clock,
      fresh: randomUUID,
      large,
      spread,
      inbox,
      reporting,
      newestEvent,
      reportedFrom: period.from,
      reportedTo: period.to,
      other: await world.newPartner(),
      template: () => aTemplate(world),
      endPasses: () => endPasses(world, clock.now),
    },
    warm: asPartner(await startService(table, { ...wiring, rateScale, debit: buckets.debit })),
    charged: buckets.charged,
    cold: async () => asPartner(await startService(table, wiring)),
    stop: table.stop,
  };
};
