import * as z from 'zod/mini';
import { scopes } from '../../../domain/access.ts';
import { keyEnd } from '../../../domain/partner-key.ts';
import { requireMayIssue } from '../../../domain/team.ts';
import { issuedKey } from '../../../team/new-key.ts';
import { requireActingMember } from '../../acting-member.ts';
import { callAuditClauses } from '../../call-audit.ts';
import { dateTime, listOf, optionalText, rule } from '../../fields.ts';
import { keyLabel } from '../../key-label.ts';
import { command } from '../../operation.ts';
import { keyView, shownKey } from '../../resources/team.ts';
import { settle } from '../../settle.ts';

const keyScopes = listOf(z.enum(scopes), 1, scopes.length).check(
  rule('unique', 'must not hold a scope twice', (given: readonly string[]) => new Set(given).size === given.length),
  z.meta({ uniqueItems: true }),
);

/** Issues an API key with some of the member's scopes. Only this response has the key. */
export const issueApiKey = command({
  input: z.object({
    scopes: keyScopes,
    expires_at: z.optional(z.nullable(dateTime)),
    label: optionalText(keyLabel),
  }),
  output: z.object({ key: keyView, api_key: z.string() }),
  statuses: [201],
  ignoresIdempotencyKey: true,
  errors: ['invalid_state'],
  run: async (deps, call, { scopes: wanted, expires_at: end = null, label = null }) => {
    const { partnerId, now } = call;
    const expires_at = keyEnd(end, now);
    const actor = await requireActingMember(deps.table, call, 'keys.write');
    requireMayIssue(actor.role, wanted);
    const given = { partner_id: partnerId, scopes: wanted, expires_at, label, issued_by: actor.member_id };
    const { key, text, clauses } = await issuedKey(deps, given, now);
    const answer = call.answer(201, { key: shownKey(key, now), api_key: text });
    const accounted = callAuditClauses(deps, call, {
      action: 'key issue',
      subject: { key_id: key.key_id, scopes: wanted.join(' '), expires_at: expires_at ?? 'never' },
      reason: null,
    });
    return settle(deps, call, answer, [], [...clauses, ...accounted]);
  },
});
