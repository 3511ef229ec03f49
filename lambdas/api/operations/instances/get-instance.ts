import * as z from 'zod/mini';
import { requireInstance } from '../../../store/instances/instances.ts';
import { completed } from '../../instance-read.ts';
import { operation } from '../../operation.ts';
import { instanceView, shownInstance } from '../../resources/instance.ts';
import { instanceSelector, requireInstanceSelector } from '../../selectors.ts';

/** One line in detail. */
export const getInstance = operation({
  input: z.object(instanceSelector).check(requireInstanceSelector),
  output: z.object({ instance: instanceView }),
  run: async (deps, call, given) => {
    const record = await requireInstance(deps.table, call.partnerId, given, null);
    const { instance, session } = await completed(deps.table, call.partnerId, record.instance);
    return call.answer(200, { instance: shownInstance(instance, session, call.now) });
  },
});
