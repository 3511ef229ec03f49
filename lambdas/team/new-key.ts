import { base62, partnerKeyText, secretHashOf, type KeyEnvironment } from '../domain/credentials.ts';
import { requireKeyRoom, type PartnerKey } from '../domain/partner-key.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import {
  listPartnerKeys,
  newPartnerKeyClauses,
  nextPartner,
  partnerClause,
  requirePartner,
} from '../store/partners/partners.ts';
import type { Clause } from '../store/table/commit.ts';
import type { Table } from '../store/table/table.ts';

interface KeyDeps {
  readonly table: Table;
  readonly randomBytes: (count: number) => Buffer;
  /** `live` in production, `test` elsewhere. */
  readonly keyEnvironment: KeyEnvironment;
}

/** What the issuer determines. */
type GivenKey = Pick<PartnerKey, 'partner_id' | 'scopes' | 'expires_at' | 'label' | 'issued_by'>;

interface NewKey {
  readonly key: PartnerKey;
  /** The key as its holder gives it. Only the answer to its issue contains it. */
  readonly text: string;
}

export const newKey = (deps: KeyDeps, given: GivenKey, now: Milliseconds): NewKey => {
  const secret = base62(deps.randomBytes(32));
  const key: PartnerKey = {
    key_id: base62(deps.randomBytes(9)),
    ...given,
    secret_hash: secretHashOf(secret),
    created_at: isoOf(now),
    revoked_at: null,
    last_used_day: null,
  };
  return { key, text: partnerKeyText(deps.keyEnvironment, key.key_id, secret) };
};

/**
 * A new key of a partner that may have one more, with the clauses that issue it. They revise the partner, so that
 * concurrent calls cannot exceed the number of keys.
 * @throws ServiceError not_found, invalid_state
 */
export const issuedKey = async (
  deps: KeyDeps,
  given: GivenKey,
  now: Milliseconds,
): Promise<NewKey & { readonly clauses: readonly Clause[] }> => {
  const partner = await requirePartner(deps.table, given.partner_id);
  requireKeyRoom(await listPartnerKeys(deps.table, given.partner_id), now);
  const made = newKey(deps, given, now);
  const clauses = [
    partnerClause(deps.table, nextPartner(partner, now)),
    ...newPartnerKeyClauses(deps.table, made.key, now),
  ];
  return { ...made, clauses };
};
