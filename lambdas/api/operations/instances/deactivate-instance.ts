import * as z from 'zod/mini';
import { ServiceError } from '../../../domain/errors.ts';
import type { Instance } from '../../../domain/instance.ts';
import { runDeactivation } from '../../../instances/deactivate-instance.ts';
import { requireInstance } from '../../../store/instances/instances.ts';
import { reason } from '../../fields.ts';
import { completed } from '../../instance-read.ts';
import { operation } from '../../operation.ts';
import { instanceView, instanceLifecycleView, shownInstance } from '../../resources/instance.ts';
import { instanceSelector, instanceSelectorNames, requireInstanceSelector } from '../../selectors.ts';
import { receiptClauses, settle } from '../../settle.ts';

/** Takes a line down: its callback at the platform first, then its slot. */
export const deactivateInstance = operation({
  input: z.object({ ...instanceSelector, reason }).check(requireInstanceSelector),
  output: z.object({ instance: instanceView, lifecycle: instanceLifecycleView }),
  selectors: instanceSelectorNames,
  actsOutside: true,
  run: async (deps, call, given) => {
    const { partnerId } = call;
    const record = await requireInstance(deps.table, partnerId, given, call.claim);
    const answerOf = async (ended: Instance, status: 'completed' | 'already_inactive') => {
      const { instance, session } = await completed(deps.table, partnerId, ended);
      return call.answer(200, {
        instance: shownInstance(instance, session, deps.clock()),
        lifecycle: { status, callback_state: instance.callback.state, slot_state: instance.slot_state },
      });
    };
    const context = {
      partnerId,
      cause: call.cause,
      reason: given.reason ?? null,
      recorded: true,
      idempotencyKey: call.claim?.key ?? null,
      // A success means that the slot is free, so what can't be finished now has failed; the next call goes on from there.
      goesOn: false,
    };
    const about = record.erased === true ? [] : [record.instance.partner_customer_id];
    // The line's end is an entry of the customer's history, which names the receipt.
    const outcome = await runDeactivation(deps, context, record.instance.id, async (ended) =>
      receiptClauses(deps, call, await answerOf(ended, 'completed')),
    );
    switch (outcome.kind) {
      case 'completed':
        return answerOf(outcome.instance, 'completed');
      case 'already_inactive':
        return settle(deps, call, await answerOf(outcome.instance, 'already_inactive'), about, []);
      // Only where a worker goes on with it.
      case 'unfinished':
        throw new Error('the deactivation was left unfinished');
      case 'failed':
        throw new ServiceError(
          'remote_removal_failed',
          "the platform did not remove the instance's callback; its slot is kept until a later deactivation succeeds",
          {
            details: {
              lifecycle: {
                status: 'failed',
                callback_state: outcome.instance.callback.state,
                slot_state: outcome.instance.slot_state,
              },
              last_error: outcome.error,
            },
          },
        );
    }
  },
});
