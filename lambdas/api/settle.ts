import { commit, type Clause } from '../store/table/commit.ts';
import type { StoredResponse } from '../domain/idempotency.ts';
import type { SealContext } from '../domain/vault.ts';
import { receiptClause, receiptLinkClauses, type PartnerClaim } from '../store/table/receipts.ts';
import type { Deps } from './deps.ts';
import type { Answer, Call } from './operation.ts';

/**
 * Carries out a command: its clauses and the receipt of its answer in one commit.
 * The receipt stands first, so an equal call that came before is told apart from any other conflict.
 * @param about the customers whose data the answer holds
 * @throws Replay with the earlier answer; whatever a clause refuses with
 */
export const settle = async (
  deps: Deps,
  call: Pick<Call<never>, 'claim'>,
  answer: Answer,
  about: readonly string[],
  clauses: readonly Clause[],
): Promise<Answer> => {
  const { claim } = call;
  const links = claim === null ? [] : about.flatMap((id) => receiptLinkClauses(deps.table, claim, id, clauses));
  const all = [...(await receiptClauses(deps, call, answer)), ...clauses, ...links];
  if (all.length > 0) await commit(deps.table, all);
  return answer;
};

/** The receipt of an answer, for a commit that is made elsewhere; none without a key. */
export const receiptClauses = async (
  deps: Deps,
  { claim }: Pick<Call<never>, 'claim'>,
  answer: Answer,
): Promise<readonly Clause[]> =>
  claim === null ? [] : [receiptClause(deps.table, claim, await stored(deps, claim, answer))];

const contextOf = (claim: PartnerClaim): SealContext => ({
  partner_id: claim.partnerId,
  record_id: claim.key,
  purpose: 'response',
});

/** The answer as it is stored: sealed when it holds a secret. */
const stored = async (deps: Deps, claim: PartnerClaim, answer: Answer): Promise<StoredResponse> => ({
  status: answer.status,
  body: answer.sealed ? await deps.vault.seal(answer.body, contextOf(claim)) : answer.body,
  sealed: answer.sealed,
});

/** The answer as it was given. */
export const reopened = async (deps: Deps, claim: PartnerClaim, response: StoredResponse): Promise<StoredResponse> =>
  response.sealed
    ? { ...response, body: await deps.vault.open(response.body, contextOf(claim)), sealed: false }
    : response;
