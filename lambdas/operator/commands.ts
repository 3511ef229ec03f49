import type { Command } from './command.ts';
import { listEvents, resendEvents, showAttempts } from './commands/events.ts';
import { addMember, listPartnerMembers } from './commands/members.ts';
import { issuePartnerKey, listKeys, revokePartnerKey } from './commands/partner-keys.ts';
import { createPartner, limitSlots, listAllPartners, showPartner } from './commands/partners.ts';
import { issuePublishableKey, listPublishableKeys, revokePublishableKey } from './commands/publishable-keys.ts';
import { rotateWebhookSecret } from './commands/webhook-secrets.ts';

/** Every command of the operator, by the words that call it. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['partners create', createPartner],
  ['partners list', listAllPartners],
  ['partners show', showPartner],
  ['partners slot-limit', limitSlots],
  ['keys issue', issuePartnerKey],
  ['keys list', listKeys],
  ['keys revoke', revokePartnerKey],
  ['publishable-keys issue', issuePublishableKey],
  ['publishable-keys list', listPublishableKeys],
  ['publishable-keys revoke', revokePublishableKey],
  ['members add', addMember],
  ['members list', listPartnerMembers],
  ['webhook-secrets rotate', rotateWebhookSecret],
  ['events list', listEvents],
  ['events attempts', showAttempts],
  ['events resend', resendEvents],
]);
