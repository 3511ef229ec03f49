import * as z from 'zod/mini';
import { requireInstance } from '../../../store/instances/instances.ts';
import { currentInstance } from '../../instance-read.ts';
import { oneOf } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { instanceView } from '../../resources/instance.ts';
import { instanceSelector, instanceSelectorNames, numberSelector, requireOneInstance } from '../../selectors.ts';

const requireAny = oneOf(
  [...instanceSelectorNames, ...Object.keys(numberSelector)],
  'needs instance_id, instance_key or platform_phone_number_id',
);

/** Returns an instance with all its details. */
export const getInstance = operation({
  input: z.object({ ...instanceSelector, ...numberSelector }).check(requireAny),
  check: requireOneInstance,
  output: z.object({ instance: instanceView }),
  errors: ['not_found', 'conflicting_selectors'],
  run: async (deps, call, given) => {
    const record = await requireInstance(deps.table, call.partnerId, given, null);
    return call.answer(200, { instance: await currentInstance(deps.table, call.partnerId, record.instance, call.now) });
  },
});
