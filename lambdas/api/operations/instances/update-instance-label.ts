import * as z from 'zod/mini';
import { beingErased } from '../../../domain/erasure.ts';
import { revised } from '../../../domain/instance.ts';
import { persist } from '../../../store/table/commit.ts';
import { instanceClauses, requireInstance } from '../../../store/instances/instances.ts';
import { text, uuid } from '../../fields.ts';
import { completed } from '../../instance-read.ts';
import { operation } from '../../operation.ts';
import { instanceView, shownInstance } from '../../resources/instance.ts';
import { settle } from '../../settle.ts';

/** Names a line inside the partner's team; the empty string takes the name away. */
export const updateInstanceLabel = operation({
  input: z.object({ instance_id: uuid, instance_name: text(0, 120) }),
  output: z.object({ instance: instanceView }),
  selectors: ['instance_id'],
  run: (deps, call, given) =>
    persist(deps.retryPolicy, async () => {
      const record = await requireInstance(deps.table, call.partnerId, given, call.claim);
      if (record.erased === true) throw beingErased();
      const name = given.instance_name === '' ? null : given.instance_name;
      const same = record.instance.instance_name === name;
      const next = same ? record.instance : revised(record.instance, { instance_name: name }, call.now);
      const { instance, session } = await completed(deps.table, call.partnerId, next);
      const answer = call.answer(200, { instance: shownInstance(instance, session, call.now) });
      const revision = { ...record, instance: next, revision: record.revision + 1 };
      const clauses = same ? [] : instanceClauses(deps.table, call.partnerId, revision, record.instance);
      return settle(deps, call, answer, [instance.partner_customer_id], clauses);
    }),
});
