import { z } from 'zod';
import { minute, second } from '../../../lambdas/kernel/time.ts';
import type { World } from '../world.ts';
import { callingAsOwner, type Actor } from './actor.ts';

/** Goes on calling with a credential that was taken away. Environments may know it for a minute. */
const callWithTaken = async (world: World, bearer: string): Promise<void> => {
  const taken = world.scheduler.now;
  while (world.scheduler.now < taken + 3 * minute) {
    const begun = world.scheduler.now;
    const { status } = await world.call('list-partner-customers', 'GET', {}, bearer);
    const after = begun - taken;
    if (status === 200 && after > minute) world.ledger.lateUses.push(`${bearer.slice(0, 12)}: ${after} ms after`);
    await world.scheduler.wait(10 * second);
  }
};

const invited = z.object({ member: z.object({ id: z.string() }) });

/** Invites a member, who accepts, gets another role, and is removed. */
const members: Actor['act'] = async (world, { owner }) => {
  const given = { email: 'invited@partner.example', role: 'viewer' };
  const { data } = invited.safeParse(
    JSON.parse((await world.call('invite-partner-member', 'POST', given, owner)).text),
  );
  if (data === undefined) return;
  const member_id = data.member.id;
  await world.call('accept-partner-invitation', 'POST', { partner_id: world.partnerId }, `member:${member_id}`);
  await world.call('update-partner-member', 'PATCH', { member_id, role: 'admin' }, owner);
  await world.call('list-partner-customers', 'GET', {}, `member:${member_id}`);
  await world.call('remove-partner-member', 'DELETE', { member_id }, owner);
  await callWithTaken(world, `member:${member_id}`);
};

const issued = z.object({ key: z.object({ id: z.string() }), api_key: z.string() });

const partnerKeys: Actor['act'] = async (world, { owner }) => {
  const given = { scopes: ['customers.read'], label: 'Of a test' };
  const { data } = issued.safeParse(JSON.parse((await world.call('issue-partner-api-key', 'POST', given, owner)).text));
  if (data === undefined) return;
  await world.call('list-partner-customers', 'GET', {}, data.api_key);
  await world.call('revoke-partner-api-key', 'DELETE', { key_id: data.key.id }, owner);
  await callWithTaken(world, data.api_key);
};

const notices = z.object({ items: z.array(z.object({ id: z.string() })) });

const readNotices: Actor['act'] = async (world, { owner }) => {
  await world.scheduler.wait(2 * minute);
  const { text } = await world.call('list-partner-notifications', 'GET', {}, owner);
  for (const { id } of notices.safeParse(JSON.parse(text)).data?.items ?? []) {
    await world.call('mark-partner-notification-read', 'POST', { notification_id: id }, owner);
  }
  await world.call('mark-all-partner-notifications-read', 'POST', {}, owner);
};

export const teamActors: readonly Actor[] = [
  { name: 'invites and removes a member', act: members },
  { name: 'issues and revokes a key', act: partnerKeys },
  { name: 'reads notifications', act: readNotices },
  {
    name: 'changes preferences',
    act: callingAsOwner('update-partner-notification-preferences', { notify_templates: false }, 'PATCH'),
  },
];
