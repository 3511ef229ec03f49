import * as z from 'zod/mini';
import { beingErased, isForgotten } from '../../../domain/erasure.ts';
import { revised } from '../../../domain/instance.ts';
import { isoOf } from '../../../kernel/time.ts';
import { requireOwner } from '../../../store/customers/instance-owner.ts';
import { journal, type Occurrence } from '../../../store/customers/journal.ts';
import { instanceClauses, requireInstance } from '../../../store/instances/instances.ts';
import { line } from '../../fields.ts';
import { instanceIdSelector, instanceIdSelectorNames, requireInstanceId, requireOneInstance } from '../../selectors.ts';
import { currentInstance } from '../../instance-read.ts';
import { occurrenceOf } from '../../occurrence.ts';
import { command } from '../../operation.ts';
import { instanceView } from '../../resources/instance.ts';
import { settle } from '../../settle.ts';

/** Sets the internal label of an instance. The empty string removes it. */
export const updateInstanceLabel = command({
  input: z.object({ ...instanceIdSelector, instance_name: line(0, 120) }).check(requireInstanceId),
  check: requireOneInstance,
  output: z.object({ instance: instanceView }),
  selectors: instanceIdSelectorNames,
  errors: ['not_found', 'invalid_state'],
  run: async (deps, call, given) => {
    const record = await requireInstance(deps.table, call.partnerId, given, call.claim);
    const owner = await requireOwner(deps.table, call.partnerId, record.instance);
    if (record.erased === true || isForgotten(owner.customer.status)) throw beingErased();
    const name = given.instance_name === '' ? null : given.instance_name;
    const same = record.instance.instance_name === name;
    const next = same ? record.instance : revised(record.instance, { instance_name: name }, call.now);
    const instance = await currentInstance(deps.table, call.partnerId, next, call.now);
    const answer = call.answer(200, { instance });
    const revision = { ...record, instance: next, revision: record.revision + 1 };
    const occurrence: Occurrence = {
      ...occurrenceOf(deps, call, isoOf(call.now), null),
      event: 'instance_label_changed',
      change: { previous: { instance_name: record.instance.instance_name }, next: { instance_name: name } },
      related: { instance_id: next.id },
    };
    const clauses = same
      ? []
      : [
          ...instanceClauses(deps.table, call.partnerId, revision, record.instance),
          ...journal(deps.table, call.partnerId, owner, owner.customer, occurrence).clauses,
        ];
    return settle(deps, call, answer, [instance.partner_customer_id], clauses);
  },
});
