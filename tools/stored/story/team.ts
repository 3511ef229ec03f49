import type { Stage } from '../../processes/stage.ts';
import { call, idIn } from './calls.ts';

/** Members, invitations and keys in every status, and preferences. */
export const teamOf = async (stage: Stage): Promise<void> => {
  const { partnerId } = stage.partner;
  const invite = async (name: string, role: string): Promise<string> => {
    const given = { email: `${name}@partner.example`, role };
    return idIn((await call(stage, 'POST', 'invite-partner-member', given, stage.member)).member?.id);
  };
  const accepted = await invite('accepted', 'admin');
  await call(stage, 'POST', 'accept-partner-invitation', { partner_id: partnerId }, `member:${accepted}`);
  const removed = await invite('removed', 'viewer');
  await call(stage, 'DELETE', 'remove-partner-member', { member_id: removed }, stage.member);
  await invite('pending', 'support');
  await call(stage, 'PATCH', 'update-partner-member', { member_id: accepted, role: 'developer' }, stage.member);
  await call(
    stage,
    'DELETE',
    'revoke-partner-api-key',
    { key_id: stage.partner.readOnlyKey.split('_')[2] },
    stage.member,
  );
  const key = { scopes: ['customers.read', 'usage.read'], label: 'Accounting' };
  await call(stage, 'POST', 'issue-partner-api-key', key, stage.member);
  await call(stage, 'PATCH', 'update-partner-notification-preferences', { notify_templates: false }, stage.member);
};
