import * as z from 'zod/mini';
import { deliveryHealth } from '../../../domain/delivery/health.ts';
import { stripesOf } from '../../../domain/delivery/message-place.ts';
import { healthWindow } from '../../../domain/delivery/health-window.ts';
import { readHealth } from '../../../store/delivery/read-health.ts';
import { tableIndex } from '../../../store/delivery/table-index.ts';
import { openWaiting } from '../../../store/delivery/waiting-reports.ts';
import { deliveryScopeOf, deliverySelectors, requireScope, selected } from '../../delivery-scope.ts';
import { integer } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { deliveryHealthView } from '../../resources/delivery.ts';

const longestWindow = 2_160;
const defaultWindow = 24;

/** Returns the delivery health of a scope over the last hours. */
export const getDeliveryHealth = operation({
  input: z.object({ ...deliverySelectors, window_hours: z._default(integer(1, longestWindow), defaultWindow) }),
  output: z.object({ health: deliveryHealthView }),
  errors: ['not_found', 'conflicting_selectors'],
  run: async (deps, call, given) => {
    const named = await selected(deps.table, call.partnerId, given);
    const scope = deliveryScopeOf(call.partnerId, named);
    const window = healthWindow(given.window_hours, call.now);
    const stripes = stripesOf(call.caller.terms.sizes);
    const waiting = openWaiting(deps.table, () => Promise.resolve(stripes));
    const reading = { index: tableIndex(deps.table), retryPolicy: deps.retryPolicy, waiting };
    const [figures] = await Promise.all([
      readHealth(reading, scope, window),
      requireScope(deps.table, call.partnerId, named),
    ]);
    return call.answer(200, { health: deliveryHealth(window, figures, scope.kind !== 'instance') });
  },
});
