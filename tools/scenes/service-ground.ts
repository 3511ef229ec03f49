import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ground } from '../../lambdas/api/scenes/ground.ts';
import { endPasses } from '../access-patterns/plant-templates.ts';
import { notificationOf, openInbox } from '../harness/inbox.ts';
import { contactOf } from '../harness/people.ts';
import type { TestPartner } from '../harness/service.ts';
import type { TestClock } from '../harness/test-clock.ts';
import type { World } from '../harness/world.ts';
import { askedOf } from './ask-of.ts';
import { tableGround } from './table-ground.ts';

/** The records that were planted, because calls would take long to create them. */
interface Planted extends Pick<Ground, 'reported'> {
  readonly populous: TestPartner;
  readonly sharded: TestPartner;
  /** An event of the populous partner. */
  readonly newestEvent: string;
  /** Business accounts of the world's partner, by the number of their templates. */
  readonly accounts: Readonly<Record<'small' | 'large', string>>;
}

const templates = z.object({ items: z.array(z.object({ name: z.string(), language: z.string() })).min(1) });

/** A world in this process as a ground. */
export const serviceGround = async (world: World, clock: TestClock, planted: Planted) => {
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
      populous: planted.populous,
      sharded: planted.sharded,
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
    event: () => Promise.resolve(planted.newestEvent),
    account: async (size) => {
      const id = planted.accounts[size];
      const { body } = await world.query('list-partner-platform-templates', { waba_id: id });
      const [template = { name: '', language: '' }] = templates.parse(body).items;
      return { id, template };
    },
    reportingNumber: () => Promise.resolve(reportingNumber),
    reported: planted.reported,
    contact: () => Promise.resolve(contactOf(777).customer_email),
    notification: async () => {
      await inbox.tell([notificationOf('system', 'Something happened')]);
      return inbox.newestId();
    },
  });
};
