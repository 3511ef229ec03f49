import { z } from 'zod';
import { second } from '../../../lambdas/kernel/time.ts';
import type { World } from '../world.ts';
import { sceneGroundOf } from '../scene-ground.ts';
import { calling, type Actor, type PreparedActor } from './actor.ts';

const rename: Actor['act'] = async (world, { customers }) => {
  for (const name of ['One', 'Two', 'Three']) {
    await world.call('update-partner-customer', 'PATCH', {
      customer_id: customers[0],
      customer_name: `Quillfeather ${name}`,
    });
    await world.scheduler.wait(2 * second);
  }
};

const deactivate: Actor['act'] = async (world, { customers: [customer_id] }) => {
  await world.call('deactivate-partner-customer', 'POST', { customer_id });
  await world.scheduler.wait(30 * second);
  await world.call('reactivate-partner-customer', 'POST', { customer_id });
};

/** Two clients know no customer under an external id, and each makes one. */
const upsertTwice: Actor['act'] = async (world) => {
  const upsert = (customer_name: string) =>
    world.call('upsert-partner-customer', 'POST', { external_customer_id: 'C-3', customer_name });
  await Promise.all([upsert('Third'), upsert('Third, again')]);
};

const begun = z.object({ import: z.object({ id: z.string() }) });

/** More rows than a batch has. */
const importedRows = 24;

/** Imports rows, of which one is wrong, one is of a known customer, and two are of each new customer, far from each other and side by side. */
const importRows: Actor['act'] = async (world) => {
  const key = world.freshKey();
  const names = Array.from({ length: importedRows }, (_, index) => `Imported ${index} by ${key}`);
  const rows = names.map((customer_name, index) => ({
    external_customer_id: index === 0 ? 'C-1' : `I-${index % 3 === 0 ? index - 1 : index % 20}`,
    customer_name,
  }));
  const given = { customers: [...rows, { external_customer_id: 'I-wrong' }] };
  const { data } = begun.safeParse(JSON.parse((await world.call('import-partner-customers', 'POST', given)).text));
  if (data !== undefined) world.ledger.imports.set(data.import.id, rows);
};

const operate = async (world: World, command: string, customer_id: string): Promise<void> => {
  await world.operate(command, { partner_id: world.partnerId, customer_id });
};

const erase =
  (customer: 0 | 1): Actor['act'] =>
  (world, { customers }) =>
    operate(world, 'customers erase', customers[customer]);

/** Erases a customer, and makes another one under its external id. */
const eraseAndReturn: Actor['act'] = async (world, { customers }) => {
  await operate(world, 'customers erase', customers[1]);
  await world.call('upsert-partner-customer', 'POST', { external_customer_id: 'C-2', customer_name: 'Another' });
};

/** So many lines do not move in the commit of the merge. */
const largeMerge: PreparedActor = {
  name: 'merges a customer with many lines',
  prepare: async (world, known) => {
    const { ground } = sceneGroundOf(world, known);
    const source_customer_id = await ground.customer();
    await ground.lines(source_customer_id, 40);
    const given = { source_customer_id, target_customer_id: known.customers[1] };
    return async () => {
      await world.call('merge-partner-customers', 'POST', given);
    };
  },
};

export const customerPlayers: readonly PreparedActor[] = [largeMerge];

export const customerActors: readonly Actor[] = [
  { name: 'renames a customer', act: rename },
  { name: 'deactivates and reactivates a customer', act: deactivate },
  {
    name: 'merges the customers',
    act: calling('merge-partner-customers', ({ customers }) => ({
      source_customer_id: customers[0],
      target_customer_id: customers[1],
    })),
  },
  { name: 'makes a customer twice', act: upsertTwice },
  { name: 'imports customers', act: importRows },
  { name: 'erases the first customer', act: erase(0) },
  { name: 'erases the second customer, who returns', act: eraseAndReturn },
];
