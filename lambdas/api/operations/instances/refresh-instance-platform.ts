import * as z from 'zod/mini';
import { invalidState } from '../../../kernel/errors.ts';
import { refreshInstance } from '../../../lines/refresh-instance.ts';
import { requireInstance } from '../../../store/instances/instances.ts';
import { currentInstance } from '../../instance-read.ts';
import { operation } from '../../operation.ts';
import { platformRefusal } from '../../platform-refusal.ts';
import { instanceView } from '../../resources/instance.ts';
import {
  instanceSelector,
  instanceSelectorNames,
  requireInstanceSelector,
  requireOneInstance,
} from '../../selectors.ts';
import { settle } from '../../settle.ts';

/** Reads the current state and callback of an instance from the platform. */
export const refreshInstancePlatform = operation({
  input: z.object(instanceSelector).check(requireInstanceSelector),
  check: requireOneInstance,
  output: z.object({ instance: instanceView }),
  selectors: instanceSelectorNames,
  actsOutside: true,
  errors: ['not_found', 'invalid_state', 'platform_error', 'platform_rate_limited'],
  run: async (deps, call, given) => {
    const { partnerId } = call;
    const record = await requireInstance(deps.table, partnerId, given, call.claim);
    const { status, connection } = record.instance;
    // The token is stored while the instance is still connecting.
    if (record.sealedToken === null || connection.connected_at === null) {
      throw invalidState(status, 'the instance is not connected to the platform');
    }
    const { instance: refreshed, unproven } = await refreshInstance(deps, partnerId, record, call).catch(
      (error: unknown) => {
        throw platformRefusal(error);
      },
    );
    if (unproven !== null) throw platformRefusal(unproven);
    const instance = await currentInstance(deps.table, partnerId, refreshed, deps.clock());
    const answer = call.answer(200, { instance });
    return settle(deps, call, answer, [instance.partner_customer_id], []);
  },
});
