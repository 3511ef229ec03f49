import { hour, minute } from '../../../lambdas/kernel/time.ts';
import { announceCustomerIndex, announceInstanceIndex } from '../../../lambdas/store/search/search-head.ts';
import type { Ground } from '../ground.ts';
import type { World } from '../world.ts';
import type { PreparedActor } from './actor.ts';

/** An actor whose partner has search indexes that are built. */
const indexed = (name: string, act: (world: World, ground: Ground) => Promise<void>): PreparedActor => ({
  name,
  prepare: async (world, ground) => {
    await announceCustomerIndex(world.table, world.partnerId, world.scheduler.now);
    await announceInstanceIndex(world.table, world.partnerId, world.scheduler.now);
    // Calls from before know of no index, and have ended then.
    await world.pass(hour);
    return () => act(world, ground);
  },
});

const change = async (world: World, { customers, lines }: Ground): Promise<void> => {
  const [one, two] = customers;
  await world.call('update-partner-customer', 'PATCH', { customer_id: one, customer_name: 'Quillfeather Indexed' });
  await world.call('update-partner-instance-label', 'PATCH', { instance_id: lines[0], instance_name: 'Indexed' });
  await world.call('upsert-partner-customer', 'POST', { external_customer_id: 'C-7', customer_name: 'Seventh' });
  await world.call('deactivate-partner-customer', 'POST', { customer_id: two });
  await world.scheduler.wait(10 * minute);
};

export const searchActors: readonly PreparedActor[] = [
  indexed('changes what is indexed', change),
  indexed('erases an indexed customer', (world, { customers }) =>
    world.operate('customers erase', { partner_id: world.partnerId, customer_id: customers[0] }),
  ),
];
