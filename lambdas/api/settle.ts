import { commit, persist, type Clause } from '../store/table/commit.ts';
import type { StoredResponse } from '../kernel/stored-response.ts';
import type { SealContext } from '../domain/vault.ts';
import { receiptClause, receiptLinkClauses, type PartnerClaim } from '../store/table/receipts.ts';
import type { Deps } from './deps.ts';
import type { Answer, Call } from './operation.ts';

/**
 * Commits the clauses of a command with the receipt of its response. The receipt is the first clause, so that an earlier
 * equal call is distinguished from other conflicts.
 * @param about the customers whose data the response contains
 * @throws Replay with the earlier response; the refusal of a clause
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
  const write = () => commit(deps.table, all);
  // Of a receipt alone nothing has to be decided again.
  if (all.length > 0) await (clauses.length === 0 ? persist(deps.retryPolicy, write) : write());
  return answer;
};

/** The receipt of a response, for a commit of another function; none without a key. */
export const receiptClauses = async (
  deps: Deps,
  { claim }: Pick<Call<never>, 'claim'>,
  answer: Answer,
): Promise<readonly Clause[]> =>
  claim === null ? [] : [receiptClause(deps.table, claim, await stored(deps, claim, answer))];

export const responseContext = (claim: Pick<PartnerClaim, 'partnerId' | 'key'>): SealContext => ({
  partner_id: claim.partnerId,
  record_id: claim.key,
  purpose: 'response',
});

/** The most that KMS encrypts at once, in bytes. https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html */
const mostSealed = 4_096;

/** A body in parts that can be sealed. A code point has up to 4 bytes. */
const partsOf = (body: string): readonly string[] =>
  Buffer.byteLength(body) <= mostSealed ? [body] : (body.match(/.{1,1024}/gsu) ?? []);

/** Sealed parts are Base64, so that a point separates them. */
const sealed = async ({ vault }: Deps, claim: PartnerClaim, body: string): Promise<string> =>
  (await Promise.all(partsOf(body).map((part) => vault.seal(part, responseContext(claim))))).join('.');

const opened = async ({ vault }: Deps, claim: PartnerClaim, body: string): Promise<string> =>
  (await Promise.all(body.split('.').map((part) => vault.open(part, responseContext(claim))))).join('');

/** The stored response, sealed when it contains a secret. */
const stored = async (deps: Deps, claim: PartnerClaim, answer: Answer): Promise<StoredResponse> => ({
  status: answer.status,
  body: answer.sealed ? await sealed(deps, claim, answer.body) : answer.body,
  sealed: answer.sealed,
});

/** The stored response, opened. */
export const reopened = async (deps: Deps, claim: PartnerClaim, response: StoredResponse): Promise<StoredResponse> =>
  response.sealed ? { ...response, body: await opened(deps, claim, response.body), sealed: false } : response;
