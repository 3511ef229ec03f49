import * as z from 'zod/mini';
import { uuid } from '../../api/fields.ts';
import { scopes } from '../../domain/access.ts';
import { base62, partnerKeyText, secretHashOf } from '../../domain/credentials.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { day, isoOf, laterThan } from '../../domain/time.ts';
import { readPartnerKey, type PartnerKey } from '../../store/callers.ts';
import { commit, persist } from '../../store/commit.ts';
import { listPartnerKeys, newPartnerKeyClauses, partnerClause, revokePartnerKeyClause } from '../../store/partners.ts';
import { command } from '../command.ts';
import { requirePartner } from './partners.ts';

/** Two, so that a new key can be taken up before the old one goes. */
const maxActive = 2;
const maxDays = 365;

const isActive = (key: PartnerKey, now: number): boolean =>
  key.revoked_at === null && (key.expires_at === null || Date.parse(key.expires_at) > now);

/** A key as it may be shown: without its secret's hash. */
const shown = (key: PartnerKey) => ({
  key_id: key.key_id,
  partner_id: key.partner_id,
  scopes: key.scopes,
  created_at: key.created_at,
  expires_at: key.expires_at,
  revoked_at: key.revoked_at,
  last_used_day: key.last_used_day,
});

/** Issues a key of a partner; its secret is shown this once. */
export const issuePartnerKey = command({
  input: z.object({
    partner_id: uuid,
    scopes: z.array(z.enum(scopes)).check(z.minLength(1)),
    expires_in_days: z.optional(z.int().check(z.gte(1), z.lte(maxDays))),
  }),
  run: (deps, run, given) =>
    persist(deps.patience, async () => {
      const partner = await requirePartner(deps.table, given.partner_id);
      const active = (await listPartnerKeys(deps.table, partner.partner_id)).filter((key) => isActive(key, run.now));
      if (active.length >= maxActive) {
        throw new ServiceError('invalid_state', `the partner has ${maxActive} active keys; revoke one first`);
      }
      const secret = base62(deps.randomBytes(32));
      const key: PartnerKey = {
        key_id: base62(deps.randomBytes(9)),
        partner_id: partner.partner_id,
        secret_hash: secretHashOf(secret),
        scopes: given.scopes,
        created_at: isoOf(run.now),
        expires_at: given.expires_in_days === undefined ? null : isoOf(run.now + given.expires_in_days * day),
        revoked_at: null,
        last_used_day: null,
      };
      // The partner's next revision makes two keys issued at once see each other.
      const next = { ...partner, updated_at: laterThan(partner.updated_at, run.now), revision: partner.revision + 1 };
      await commit(deps.table, [
        partnerClause(deps.table, next),
        ...newPartnerKeyClauses(deps.table, key),
        run.audit({ partner_id: partner.partner_id, key_id: key.key_id }),
      ]);
      return { key: shown(key), api_key: partnerKeyText(deps.keyEnvironment, key.key_id, secret) };
    }),
});

export const listKeys = command({
  input: z.object({ partner_id: uuid }),
  run: async (deps, _run, { partner_id: partnerId }) => {
    await requirePartner(deps.table, partnerId);
    return { keys: (await listPartnerKeys(deps.table, partnerId)).map(shown) };
  },
});

/** Revokes a key; it stops within 60 seconds everywhere. Revoking it again changes nothing. */
export const revokePartnerKey = command({
  input: z.object({ key_id: z.string().check(z.minLength(1)) }),
  run: async (deps, run, { key_id: keyId }) => {
    const key = await readPartnerKey(deps.table, keyId);
    if (key === null) throw notFound('the key');
    if (key.revoked_at !== null) return { key: shown(key) };
    const at = isoOf(run.now);
    await commit(deps.table, [
      revokePartnerKeyClause(deps.table, keyId, at),
      run.audit({ partner_id: key.partner_id, key_id: keyId }),
    ]);
    return { key: shown({ ...key, revoked_at: at }) };
  },
});
