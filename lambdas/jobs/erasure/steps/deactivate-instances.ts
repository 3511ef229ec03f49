import { batchesOf } from '../../../kernel/batches.ts';
import { atStep } from '../../../domain/erasure-progress.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { inTurn, type InTurn } from '../../../kernel/in-turn.ts';
import type { Milliseconds } from '../../../kernel/time.ts';
import { runDeactivation } from '../../../lines/deactivate-instance.ts';
import { instancesUnder, type CustomerInstance } from '../../../store/instances/customer-instances.ts';
import { isExpectingInstances, isGivingInstances, readMerges } from '../../../store/customers/merges.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** Instances deactivated at once. It bounds the load on the platform and on a partner with thousands of instances. */
const concurrency = 4;
/** The pause while another worker has an instance. */
const others: Milliseconds = 5_000;

/** Whether a merge still moves instances to or from the customer. */
const isMerging = async ({ deps, erasure }: HeldErasure): Promise<boolean> => {
  const { partnerId, customerId } = erasure;
  const merges = await readMerges(deps.table, partnerId);
  return isGivingInstances(merges, customerId) || isExpectingInstances(merges, customerId);
};

const deactivateOne = async (
  { deps, erasure }: HeldErasure,
  { instanceId }: CustomerInstance,
  turn: InTurn,
): Promise<void> => {
  const { partnerId, cause } = erasure;
  const context = {
    partnerId,
    cause,
    reason: null,
    deregister: false,
    idempotencyKey: null,
    isResumable: true,
    inTurn: turn,
  };
  try {
    // An unfinished instance is tried again after the others.
    await runDeactivation(deps, context, instanceId);
  } catch (error) {
    // Another worker deactivates the instance. Its result counts.
    if (!(error instanceof ServiceError && error.code === 'idempotency_in_progress')) throw error;
  }
};

const unreleased = async ({ deps, erasure }: HeldErasure): Promise<readonly CustomerInstance[]> => {
  const instances = await instancesUnder(deps.table, erasure.partnerId, erasure.customerId);
  return instances.filter(({ status }) => status !== 'inactive');
};

/** Deactivates the customer's instances, oldest first, each once. Failed removals end the erasure; it can be retried. */
export const deactivateInstances = async (held: HeldErasure): Promise<StepOutcome> => {
  if (await isMerging(held)) return { kind: 'wait', next: atStep(held.erasure, 'instances'), time: others };
  const { cursor } = held.erasure;
  const turn = inTurn();
  const left = (await unreleased(held)).filter(({ instanceId }) => cursor === null || instanceId > cursor);
  for (const batch of batchesOf(left, concurrency)) {
    await Promise.all(batch.map((instance) => deactivateOne(held, instance, turn)));
    await held.note(atStep(held.erasure, 'instances', batch.at(-1)?.instanceId ?? null));
  }
  const remaining = await unreleased(held);
  if (remaining.length === 0) return { kind: 'wait', next: atStep(held.erasure, 'record'), time: held.deps.quiet };
  const failed = remaining.filter(({ status }) => status === 'deactivation_failed').length;
  if (failed === remaining.length) return { kind: 'fail', failed: { instancesFailed: failed, customersFailed: 0 } };
  return { kind: 'wait', next: atStep(held.erasure, 'instances'), time: others };
};
