import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { placeOf } from '../../lambdas/kernel/due.ts';
import { isoOf, minute, second } from '../../lambdas/kernel/time.ts';
import { newLine, numbers, urls, verifyToken, type Ground } from './ground.ts';
import type { World } from './world.ts';

/** One who acts beside others. */
export interface Actor {
  readonly name: string;
  readonly act: (world: World, ground: Ground) => Promise<void>;
}

const post = (world: World, route: string, given: Readonly<Record<string, unknown>>) =>
  world.call(route, 'POST', given);

/** Deactivates a line, and connects it to another number. */
const renew =
  (line: 0 | 1, number: string): Actor['act'] =>
  async (world, { lines }) => {
    const instance_id = lines[line];
    await post(world, 'deactivate-partner-instance', { instance_id });
    const link = await world.link(instance_id, 'connect');
    if (link !== null) await world.connect(link, { number });
  };

const connectNew =
  (customer: 0 | 1, number: string): Actor['act'] =>
  async (world, { customers }) => {
    const line = await newLine(world, customers[customer]);
    const link = await world.link(line, 'connect');
    if (link !== null) await world.connect(link, { number });
  };

const moveEndpoint =
  (to: 0 | 1): Actor['act'] =>
  async (world) => {
    await post(world, 'update-partner-webhook-endpoint', {
      webhook_url: urls[to],
      platform_verify_token: verifyToken,
    });
  };

const about =
  (route: string, given: (ground: Ground) => Readonly<Record<string, unknown>>, method?: 'PATCH'): Actor['act'] =>
  async (world, ground) => {
    await world.call(route, method ?? 'POST', given(ground));
  };

const twoBrowsers: Actor['act'] = async (world, { customers }) => {
  const line = await newLine(world, customers[1]);
  const link = await world.link(line, 'connect');
  if (link === null) return;
  await Promise.all([
    world.connect(link, { number: numbers.spare }),
    world.connect(link, { number: numbers.spareOnApp }),
  ]);
};

const replacedLink: Actor['act'] = async (world, { customers }) => {
  const line = await newLine(world, customers[1]);
  const first = await world.link(line, 'connect');
  if (first === null) return;
  const connected = world.connect(first, { number: numbers.spare });
  const second = await world.link(line, 'connect');
  if (second !== null) await world.connect(second, { number: numbers.spareOnApp });
  await connected;
};

const reconnect =
  (line: 0 | 1, number: string): Actor['act'] =>
  async (world, { lines }) => {
    const link = await world.link(lines[line], 'reconnect');
    if (link !== null) await world.connect(link, { number });
  };

const outage: Actor['act'] = async (world, { customers }) => {
  const status = world.choices.of('the outage', [503, 500, 410, null]);
  world.endpoints.setStatus(status);
  if (status === 410) world.wasDisabled = true;
  await world.call('update-partner-customer', 'PATCH', { customer_id: customers[0], customer_name: 'During' });
  await world.scheduler.wait(10 * minute);
  world.endpoints.setStatus(200);
  await world.call('update-partner-customer', 'PATCH', { customer_id: customers[0], customer_name: 'After' });
};

const rename: Actor['act'] = async (world, { customers }) => {
  for (const name of ['One', 'Two', 'Three']) {
    await world.call('update-partner-customer', 'PATCH', { customer_id: customers[0], customer_name: name });
    await world.scheduler.wait(2 * second);
  }
};

const deactivateCustomer: Actor['act'] = async (world, { customers: [customer_id] }) => {
  await post(world, 'deactivate-partner-customer', { customer_id });
  await world.scheduler.wait(30 * second);
  await post(world, 'reactivate-partner-customer', { customer_id });
};

/** Somebody removes a callback at the platform, and a refresh notices it, if it can read the number. */
const removeCallback: Actor['act'] = async (world, { lines }) => {
  await world.platform.control({ number: { id: numbers.plain, webhook_configuration: { phone_number: null } } });
  const { status } = await post(world, 'refresh-partner-instance-platform', { instance_id: lines[0] });
  if (status !== 200) world.removedUnnoticed.add(numbers.plain);
};

/** The day's round of refreshes is due now. */
const round: Actor['act'] = async (world) => {
  const { table, scheduler } = world;
  for (const item of await world.items()) {
    if (typeof item['due_shard'] !== 'string' || placeOf(item['due_shard']) !== 'refresh') continue;
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: item['pk'], sk: item['sk'] },
        UpdateExpression: 'SET due_at = :now',
        ExpressionAttributeValues: { ':now': isoOf(scheduler.now) },
      }),
    );
  }
};

export const actors: readonly Actor[] = [
  { name: 'has its round of refreshes', act: round },
  { name: 'renews the first line', act: renew(0, numbers.spareOnApp) },
  { name: 'renews the second line', act: renew(1, numbers.spare) },
  { name: 'renews the second line with its number', act: renew(1, numbers.onApp) },
  { name: 'connects a line', act: connectNew(1, numbers.spare) },
  { name: 'connects the number of the first line', act: connectNew(1, numbers.plain) },
  { name: 'connects in two browsers', act: twoBrowsers },
  { name: 'replaces a link', act: replacedLink },
  { name: 'reconnects the first line', act: reconnect(0, numbers.plain) },
  { name: 'reconnects the second line', act: reconnect(1, numbers.onApp) },
  { name: 'moves the endpoint', act: moveEndpoint(1) },
  { name: 'moves the endpoint back', act: moveEndpoint(0) },
  { name: 'repeats the migration', act: about('retry-partner-webhook-migration', () => ({})) },
  {
    name: 'refreshes the first line',
    act: about('refresh-partner-instance-platform', ({ lines }) => ({ instance_id: lines[0] })),
  },
  {
    name: 'refreshes the second line',
    act: about('refresh-partner-instance-platform', ({ lines }) => ({ instance_id: lines[1] })),
  },
  {
    name: 'moves the first line',
    act: about('move-partner-instance-to-customer', ({ lines, customers }) => ({
      instance_id: lines[0],
      target_customer_id: customers[1],
    })),
  },
  {
    name: 'deactivates the first line',
    act: about('deactivate-partner-instance', ({ lines }) => ({ instance_id: lines[0] })),
  },
  { name: 'renames a customer', act: rename },
  { name: 'deactivates and reactivates a customer', act: deactivateCustomer },
  {
    name: 'merges the customers',
    act: about('merge-partner-customers', ({ customers }) => ({
      source_customer_id: customers[0],
      target_customer_id: customers[1],
    })),
  },
  { name: 'has an outage', act: outage },
  { name: 'removes a callback at the platform', act: removeCallback },
];
