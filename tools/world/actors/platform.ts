import { hour, minute, second, type Milliseconds } from '../../../lambdas/kernel/time.ts';
import { isWell } from '../../../lambdas/domain/instance.ts';
import { readInstance } from '../../../lambdas/store/instances/instances.ts';
import { readPlatformHealth } from '../../../lambdas/store/platform/platform-health.ts';
import { account, numbers, otherAccount, unpaidCode } from '../ground.ts';
import type { Actor } from './actor.ts';
import { createLine } from './create-line.ts';

/** Somebody removes a callback at the platform, and a refresh notices it, if it can read the number. */
const removeCallback: Actor['act'] = async (world, { lines }) => {
  await world.control({ number: { id: numbers.plain, webhook_configuration: { phone_number: null } } });
  const { status } = await world.call('refresh-partner-instance-platform', 'POST', { instance_id: lines[0] });
  if (status !== 200) world.ledger.removedUnnoticed.add(numbers.plain);
};

/** The platform refuses a valid token, for a while or in one answer, while a line is refreshed. */
const refuseWrongly: Actor['act'] = async (world, { lines: [instance_id] }) => {
  const body = { error: { code: 190, type: 'OAuthException', message: 'Error validating access token' } };
  const times = world.choices.of('the wrong refusals', [1, 2, 9]);
  await world.control({ fault: { path: `/${numbers.plain}`, status: 401, times, body } });
  await world.call('refresh-partner-instance-platform', 'POST', { instance_id });
};

/** The platform refuses the tokens of the account, and a refresh notices it. */
const expire: Actor['act'] = async (world, { lines }) => {
  world.ledger.endedTokens.add(account);
  await world.control({ token: { expire: true, waba_id: account } });
  await world.call('refresh-partner-instance-platform', 'POST', { instance_id: lines[0] });
};

/** The platform refuses every token for half an hour, and calls it invalid, after it answered about lines of two accounts. */
const refuseAll: Actor['act'] = async (world, { customers, lines }) => {
  const line = await createLine(world, customers[1]);
  const link = line === null ? null : await world.link(line, 'connect');
  if (line === null || link === null) return;
  await world.connect(link, { number: numbers.spare });
  const read = async (): Promise<void> => {
    const file = 'phone_number_name_update.approved';
    await world.control({ corpus: { file, waba_id: account, phone_number_id: numbers.plain } });
    await world.control({ corpus: { file, waba_id: otherAccount, phone_number_id: numbers.spare } });
    await world.scheduler.wait(5 * minute);
  };
  await read();
  const { witnesses } = await readPlatformHealth(world.table);
  if (witnesses.length < 2) return;
  const body = { error: { code: 190, type: 'OAuthException', message: 'Error validating access token' } };
  for (const number of Object.values(numbers))
    await world.control({ fault: { path: `/${number}`, status: 401, body } });
  await world.call('refresh-partner-instance-platform', 'POST', { instance_id: lines[0] });
  await read();
  await world.scheduler.wait(25 * minute);
  await world.control({ clear: true });
  const records = await Promise.all(witnesses.map((one) => readInstance(world.table, one.partnerId, one.instanceId)));
  // Another actor took a line that the service would ask about: the platform's refusals counted.
  if (records.every((record) => record !== null && isWell(record.instance))) return;
  for (const one of [account, otherAccount]) world.ledger.endedTokens.add(one);
};

/** The customer removes the app, comes back, and reconnects a line. */
const uninstall: Actor['act'] = async (world, { lines }) => {
  world.ledger.withoutApp.add(account);
  await world.control({ token: { uninstalled: true, waba_id: account } });
  await world.control({ corpus: { file: 'account_update.partner_app_uninstalled', waba_id: account } });
  await world.scheduler.wait(minute);
  const link = await world.link(lines[0], 'reconnect');
  if (link !== null) await world.connect(link, { number: numbers.plain });
};

/** The platform refuses the tokens of the account, and accepts them again. */
const expireForAWhile: Actor['act'] = async (world, ground) => {
  await expire(world, ground);
  await world.scheduler.wait(3 * minute);
  await world.control({ token: { expire: false, waba_id: account } });
  await world.call('refresh-partner-instance-platform', 'POST', { instance_id: ground.lines[0] });
};

/** The account is not shared any more, while its tokens stay valid. */
const unshare: Actor['act'] = async (world) => {
  world.ledger.withoutApp.add(account);
  await world.control({ waba: { id: account, unshared: 200 } });
  // It names no business account but the one that it is about.
  const replace = { '550000000000201': account };
  await world.control({ corpus: { file: 'account_update.partner_app_uninstalled_bare', replace } });
};

/** The account has no valid payment method, which a refresh notices; and maybe it has one later, which the next one notices. */
const unpaid: Actor['act'] = async (world, { lines: [instance_id] }) => {
  const change = async (health_errors: readonly object[]): Promise<void> => {
    await world.control({ waba: { id: account, health_errors } });
    world.ledger.healthChanges.set(account, world.scheduler.now);
    await world.scheduler.wait(minute);
    await world.call('refresh-partner-instance-platform', 'POST', { instance_id });
  };
  const error_description = 'There is an error with the payment method.';
  await change([{ error_code: unpaidCode, error_description, possible_solution: 'Add a valid payment method.' }]);
  if (world.choices.of('what becomes of the account without payment', ['paid', 'unpaid']) === 'unpaid') return;
  await world.scheduler.wait(world.choices.of('when the account is paid', [minute, hour]));
  await change([]);
};

type Replacement = (now: Milliseconds) => Readonly<Record<string, string>>;

/** @param more what the platform changes before it sends the callback, twice */
const notice =
  (file: string, more: Readonly<Record<string, unknown>> = {}, replacing: Replacement = () => ({})): Actor['act'] =>
  async (world) => {
    // A callback has whole seconds: one of the second of a reading is older than it.
    await world.scheduler.wait(2 * second);
    const replace = replacing(world.scheduler.now);
    const corpus = { file, waba_id: account, phone_number_id: numbers.plain, replace };
    await world.control({ ...more, corpus });
    await world.control({ corpus });
  };

const flag = notice('phone_number_quality_update.flagged', {
  number: { id: numbers.plain, quality_rating: 'RED' },
});

/** For an hour from now. */
const restrict = notice('account_update.account_restriction_messaging', {}, (now) => ({
  '1794182400': String(Math.floor((now + hour) / second)),
}));

export const platformActors: readonly Actor[] = [
  { name: 'removes a callback at the platform', act: removeCallback },
  { name: 'refuses a valid token', act: refuseWrongly },
  { name: 'refuses all tokens for a while', isTimed: true, act: refuseAll },
  { name: 'lets the tokens expire', act: expire },
  { name: 'removes the app', act: uninstall },
  { name: 'flags a number', act: flag },
  { name: 'restricts the account', act: restrict },
  { name: 'lets the tokens expire for a while', isTimed: true, act: expireForAWhile },
  { name: 'unshares the account', act: unshare },
  { name: 'approves the name of a number', act: notice('phone_number_name_update.approved') },
  { name: 'notes a violation of the account', act: notice('account_update.account_violation') },
  { name: 'blocks the account without payment, and may lift it', act: unpaid },
  { name: 'schedules a ban of the account', act: notice('account_update.disabled_update_scheduled') },
  { name: 'deletes the account', act: notice('account_update.account_deleted') },
  { name: 'bans the account', act: notice('account_update.disabled_update_disabled') },
];
