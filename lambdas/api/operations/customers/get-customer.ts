import * as z from 'zod/mini';
import { customerSlotOf, customerSlotStates, lifecycleOf } from '../../../domain/customer-lifecycle.ts';
import { listItemOf } from '../../../domain/instance.ts';
import { riskOf, worstRisk } from '../../../domain/risk.ts';
import { instancesOf } from '../../../store/instances/customer-instances.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { historyPage } from '../../../store/customers/history.ts';
import { instanceRecordOf } from '../../../store/instances/instances.ts';
import { keys } from '../../../store/table/keys.ts';
import { lifecycleJobOf } from '../../../store/instances/lifecycle-jobs.ts';
import { unpackRisk } from '../../../store/instances/instance-risk.ts';
import { getItems } from '../../../store/table/read.ts';
import { slotsOf } from '../../../store/instances/slots.ts';
import { operation } from '../../operation.ts';
import { customerLifecycleView, customerShape } from '../../resources/customer.ts';
import { historyEntryView } from '../../resources/history-entry.ts';
import { instanceListItem, riskView } from '../../resources/instance.ts';
import { customerSelector, requireSelector, unaliased } from '../../selectors.ts';

const recentEntries = { page: 1, pageSize: 10 };
const shownInstances = 50;

const output = z.object({
  customer: z.object({
    ...customerShape,
    instances: z.array(instanceListItem),
    instances_truncated: z.boolean(),
    slot: z.object({
      state: z.enum(customerSlotStates),
      occupied: z.int(),
      releasing: z.int(),
      limit: z.nullable(z.int()),
    }),
    history: z.array(historyEntryView),
    platform_risk: riskView,
    lifecycle: z.nullable(customerLifecycleView),
  }),
});

/** Returns a customer with its instances, slots, latest history, risk and last deactivation. */
export const getCustomer = operation({
  input: z.object(customerSelector).check(requireSelector),
  output,
  errors: ['not_found', 'conflicting_selectors'],
  run: async (deps, call, given) => {
    const { table } = deps;
    const { partnerId } = call;
    const { customer, historyCount } = await requireCustomer(table, partnerId, unaliased(given), null);
    const { customer_id: id } = customer;
    const [listed, history, [slots, job]] = await Promise.all([
      instancesOf(table, partnerId, id),
      historyPage(table, partnerId, id, historyCount, recentEntries),
      // In one request: a request costs more processor time than an item.
      getItems(table, [keys.slots(partnerId), keys.lifecycleJob(partnerId, id, 'DEACTIVATE')]),
    ]);
    const newest = listed.slice(0, shownInstances).map((instance) => keys.instance(partnerId, instance.instanceId));
    const found = (await getItems(table, newest)).filter((item) => item !== undefined);
    const shown = found.map((item) => instanceRecordOf(item).instance);
    const errorsOf = new Map(shown.map((instance) => [instance.id, instance.platform_errors]));
    return call.answer(200, {
      customer: {
        ...customer,
        instances: shown.map(listItemOf),
        instances_truncated: listed.length > shownInstances,
        slot: customerSlotOf(listed, slotsOf(slots).limit),
        history: history.items,
        platform_risk: worstRisk(
          listed
            .filter(({ status }) => status !== 'inactive')
            .map(({ instanceId, risk }) => ({ ...unpackRisk(risk), platform_errors: errorsOf.get(instanceId) ?? [] }))
            .map((facts) => riskOf(facts, call.now)),
        ),
        lifecycle: job === undefined ? null : lifecycleOf(lifecycleJobOf(job), listed),
      },
    });
  },
});
