import * as z from 'zod/mini';

/** What a partner's owners and admins see of the audit trail: acts on the team, keys, secrets, endpoint and connect page. */
export const teamActs = [
  'member_invited',
  'member_added',
  'member_role_changed',
  'member_removed',
  'member_left',
  'invitation_accepted',
  'invitation_declined',
  'password_reset',
  'key_issued',
  'key_rotated',
  'key_revoked',
  'secret_rotated',
  'endpoint_updated',
  'migration_retried',
  'event_types_updated',
  'platform_callbacks_updated',
  'connect_page_updated',
] as const;
export type TeamAct = (typeof teamActs)[number];

/** What an act was about. Lists are divided by blanks. */
export const teamSubject = z.object({
  member_id: z.optional(z.string()),
  role: z.optional(z.string()),
  previous_role: z.optional(z.string()),
  key_id: z.optional(z.string()),
  previous_key_id: z.optional(z.string()),
  previous_ends_at: z.optional(z.string()),
  scopes: z.optional(z.string()),
  expires_at: z.optional(z.string()),
  endpoint_id: z.optional(z.string()),
  migration_id: z.optional(z.string()),
  event_types: z.optional(z.string()),
  changed_fields: z.optional(z.string()),
});
export type TeamSubject = z.infer<typeof teamSubject>;

/** By the action of the audit entry: that of a call, or the operator's command. */
const byAction: ReadonlyMap<string, TeamAct> = new Map([
  ['member invitation', 'member_invited'],
  ['members add', 'member_added'],
  ['member role change', 'member_role_changed'],
  ['members role', 'member_role_changed'],
  ['member removal', 'member_removed'],
  ['members remove', 'member_removed'],
  ['member departure', 'member_left'],
  ['invitation acceptance', 'invitation_accepted'],
  ['invitation refusal', 'invitation_declined'],
  ['members reset-password', 'password_reset'],
  ['key issue', 'key_issued'],
  ['keys issue', 'key_issued'],
  ['keys rotate', 'key_rotated'],
  ['key revocation', 'key_revoked'],
  ['keys revoke', 'key_revoked'],
  ['webhook secret rotation', 'secret_rotated'],
  ['webhook-secrets rotate', 'secret_rotated'],
  ['webhook endpoint update', 'endpoint_updated'],
  ['webhook migration retry', 'migration_retried'],
  ['webhook event types update', 'event_types_updated'],
  ['platform callbacks update', 'platform_callbacks_updated'],
  ['connect page update', 'connect_page_updated'],
]);

/** Null when the action is none on the team, or one that the partner is not shown. */
export const teamActOf = (action: string): TeamAct | null => byAction.get(action) ?? null;
