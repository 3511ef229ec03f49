import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { placeOf } from '../../../lambdas/kernel/due.ts';
import { isoOf, minute, second } from '../../../lambdas/kernel/time.ts';
import { numbers } from '../ground.ts';
import { calling, type Actor } from './actor.ts';
import { createLine } from './create-line.ts';

/** Creates a line with its session, in a call that two clients make at once with one key of the line. */
const createTwice: Actor['act'] = async (world, { customers }) => {
  const given = { partner_customer_id: customers[0], instance_key: world.freshKey() };
  await Promise.all([
    world.call('create-customer-instance', 'POST', given),
    world.call('create-customer-instance', 'POST', given),
  ]);
};

const createAndDeactivate: Actor['act'] = async (world, { customers }) => {
  const instance_id = await createLine(world, customers[1]);
  if (instance_id !== null) await world.call('deactivate-partner-instance', 'POST', { instance_id });
};

const label: Actor['act'] = async (world, { lines: [instance_id] }) => {
  for (const instance_name of ['Front desk', 'Quillfeather desk', '']) {
    await world.call('update-partner-instance-label', 'PATCH', { instance_id, instance_name });
    await world.scheduler.wait(second);
  }
};

/** The platform refuses the removal of a callback, and the operator releases the line. */
const forceRelease: Actor['act'] = async (world, { lines: [instance_id] }) => {
  await world.control({ fault: { method: 'POST', path: '/', status: 403, times: 2 } });
  await world.call('deactivate-partner-instance', 'POST', { instance_id });
  await world.scheduler.wait(minute);
  world.ledger.released.add(numbers.plain);
  await world.operate('instances force-release', { partner_id: world.partnerId, instance_id, reason: 'gone' });
};

/** Sets a limit that is reached, while lines are created. */
const slotLimit: Actor['act'] = async (world, { customers: [partner_customer_id] }) => {
  await world.operate('partners slot-limit', { partner_id: world.partnerId, slot_limit: 4 });
  const create = () =>
    world.call('create-customer-instance', 'POST', { partner_customer_id, instance_key: world.freshKey() });
  await Promise.all([create(), create(), create()]);
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

/** The app's tokens last ten days, a line is connected again, and the day's round warns of the expiry while a name is reviewed. */
const shortLived: Actor['act'] = async (world, ground) => {
  await world.control({ app: { token_days: 10 }, number: { id: numbers.plain, name_status: 'PENDING_REVIEW' } });
  const link = await world.link(ground.lines[0], 'reconnect');
  if (link !== null) await world.connect(link, { number: numbers.plain });
  await world.scheduler.wait(minute);
  await round(world, ground);
};

const ofLine = (index: 0 | 1) =>
  calling('refresh-partner-instance-platform', ({ lines }) => ({ instance_id: lines[index] }));

export const lineActors: readonly Actor[] = [
  { name: 'has its round of refreshes', act: round },
  { name: 'connects with a token that expires, while its name is reviewed', act: shortLived },
  { name: 'refreshes the first line', act: ofLine(0) },
  { name: 'refreshes the second line', act: ofLine(1) },
  {
    name: 'moves the first line',
    act: calling('move-partner-instance-to-customer', ({ lines, customers }) => ({
      instance_id: lines[0],
      target_customer_id: customers[1],
    })),
  },
  {
    name: 'deactivates the first line',
    act: calling('deactivate-partner-instance', ({ lines }) => ({ instance_id: lines[0] })),
  },
  {
    name: 'deactivates the first line, and frees its number',
    act: calling('deactivate-partner-instance', ({ lines }) => ({ instance_id: lines[0], deregister: true })),
  },
  { name: 'creates a line twice', isTimed: true, act: createTwice },
  { name: 'creates a line and deactivates it', act: createAndDeactivate },
  { name: 'labels the first line', act: label },
  {
    name: 'reveals a token',
    act: calling('reveal-partner-instance-platform-token', ({ lines }) => ({ instance_id: lines[1] })),
  },
  { name: 'releases the first line by force', act: forceRelease },
  { name: 'sets a slot limit', isTimed: true, act: slotLimit },
];
