import { hour, minute, second } from '../../../lambdas/kernel/time.ts';
import type { Link } from '../../harness/connect-scene.ts';
import { numbers, otherAccount } from '../ground.ts';
import type { World } from '../world.ts';
import type { Actor } from './actor.ts';
import { createLine } from './create-line.ts';

/** A link for a new line; null when one of them is refused. */
const newLink = async (world: World, customer: string, more = {}): Promise<Link | null> => {
  const line = await createLine(world, customer);
  return line === null ? null : world.link(line, 'connect', more);
};

/** Deactivates a line, and connects it to another number. */
const renew =
  (line: 0 | 1, number: string): Actor['act'] =>
  async (world, { lines }) => {
    const instance_id = lines[line];
    await world.call('deactivate-partner-instance', 'POST', { instance_id });
    const link = await world.link(instance_id, 'connect');
    if (link !== null) await world.connect(link, { number });
  };

const connectNew =
  (customer: 0 | 1, number: string): Actor['act'] =>
  async (world, { customers }) => {
    const link = await newLink(world, customers[customer]);
    if (link !== null) await world.connect(link, { number });
  };

const twoBrowsers: Actor['act'] = async (world, { customers }) => {
  const link = await newLink(world, customers[1]);
  if (link === null) return;
  await Promise.all([
    world.connect(link, { number: numbers.spare }),
    world.connect(link, { number: numbers.spareOnApp }),
  ]);
};

/** A browser comes back twice with one code. */
const sameCode: Actor['act'] = async (world, { customers }) => {
  const link = await newLink(world, customers[1]);
  const code = link && (await world.scene.signUp(link, { number: numbers.spare }).catch(() => null));
  if (link === null || code === null) return;
  const comeBack = () =>
    world
      .invoke('Connect', minute, ({ connect }) => world.scene.comeBack(link, code, connect))
      // A worker goes on, or the end customer begins again.
      .catch(() => null);
  await Promise.all([comeBack(), comeBack()]);
};

/** The line is deactivated while its end customer comes back. */
const deactivateMeanwhile: Actor['act'] = async (world, { customers }) => {
  const link = await newLink(world, customers[1]);
  if (link === null) return;
  const connected = world.connect(link, { number: numbers.spare });
  await world.scheduler.wait(world.choices.index('when it is deactivated', second));
  await world.call('deactivate-partner-instance', 'POST', { instance_id: link.instanceId });
  await connected;
};

/** Replaces a link whose end customer comes back, and connects the line with the new one. */
const replaceLink =
  (number: string): Actor['act'] =>
  async (world, { customers }) => {
    const line = await createLine(world, customers[1]);
    const first = line === null ? null : await world.link(line, 'connect');
    if (line === null || first === null) return;
    const connected = world.connect(first, { number: numbers.spare });
    await world.scheduler.wait(world.choices.index('when the link is replaced', 2 * second));
    const next = await world.link(line, 'connect');
    if (next !== null) await world.connect(next, { number });
    await connected;
  };

const reconnect =
  (line: 0 | 1, number: string): Actor['act'] =>
  async (world, { lines }) => {
    const link = await world.link(lines[line], 'reconnect');
    if (link !== null) await world.connect(link, { number });
  };

/** The end customer presses `cancel` while another browser comes back from the sign-up. */
const cancel: Actor['act'] = async (world, { customers }) => {
  const link = await newLink(world, customers[1]);
  if (link === null) return;
  const connected = world.connect(link, { number: numbers.spare });
  await world.scheduler.wait(second);
  await world.press(link, 'cancel');
  await connected;
};

/** The link expires while the end customer signs up. */
const lateSignUp: Actor['act'] = async (world, { customers }) => {
  const link = await newLink(world, customers[1], { ttl_hours: 0.25 });
  if (link === null) return;
  await world.scheduler.wait(15 * minute - 5 * second);
  await world.connect(link, { number: numbers.spareOnApp });
};

/** The number was onboarded long ago, so the end customer says which one it is. */
const choose: Actor['act'] = async (world, { customers }) => {
  const link = await newLink(world, customers[1]);
  if (link === null) return;
  const id = numbers.spare;
  const number = { id, last_onboarded_time: '2023-08-22T19:05:53+0000' };
  await world.connect(link, { number: id }, () => world.control({ number }));
};

const pin = '482913';

/** The number has a PIN that its owner gave it, and that the platform does not replace. */
const enterPin: Actor['act'] = async (world, { customers }) => {
  const link = await newLink(world, customers[1]);
  if (link === null) return;
  const id = numbers.spare;
  world.ledger.foreignPins.add(id);
  await world.control({ number: { id, pin: { state: 'other', value: pin } } });
  const body = { error: { code: 100, message: 'Invalid parameter' } };
  await world.control({ fault: { method: 'POST', path: `/${id}`, skip: 1, times: 1, status: 400, body } });
  await world.connect(link, { number: id });
  await world.press(link, 'pin', { pin: '000000' });
  await world.press(link, 'pin', { pin });
};

/** The platform approves the display name of a number an hour after its sign-up, which waits for it. */
const awaitName: Actor['act'] = async (world, { customers }) => {
  const link = await newLink(world, customers[1]);
  if (link === null) return;
  const id = numbers.spare;
  await world.control({ number: { id, hindrance: 'name_in_review' } });
  await world.connect(link, { number: id });
  await world.scheduler.wait(hour);
  await world.control({ number: { id, hindrance: null } });
  await world.control({
    corpus: { file: 'phone_number_name_update.approved', waba_id: otherAccount, phone_number_id: id },
  });
};

/** The number was registered too often, and its link is left, replaced or withdrawn while it is locked. */
const awaitLimit: Actor['act'] = async (world, { customers }) => {
  const link = await newLink(world, customers[1]);
  if (link === null) return;
  const id = numbers.spare;
  const body = { error: { code: 133016, message: 'Account register / deregister rate limit exceeded' } };
  await world.control({ fault: { method: 'POST', path: `/${id}/register`, status: 400, times: 1, body } });
  await world.connect(link, { number: id });
  await world.scheduler.wait(minute);
  const { instanceId: instance_id } = link;
  const then = world.choices.of('what comes while the number is locked', ['nothing', 'a link', 'its end'] as const);
  if (then === 'its end') await world.call('deactivate-partner-instance', 'POST', { instance_id });
  const next = then === 'a link' ? await world.link(instance_id, 'connect') : null;
  if (next !== null) await world.connect(next, { number: id });
};

/** The platform takes no calls about the number for some tries. */
const awaitCalls: Actor['act'] = async (world, { customers }) => {
  const link = await newLink(world, customers[1]);
  if (link === null) return;
  const id = numbers.spare;
  const path = world.choices.of('the throttled calls', [`/${id}`, `/${id}/register`]);
  const times = world.choices.of('the refusals', [1, 3, 7]);
  const body = { error: { code: 80007, message: 'There have been too many calls' } };
  await world.control({ fault: { path, status: 400, times, body } });
  await world.connect(link, { number: id });
};

/** Two links that are never used: one expires, and one is cancelled. */
const leaveLinks: Actor['act'] = async (world, { customers }) => {
  const cancelled = await newLink(world, customers[1]);
  await newLink(world, customers[1], { ttl_hours: 0.25 });
  if (cancelled !== null) await world.press(cancelled, 'cancel');
  await world.scheduler.wait(20 * minute);
};

export const connectionActors: readonly Actor[] = [
  { name: 'renews the first line', act: renew(0, numbers.spareOnApp) },
  { name: 'renews the second line', act: renew(1, numbers.spare) },
  { name: 'renews the second line with its number', act: renew(1, numbers.onApp) },
  { name: 'connects a line', act: connectNew(1, numbers.spare) },
  { name: 'connects the number of the first line', act: connectNew(1, numbers.plain) },
  { name: 'connects in two browsers', isTimed: true, act: twoBrowsers },
  { name: 'comes back twice with a code', isTimed: true, act: sameCode },
  { name: 'deactivates a line while it is connected', isTimed: true, act: deactivateMeanwhile },
  { name: 'connects a number whose name is in review', act: awaitName },
  { name: 'connects a number that is locked', isTimed: true, act: awaitLimit },
  { name: 'connects while the platform takes no more calls', act: awaitCalls },
  { name: 'replaces a link', isTimed: true, act: replaceLink(numbers.spareOnApp) },
  { name: 'replaces a link, and takes the same number', isTimed: true, act: replaceLink(numbers.spare) },
  { name: 'reconnects the first line', act: reconnect(0, numbers.plain) },
  { name: 'reconnects the second line', act: reconnect(1, numbers.onApp) },
  { name: 'cancels a connection', isTimed: true, act: cancel },
  { name: 'signs up when the link expires', isTimed: true, act: lateSignUp },
  { name: 'chooses a number', act: choose },
  { name: 'enters the PIN of a number', act: enterPin },
  { name: 'leaves its links', act: leaveLinks },
];
