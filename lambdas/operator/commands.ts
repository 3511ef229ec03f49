import type { Command } from './command.ts';
import { verifyAudit } from './commands/audit-copies.ts';
import { listAudit } from './commands/audit.ts';
import { listClients } from './commands/clients.ts';
import { eraseCustomer, findCustomers, listMerged, retryErasure, showErasure } from './commands/customers.ts';
import { importCustomers, showImport } from './commands/imports.ts';
import { listDeadLetters, resendDeadLetters, resendDeadLettersOfKind } from './commands/dead-letters.ts';
import { examinePartner } from './commands/doctor.ts';
import { enterReservation, enterRollback, enterSkip } from './commands/fixes.ts';
import { listEvents, resendEvents, showAttempts } from './commands/events.ts';
import { forceRelease, showInstance } from './commands/instances.ts';
import { showPlatformApp } from './commands/platform-app.ts';
import { showLimits } from './commands/limits.ts';
import { addMember, changeRole, listPartnerMembers, removeMember, resetPassword } from './commands/members.ts';
import { issuePartnerKey, listKeys, revokePartnerKey, rotatePartnerKey } from './commands/partner-keys.ts';
import {
  createPartner,
  limitSlots,
  listAllPartners,
  resumePartner,
  showPartner,
  suspendPartner,
} from './commands/partners.ts';
import { setLimit, setSize } from './commands/partner-terms.ts';
import {
  issuePublishableKey,
  listPublishableKeys,
  revokePublishableKey,
  rotatePublishableKey,
} from './commands/publishable-keys.ts';
import { rewriteForm, showForms, stopRewriting } from './commands/stored-forms.ts';
import { traceChange } from './commands/trace.ts';
import { beginUsage, exportUsage } from './commands/usage.ts';
import { showStatus } from './commands/status.ts';
import { rotateWebhookSecret } from './commands/webhook-secrets.ts';

export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['doctor', examinePartner],
  ['platform-app', showPlatformApp],
  ['trace', traceChange],
  ['limits', showLimits],
  ['status', showStatus],
  ['partners create', createPartner],
  ['partners list', listAllPartners],
  ['partners show', showPartner],
  ['partners clients', listClients],
  ['partners slot-limit', limitSlots],
  ['partners rate-limit', setLimit],
  ['partners size', setSize],
  ['partners suspend', suspendPartner],
  ['partners resume', resumePartner],
  ['keys issue', issuePartnerKey],
  ['keys list', listKeys],
  ['keys rotate', rotatePartnerKey],
  ['keys revoke', revokePartnerKey],
  ['publishable-keys issue', issuePublishableKey],
  ['publishable-keys list', listPublishableKeys],
  ['publishable-keys rotate', rotatePublishableKey],
  ['publishable-keys revoke', revokePublishableKey],
  ['members add', addMember],
  ['members list', listPartnerMembers],
  ['members role', changeRole],
  ['members remove', removeMember],
  ['members reset-password', resetPassword],
  ['webhook-secrets rotate', rotateWebhookSecret],
  ['events list', listEvents],
  ['events attempts', showAttempts],
  ['events resend', resendEvents],
  ['dead-letters list', listDeadLetters],
  ['dead-letters resend', resendDeadLetters],
  ['fix reservation', enterReservation],
  ['fix poison-record', enterSkip],
  ['fix dead-letters', resendDeadLettersOfKind],
  ['fix rollback', enterRollback],
  ['customers find', findCustomers],
  ['customers import', importCustomers],
  ['customers import-progress', showImport],
  ['customers merged', listMerged],
  ['customers erase', eraseCustomer],
  ['customers retry-erasure', retryErasure],
  ['customers erasure', showErasure],
  ['instances show', showInstance],
  ['instances force-release', forceRelease],
  ['usage begin', beginUsage],
  ['usage export', exportUsage],
  ['stored forms', showForms],
  ['stored rewrite', rewriteForm],
  ['stored stop', stopRewriting],
  ['audit list', listAudit],
  ['audit verify', verifyAudit],
]);
