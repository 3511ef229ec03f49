import * as z from 'zod/mini';
import { ServiceError } from '../../../kernel/errors.ts';
import type { Instance, InstanceError } from '../../../domain/instance.ts';
import { runDeactivation } from '../../../lines/deactivate-instance.ts';
import { requireInstance } from '../../../store/instances/instances.ts';
import { deregister, reason } from '../../fields.ts';
import { currentInstance } from '../../instance-read.ts';
import { operation } from '../../operation.ts';
import { instanceView, instanceLifecycleView } from '../../resources/instance.ts';
import {
  instanceSelector,
  instanceSelectorNames,
  requireInstanceSelector,
  requireOneInstance,
} from '../../selectors.ts';
import { receiptClauses, settle } from '../../settle.ts';

const statesOf = ({ callback, slot_state }: Instance) => ({ callback_state: callback.state, slot_state });

const removalFailed = (instance: Instance, error: InstanceError): ServiceError =>
  new ServiceError(
    'remote_removal_failed',
    "the platform did not remove the instance's callback; its slot is kept until a later deactivation succeeds",
    { details: { lifecycle: { status: 'failed', ...statesOf(instance) }, last_error: error } },
  );

/** Deactivates an instance: removes its callback at the platform, then frees its slot. */
export const deactivateInstance = operation({
  input: z.object({ ...instanceSelector, reason, deregister }).check(requireInstanceSelector),
  check: requireOneInstance,
  output: z.object({ instance: instanceView, lifecycle: instanceLifecycleView }),
  selectors: [...instanceSelectorNames, 'reason', 'deregister'],
  flags: ['deregister'],
  actsOutside: true,
  errors: ['not_found', 'remote_removal_failed', 'idempotency_in_progress'],
  run: async (deps, call, given) => {
    const { partnerId } = call;
    const record = await requireInstance(deps.table, partnerId, given, call.claim);
    const answerOf = async (ended: Instance, status: 'completed' | 'already_inactive') => {
      const instance = await currentInstance(deps.table, partnerId, ended, deps.clock());
      return call.answer(200, { instance, lifecycle: { status, ...statesOf(ended) } });
    };
    const context = {
      partnerId,
      cause: call.cause,
      reason: given.reason ?? null,
      deregister: given.deregister,
      idempotencyKey: call.claim?.key ?? null,
      // A success means that the slot is free. A timeout is a failure, and the next call continues.
      isResumable: false,
    };
    const about = record.erased === true ? [] : [record.instance.partner_customer_id];
    // The history entry of the end names the receipt.
    const outcome = await runDeactivation(deps, context, record.instance.id, async (ended) =>
      receiptClauses(deps, call, await answerOf(ended, 'completed')),
    );
    switch (outcome.kind) {
      case 'completed':
        return answerOf(outcome.instance, 'completed');
      case 'already_inactive':
        return settle(deps, call, await answerOf(outcome.instance, 'already_inactive'), about, []);
      // Impossible with `isResumable: false`.
      case 'unfinished':
        throw new Error('the deactivation is not finished');
      case 'failed':
        throw removalFailed(outcome.instance, outcome.error);
    }
  },
});
