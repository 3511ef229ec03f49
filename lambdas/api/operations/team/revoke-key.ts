import * as z from 'zod/mini';
import { notFound } from '../../../kernel/errors.ts';
import { isoOf } from '../../../kernel/time.ts';
import { readPartnerKey } from '../../../store/partners/callers.ts';
import { endPartnerKeyClauses } from '../../../store/partners/partners.ts';
import { requireActingMember } from '../../acting-member.ts';
import { callAuditClauses } from '../../call-audit.ts';
import { text } from '../../fields.ts';
import { command } from '../../operation.ts';
import { keyView, shownKey } from '../../resources/team.ts';
import { settle } from '../../settle.ts';

/** Revokes an API key within 60 seconds. A repetition changes nothing. */
export const revokeApiKey = command({
  input: z.object({ key_id: text(1, 64) }),
  output: z.object({ key: keyView }),
  selectors: ['key_id'],
  errors: ['not_found'],
  run: async (deps, call, { key_id: keyId }) => {
    const { partnerId, now } = call;
    await requireActingMember(deps.table, call, 'keys.write');
    const key = await readPartnerKey(deps.table, keyId);
    if (key?.partner_id !== partnerId) throw notFound('the key');
    const revoked = { ...key, revoked_at: key.revoked_at ?? isoOf(now) };
    const answer = call.answer(200, { key: shownKey(revoked, now) });
    if (key.revoked_at !== null) return settle(deps, call, answer, [], []);
    const accounted = callAuditClauses(deps, call, {
      action: 'key revocation',
      subject: { key_id: keyId },
      reason: null,
    });
    return settle(deps, call, answer, [], [...endPartnerKeyClauses(deps.table, revoked, now), ...accounted]);
  },
});
