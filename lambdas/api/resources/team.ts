import * as z from 'zod/mini';
import { memberScopes, roles, scopes } from '../../domain/access.ts';
import { noticeSettings } from '../../domain/notice-settings.ts';
import { keyStatuses, keyStatusOf, type PartnerKey } from '../../domain/partner-key.ts';
import { actorTypes } from '../../domain/history.ts';
import { teamActs, teamSubject } from '../../domain/team-act.ts';
import type { Member } from '../../domain/team.ts';
import type { Milliseconds } from '../../kernel/time.ts';

const time = z.iso.datetime();

export const memberView = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(['pending', 'active']),
  created_at: time,
});

export const shownMember = ({
  member_id: id,
  email,
  role,
  pending,
  created_at,
}: Member): z.input<typeof memberView> => ({
  id,
  email,
  role,
  created_at,
  status: pending ? 'pending' : 'active',
});

export const invitationView = z.object({
  partner_id: z.uuid(),
  name: z.string(),
  role: z.enum(roles),
  invited_at: time,
});

export const ownMemberView = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(roles),
  scopes: z.array(z.enum([...scopes, ...memberScopes])),
  partners: z.array(z.object({ partner_id: z.uuid(), name: z.string(), role: z.enum(roles) })),
});

export const noticesView = noticeSettings;

export const ownPartnerView = z.object({
  partner_id: z.uuid(),
  name: z.string(),
  status: z.enum(['active', 'suspended']),
  slot_limit: z.nullable(z.int()),
  slots_occupied: z.int(),
});

export const keyView = z.object({
  id: z.string(),
  status: z.enum(keyStatuses),
  scopes: z.array(z.enum(scopes)),
  created_at: time,
  expires_at: z.nullable(time),
  revoked_at: z.nullable(time),
  last_used_day: z.nullable(z.iso.date()),
  label: z.nullable(z.string()),
  issued_by: z.nullable(z.string()),
});

/** The key without its secret, of which the service has only a hash. */
export const shownKey = (key: PartnerKey, now: Milliseconds): z.input<typeof keyView> => ({
  id: key.key_id,
  status: keyStatusOf(key, now),
  scopes: [...key.scopes],
  created_at: key.created_at,
  expires_at: key.expires_at,
  revoked_at: key.revoked_at,
  last_used_day: key.last_used_day,
  label: key.label,
  issued_by: key.issued_by,
});

export const auditEntryView = z.object({
  at: time,
  actor: z.object({ type: z.enum(actorTypes), id: z.string() }),
  action: z.enum(teamActs),
  subject: teamSubject,
  request_id: z.string(),
});
