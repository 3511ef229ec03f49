import * as z from 'zod/mini';
import { uuid } from '../../api/fields.ts';
import { keyLabel } from '../../api/key-label.ts';
import { scopes } from '../../domain/access.ts';
import { invalidState, notFound } from '../../kernel/errors.ts';
import { isActiveKey, maxActiveKeys, maxKeyDays, operatorIssued, type PartnerKey } from '../../domain/partner-key.ts';
import { day, isoOf, type Milliseconds, hour } from '../../kernel/time.ts';
import { readPartnerKey } from '../../store/partners/callers.ts';
import { commit } from '../../store/table/commit.ts';
import {
  endPartnerKeyClauses,
  listPartnerKeys,
  newPartnerKeyClauses,
  nextPartner,
  partnerClause,
  requirePartner,
} from '../../store/partners/partners.ts';
import { issuedKey, newKey } from '../../team/new-key.ts';
import { command, retried } from '../command.ts';

const maxOverlapHours = 30 * 24;
const usualOverlapHours = 24;

const keyId = z.string().check(z.minLength(1));

const shown = (key: PartnerKey) => ({
  key_id: key.key_id,
  partner_id: key.partner_id,
  scopes: key.scopes,
  created_at: key.created_at,
  expires_at: key.expires_at,
  revoked_at: key.revoked_at,
  last_used_day: key.last_used_day,
  label: key.label,
  issued_by: key.issued_by,
});

/** Issues a key of a partner. Only this answer contains its secret. */
export const issuePartnerKey = retried({
  input: z.object({
    partner_id: uuid,
    scopes: z.array(z.enum(scopes)).check(z.minLength(1)),
    expires_in_days: z.optional(z.int().check(z.gte(1), z.lte(maxKeyDays))),
    label: z.optional(keyLabel),
  }),
  run: async (deps, run, { partner_id, scopes: held, expires_in_days: days, label = null }) => {
    const expires_at = days === undefined ? null : isoOf(run.now + days * day);
    const given = { partner_id, scopes: held, expires_at, label, issued_by: operatorIssued };
    const { key, text, clauses } = await issuedKey(deps, given, run.now);
    await commit(deps.table, [
      ...clauses,
      ...run.teamAudit({ partner_id, key_id: key.key_id, expires_at: expires_at ?? 'never' }),
    ]);
    return { key: shown(key), api_key: text };
  },
});

/** The old key ends after the overlap, or at its own end if that is earlier. */
const endAfter = (key: PartnerKey, overlap: Milliseconds, now: Milliseconds): PartnerKey => {
  if (overlap === 0) return { ...key, revoked_at: isoOf(now) };
  const own = key.expires_at === null ? Number.MAX_SAFE_INTEGER : Date.parse(key.expires_at);
  return { ...key, expires_at: isoOf(Math.min(own, now + overlap)) };
};

/** The new key has the lifetime of the old one. */
const lifetimeAfter = (key: PartnerKey, now: Milliseconds): string | null =>
  key.expires_at === null ? null : isoOf(now + Date.parse(key.expires_at) - Date.parse(key.created_at));

/** Issues a key with the scopes of an old one, which ends after the overlap. */
export const rotatePartnerKey = retried({
  input: z.object({
    key_id: keyId,
    overlap_hours: z._default(z.int().check(z.gte(0), z.lte(maxOverlapHours)), usualOverlapHours),
  }),
  run: async (deps, run, { key_id: id, overlap_hours: hours }) => {
    const old = await readPartnerKey(deps.table, id);
    if (old === null) throw notFound('the key');
    if (!isActiveKey(old, run.now)) throw invalidState('ended', 'the key is not active; issue a new one');
    const partner = await requirePartner(deps.table, old.partner_id);
    const all = await listPartnerKeys(deps.table, old.partner_id);
    const others = all.filter((key) => key.key_id !== id && isActiveKey(key, run.now));
    if (others.length + (hours === 0 ? 1 : 2) > maxActiveKeys) {
      const rule = `the partner has ${maxActiveKeys} active keys; revoke another one, or rotate without an overlap`;
      throw invalidState('too_many_keys', rule);
    }
    const { partner_id, scopes: held, label } = old;
    const expires_at = lifetimeAfter(old, run.now);
    const given = { partner_id, scopes: held, expires_at, label, issued_by: operatorIssued };
    const { key, text } = newKey(deps, given, run.now);
    const ending = endAfter(old, hours * hour, run.now);
    await commit(deps.table, [
      partnerClause(deps.table, nextPartner(partner, run.now)),
      ...newPartnerKeyClauses(deps.table, key, run.now),
      ...endPartnerKeyClauses(deps.table, ending, run.now),
      ...run.teamAudit({
        partner_id,
        key_id: key.key_id,
        expires_at: expires_at ?? 'never',
        previous_key_id: id,
        previous_ends_at: ending.revoked_at ?? ending.expires_at ?? 'never',
      }),
    ]);
    return { key: shown(key), api_key: text, previous: shown(ending) };
  },
});

export const listKeys = command({
  input: z.object({ partner_id: uuid }),
  run: async (deps, _run, { partner_id: partnerId }) => {
    await requirePartner(deps.table, partnerId);
    return { keys: (await listPartnerKeys(deps.table, partnerId)).map(shown) };
  },
});

/** Revokes a key within 60 seconds. A repetition changes nothing. */
export const revokePartnerKey = command({
  input: z.object({ key_id: keyId }),
  run: async (deps, run, { key_id: id }) => {
    const key = await readPartnerKey(deps.table, id);
    if (key === null) throw notFound('the key');
    if (key.revoked_at !== null) return { key: shown(key) };
    const revoked = { ...key, revoked_at: isoOf(run.now) };
    await commit(deps.table, [
      ...endPartnerKeyClauses(deps.table, revoked, run.now),
      ...run.teamAudit({ partner_id: key.partner_id, key_id: id }),
    ]);
    return { key: shown(revoked) };
  },
});
