import { Replay, ServiceError } from '../kernel/errors.ts';
import { releaseLease, storeReceipt, takeLease } from '../store/table/receipts.ts';
import type { Deps } from './deps.ts';
import type { Answer, Call, Operation } from './operation.ts';
import { reopened } from './settle.ts';

/** Stores a final error. After any other error it releases the lease, so that the call can be repeated. */
const settleFailure = async (deps: Deps, call: Call<unknown>, error: unknown): Promise<void> => {
  if (call.claim === null) return;
  if (error instanceof ServiceError && error.isFinal) {
    const response = { status: error.status, body: JSON.stringify(error.body), sealed: false };
    await storeReceipt(deps.table, call.claim, response);
  } else if (call.claim.fence !== null) {
    await releaseLease(deps.table, call.claim);
  }
};

const leased = async (deps: Deps, operation: Operation, call: Call<unknown>): Promise<Call<unknown>> => {
  if (operation.actsOutside === undefined || call.claim === null) return call;
  return { ...call, claim: await takeLease(deps.table, call.claim, deps.newId(call.now), deps.deadline) };
};

const attempt = async (deps: Deps, operation: Operation, call: Call<unknown>, input: unknown): Promise<Answer> => {
  const holder = await leased(deps, operation, call);
  try {
    return await operation.run(deps, holder, input);
  } catch (error) {
    if (!(error instanceof Replay)) await settleFailure(deps, holder, error);
    throw error;
  }
};

/** Runs an operation at most once under the call's idempotency key. An equal call gets a replay of the first response. */
export const once = async (deps: Deps, operation: Operation, call: Call<unknown>, input: unknown): Promise<Answer> => {
  try {
    return await attempt(deps, operation, call, input);
  } catch (error) {
    if (!(error instanceof Replay) || call.claim === null) throw error;
    return { ...(await reopened(deps, call.claim, error.response)), isReplay: true };
  }
};
