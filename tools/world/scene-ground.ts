import { z } from 'zod';
import type { Ground as SceneGround } from '../../lambdas/api/scenes/ground.ts';
import { minute } from '../../lambdas/kernel/time.ts';
import { askedOf } from '../scenes/ask-of.ts';
import { tableGround } from '../scenes/table-ground.ts';
import { account, numbers, templates, urls, verifyToken, type Ground } from './ground.ts';
import type { World } from './world.ts';

const events = z.object({ items: z.array(z.object({ id: z.string() })).min(1) });

/** Connects a line to a number of its own. */
const connect = async (world: World, instanceId: string): Promise<void> => {
  const number = String(5_000_000_000_000_000 + world.platform.state.numbers.size);
  await world.platform.control({ number: { id: number, waba_id: account } });
  await world.scene.connect(await world.scene.invite(instanceId, 'connect'), { number });
};

/** The world as a ground of scenes: its partner is all callers. What a case prepares is no event. */
export const sceneGroundOf = (world: World, { owner, customers }: Ground) => {
  const { partner } = world.service;
  const call: SceneGround['call'] = (route, given, as, key) => ground.call(route, given, as, key);
  const { ground, bearerOf } = tableGround({
    table: world.table,
    now: () => world.scheduler.now,
    callers: { partner, bare: partner, populous: partner, sharded: partner, team: partner, owner },
    send: async (route, ask) => {
      const { status, text, body } = await world.service.call(ask.method, askedOf(route, ask));
      if (status >= 300) throw new Error(`${route}: ${text}`);
      return body;
    },
    connect: (instanceId) => connect(world, instanceId),
    settle: () => world.settle(),
    endpoint: () => ({ url: urls[1], verifyToken }),
    event: async () => {
      await call('update-partner-customer', { customer_id: customers[0], customer_name: 'Quillfeather Before' });
      await world.settle();
      return events.parse(await call('list-partner-webhook-events', {})).items[0]?.id ?? '';
    },
    account: async () => {
      await world.settle();
      return { id: account, template: templates[0] };
    },
    reportingNumber: () => Promise.resolve(numbers.plain),
    reported: { from: world.scheduler.now - minute, to: world.scheduler.now },
    contact: () => Promise.resolve('ada@quillfeather.example'),
    notification: async () => {
      const limit = (slot_limit: number): Promise<unknown> =>
        world.service.operate('partners slot-limit', { partner_id: world.partnerId, slot_limit });
      await limit(1);
      await world.settle();
      await limit(50);
      return events.parse(await call('list-partner-notifications', {}, 'owner')).items[0]?.id ?? '';
    },
  });
  const lines: SceneGround['lines'] = async (customerId, count) => {
    for (let line = 0; line < count; line += 1) await ground.newLine(customerId);
  };
  return { ground: { ...ground, lines }, bearerOf };
};
