import { minute, second } from '../../../lambdas/kernel/time.ts';
import { account, templates } from '../ground.ts';
import type { World } from '../world.ts';
import { calling, type Actor, type Player, type PreparedActor } from './actor.ts';

const change = async (world: World, template: Readonly<Record<string, unknown>>): Promise<void> => {
  await world.control({ template: { waba_id: account, ...template } });
  world.ledger.templateChanges.set(account, world.scheduler.now);
};

/** Two verdicts about a template, whose callbacks may come in any order. */
const verdicts: Actor['act'] = async (world) => {
  const { id, name } = templates[0];
  for (const [status, file] of [
    ['PAUSED', 'message_template_status_update.paused'],
    ['APPROVED', 'message_template_status_update.unpaused'],
  ] as const) {
    await change(world, { id, status });
    const replace = { '1500000000000401': id, order_ready: name, en_US: 'en' };
    await world.control({ corpus: { file, waba_id: account, replace } });
    await world.scheduler.wait(2 * second);
  }
  await world.call('refresh-partner-platform-templates', 'POST', { waba_id: account, force: true });
};

/** A template that the service knows is paused, and stays so. */
const pause: PreparedActor = {
  name: 'pauses a template',
  prepare: async (world) => {
    await world.settle();
    const { id, name } = templates[0];
    const replace = { '1500000000000401': id, order_ready: name, en_US: 'en' };
    const file = 'message_template_status_update.paused';
    return async () => {
      await change(world, { id, status: 'PAUSED' });
      await world.control({ corpus: { file, waba_id: account, replace } });
      await world.scheduler.wait(minute);
      await world.call('refresh-partner-platform-templates', 'POST', { waba_id: account, force: true });
    };
  },
};

const removed: Actor['act'] = async (world) => {
  await change(world, { id: templates[1].id, deleted: true });
  await change(world, { id: '7700000000000009', name: 'fresh', language: 'en' });
  await world.call('refresh-partner-platform-templates', 'POST', { waba_id: account, force: true });
};

export const templateActors: readonly Player[] = [
  {
    name: 'refreshes the templates',
    act: calling('refresh-partner-platform-templates', () => ({ waba_id: account, force: true })),
  },
  { name: 'judges a template', act: verdicts },
  pause,
  { name: 'replaces a template', act: removed },
];
