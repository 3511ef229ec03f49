import { atStep } from '../../domain/erasure-progress.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { runDeactivation } from '../../instances/deactivate-instance.ts';
import { instancesUnder, type CustomerInstance } from '../../store/instances/customer-instances.ts';
import { isExpectingInstances, isGivingInstances, readMerges } from '../../store/customers/merges.ts';
import type { HeldErasure } from '../held-erasure.ts';
import type { StepOutcome } from '../step-outcome.ts';

/** Kind to the platform, and to a partner with thousands of lines. */
const concurrency = 4;
/** Until another worker may be done with what it has. */
const others: Milliseconds = 5_000;

/** Lines that a merge has yet to bring, or to take away. */
const isMerging = async ({ deps, erasure }: HeldErasure): Promise<boolean> => {
  const { partnerId, customerId } = erasure;
  const merges = await readMerges(deps.table, partnerId);
  return isGivingInstances(merges, customerId) || isExpectingInstances(merges, customerId);
};

const takeDown = async ({ deps, erasure }: HeldErasure, { instanceId }: CustomerInstance): Promise<void> => {
  const { partnerId, cause } = erasure;
  const context = { partnerId, cause, reason: null, recorded: false, idempotencyKey: null, goesOn: true };
  try {
    // One that is left unfinished is found again when the rest was tried.
    await runDeactivation(deps, context, instanceId);
  } catch (error) {
    // Another worker has the line; it stands as what that one makes of it.
    if (!(error instanceof ServiceError && error.code === 'idempotency_in_progress')) throw error;
  }
};

const unreleased = async ({ deps, erasure }: HeldErasure): Promise<readonly CustomerInstance[]> => {
  const instances = await instancesUnder(deps.table, erasure.partnerId, erasure.customerId);
  return instances.filter(({ status }) => status !== 'inactive');
};

/** Takes the customer's lines down, oldest first, each once. A removal that fails ends the erasure, to be tried again. */
export const deactivateInstances = async (held: HeldErasure): Promise<StepOutcome> => {
  if (await isMerging(held)) return { kind: 'wait', next: atStep(held.erasure, 'instances'), time: others };
  const { cursor } = held.erasure;
  const left = (await unreleased(held)).filter(({ instanceId }) => cursor === null || instanceId > cursor);
  for (let start = 0; start < left.length; start += concurrency) {
    const batch = left.slice(start, start + concurrency);
    await Promise.all(batch.map((instance) => takeDown(held, instance)));
    await held.note(atStep(held.erasure, 'instances', batch.at(-1)?.instanceId ?? null));
  }
  const remaining = await unreleased(held);
  if (remaining.length === 0) return { kind: 'wait', next: atStep(held.erasure, 'record'), time: held.deps.quiet };
  const failed = remaining.filter(({ status }) => status === 'deactivation_failed').length;
  if (failed === remaining.length) return { kind: 'fail', instancesFailed: failed };
  return { kind: 'wait', next: atStep(held.erasure, 'instances'), time: others };
};
