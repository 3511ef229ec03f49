import * as z from 'zod/mini';
import { beingErased } from '../../../domain/erasure.ts';
import { revised } from '../../../domain/instance.ts';
import { instanceClauses, requireInstance } from '../../../store/instances/instances.ts';
import { line, uuid } from '../../fields.ts';
import { currentInstance } from '../../instance-read.ts';
import { command } from '../../operation.ts';
import { instanceView } from '../../resources/instance.ts';
import { settle } from '../../settle.ts';

/** Sets the internal label of an instance. The empty string removes it. */
export const updateInstanceLabel = command({
  input: z.object({ instance_id: uuid, instance_name: line(0, 120) }),
  output: z.object({ instance: instanceView }),
  selectors: ['instance_id'],
  errors: ['not_found', 'invalid_state'],
  run: async (deps, call, given) => {
    const record = await requireInstance(deps.table, call.partnerId, given, call.claim);
    if (record.erased === true) throw beingErased();
    const name = given.instance_name === '' ? null : given.instance_name;
    const same = record.instance.instance_name === name;
    const next = same ? record.instance : revised(record.instance, { instance_name: name }, call.now);
    const instance = await currentInstance(deps.table, call.partnerId, next, call.now);
    const answer = call.answer(200, { instance });
    const revision = { ...record, instance: next, revision: record.revision + 1 };
    const clauses = same ? [] : instanceClauses(deps.table, call.partnerId, revision, record.instance);
    return settle(deps, call, answer, [instance.partner_customer_id], clauses);
  },
});
