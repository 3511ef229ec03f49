import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { day, hour } from '../../../lambdas/kernel/time.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { countReports } from '../../../lambdas/store/usage/count-reports.ts';
import { sceneGroundOf } from '../scene-ground.ts';
import type { World } from '../world.ts';
import type { PreparedActor } from './actor.ts';

/** Makes the partner one from before usage was recorded. */
const forgetUsage = async ({ table, partnerId }: World): Promise<void> => {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...keys.usageHead(partnerId) } }));
};

/** More reports than are read at once, all of one hour. */
const largeDay: PreparedActor = {
  name: 'lets a large day end',
  prepare: async (world) => {
    const now = world.scheduler.now;
    const reports = Array.from({ length: 21_000 }, () => ({ id: world.systems.newId(now), received_at: now }));
    await countReports(world.table, world.partnerId, reports);
    return () => world.scheduler.wait(day + 8 * hour);
  },
};

/** They take days. */
export const usageActors: readonly PreparedActor[] = [
  { name: 'lets a day end', prepare: (world) => Promise.resolve(() => world.scheduler.wait(day + 8 * hour)) },
  largeDay,
  {
    name: 'operator usage begin',
    prepare: async (world) => {
      await forgetUsage(world);
      return async () => {
        await world.operate('usage begin', {});
        await world.scheduler.wait(day + 8 * hour);
      };
    },
  },
  {
    name: 'operator usage export',
    prepare: async (world, known) => {
      await sceneGroundOf(world, known).ground.closedDays();
      return () => world.operate('usage export', { month: '2029-11' }, false);
    },
  },
];
