import * as z from 'zod/mini';
import { requireOpen } from '../../../domain/customer-rules.ts';
import { beingErased, isForgotten } from '../../../domain/erasure.ts';
import { listItemOf, type Instance } from '../../../domain/instance.ts';
import { isoOf } from '../../../kernel/time.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { requireInstance } from '../../../store/instances/instances.ts';
import { journal, type Occurrence } from '../../../store/customers/journal.ts';
import { moveInstanceClauses } from '../../../store/instances/instance-move.ts';
import { readMergeEnds } from '../../../store/customers/merge-ends.ts';
import { ownerOf, readMerges } from '../../../store/customers/merges.ts';
import { reason, uuid } from '../../fields.ts';
import { instanceIdSelector, instanceIdSelectorNames, requireInstanceId, requireOneInstance } from '../../selectors.ts';
import { completed } from '../../instance-read.ts';
import { occurrenceOf } from '../../occurrence.ts';
import { command } from '../../operation.ts';
import { instanceView, shownInstance } from '../../resources/instance.ts';
import { settle } from '../../settle.ts';

/** Moves an instance to another customer. Nothing else of the instance changes. */
export const moveInstance = command({
  input: z.object({ ...instanceIdSelector, target_customer_id: uuid, reason }).check(requireInstanceId),
  check: requireOneInstance,
  output: z.object({ instance: instanceView }),
  selectors: [...instanceIdSelectorNames, 'target_customer_id', 'reason'],
  errors: ['not_found', 'customer_merged', 'invalid_state'],
  run: async (deps, call, given) => {
    const { partnerId, now } = call;
    const record = await requireInstance(deps.table, partnerId, given, call.claim);
    const merges = await readMerges(deps.table, partnerId);
    const fromId = ownerOf(merges, record.instance.partner_customer_id);
    const toId = given.target_customer_id;
    const [from, to] = await Promise.all([
      requireCustomer(deps.table, partnerId, { customer_id: fromId }, null),
      requireCustomer(deps.table, partnerId, { customer_id: toId }, null),
    ]);
    if (fromId !== toId) requireOpen(to.customer, await readMergeEnds(deps.table, partnerId, [to.customer]));
    if (isForgotten(from.customer.status)) throw beingErased();
    const moved: Instance = { ...record.instance, partner_customer_id: toId };
    const { session, awaits } = await completed(deps.table, partnerId, record.instance);
    const answer = call.answer(200, { instance: shownInstance(moved, session, now, awaits) });
    if (fromId === toId) return settle(deps, call, answer, [toId], []);
    const why = given.reason ?? null;
    const occurrence: Occurrence = {
      ...occurrenceOf(deps, call, isoOf(now), why),
      event: 'instance_moved',
      change: { previous: { partner_customer_id: fromId }, next: { partner_customer_id: toId } },
      related: { source_customer_id: fromId, target_customer_id: toId, instance_id: moved.id },
    };
    const announce = {
      id: deps.newId(now),
      content: {
        type: 'service.partner.instance.moved',
        data: { instance: listItemOf(moved), from_customer_id: fromId, to_customer_id: toId, reason: why },
      },
    } as const;
    const lost = { ...from.customer, instance_count: from.customer.instance_count - 1 };
    const won = { ...to.customer, instance_count: to.customer.instance_count + 1 };
    const clauses = [
      ...moveInstanceClauses(deps.table, partnerId, record, toId),
      ...journal(deps.table, partnerId, from, lost, occurrence).clauses,
      ...journal(deps.table, partnerId, to, won, { ...occurrence, announce }).clauses,
    ];
    const settled = await settle(deps, call, answer, [fromId, toId], clauses);
    deps.reportingInstances.forget(partnerId);
    return settled;
  },
});
