import * as z from 'zod/mini';
import { requireOpen } from '../../../domain/customer-rules.ts';
import { creationOf } from '../../../domain/history.ts';
import { listItemOf, newInstance, statusAfter, type Instance } from '../../../domain/instance.ts';
import { recordId } from '../../../domain/size.ts';
import { requireCustomer, type CustomerRecord } from '../../../store/customers/customers.ts';
import { instanceClauses, instanceKeyClause, type InstanceRecord } from '../../../store/instances/instances.ts';
import { readMergeEnds } from '../../../store/customers/merge-ends.ts';
import { journal } from '../../../store/customers/journal.ts';
import { readSlots } from '../../../store/instances/slots.ts';
import type { Clause } from '../../../store/table/commit.ts';
import { defaultTtlHours, invite, type Invitation } from '../../connect-invitation.ts';
import type { Deps } from '../../deps.ts';
import { line, optionalText } from '../../fields.ts';
import { metadata } from '../../metadata.ts';
import { occurrenceOf } from '../../occurrence.ts';
import { command, type Call } from '../../operation.ts';
import { instanceView, newSessionView, shownInstance } from '../../resources/instance.ts';
import { returnUrl, returnUrlsOf } from '../../return-urls.ts';
import { sessionLanguage } from '../../session-language.ts';
import { customerSelector, instanceKey, requireOneCustomer, requireSelector, unaliased } from '../../selectors.ts';
import { settle } from '../../settle.ts';
import { slotClauses } from '../../slot-clauses.ts';

const input = z
  .object({
    ...customerSelector,
    instance_key: instanceKey,
    instance_name: optionalText(line(1, 120)),
    create_connect_session: z._default(z.boolean(), true),
    return_url: returnUrl,
    cancel_url: returnUrl,
    success_url: returnUrl,
    error_url: returnUrl,
    language: sessionLanguage,
    metadata: z.optional(metadata),
  })
  .check(requireSelector);

interface Created {
  readonly instance: Instance;
  readonly invitation: Invitation | null;
}

const created = async (
  deps: Deps,
  call: Pick<Call<never>, 'partnerId' | 'now' | 'cause'>,
  { id, customerId }: { readonly id: string; readonly customerId: string },
  given: z.output<typeof input>,
): Promise<Created> => {
  const { instance_key, instance_name: name, metadata = {} } = given;
  const described = { instance_key, partner_customer_id: customerId, instance_name: name ?? null, metadata };
  const instance = newInstance({ id, ...described }, call.now);
  if (!given.create_connect_session) return { instance, invitation: null };
  const invitation = await invite(deps, call, instance.id, {
    mode: 'connect',
    ttlHours: defaultTtlHours,
    urls: returnUrlsOf(given),
    language: given.language ?? null,
  });
  const changes = { status: statusAfter(instance, 'invite'), session_id: invitation.session.id };
  return { instance: { ...instance, ...changes }, invitation };
};

const ownerClauses = (
  deps: Deps,
  call: Pick<Call<never>, 'partnerId' | 'now' | 'cause' | 'claim'>,
  owner: CustomerRecord,
  instance: Instance,
): readonly Clause[] => {
  const grown = { ...owner.customer, instance_count: owner.customer.instance_count + 1 };
  return journal(deps.table, call.partnerId, owner, grown, {
    ...occurrenceOf(deps, call, instance.created_at, null),
    event: 'instance_created',
    change: creationOf({ ...listItemOf(instance) }),
    related: { instance_id: instance.id },
  }).clauses;
};

/** Creates an instance of a customer, which takes a slot, and by default a link to connect it. */
export const createInstance = command({
  input,
  output: z.object({ instance: instanceView, session: z.nullable(newSessionView) }),
  statuses: [201],
  selectors: ['customer_id', 'partner_customer_id', 'external_customer_id'],
  check: requireOneCustomer,
  errors: ['not_found', 'customer_merged', 'invalid_state', 'instance_key_taken', 'slot_limit_reached'],
  run: async (deps, call, given) => {
    const { table } = deps;
    const { partnerId, now } = call;
    const id = recordId(call.caller.terms.sizes, deps.newId(now));
    const [owner, slots] = await Promise.all([
      requireCustomer(table, partnerId, unaliased(given), call.claim),
      readSlots(table, partnerId),
    ]);
    requireOpen(owner.customer, await readMergeEnds(table, partnerId, [owner.customer]));
    const { customer_id: customerId } = owner.customer;
    const { instance, invitation } = await created(deps, call, { id, customerId }, given);
    const record: InstanceRecord = { instance, revision: 1, sealedToken: null, busyUntil: null };
    const answer = call.answer(201, {
      instance: shownInstance(instance, invitation?.session ?? null, now),
      session: invitation === null ? null : { ...invitation.session, url: invitation.url },
    });
    const clauses = [
      instanceKeyClause(table, partnerId, instance),
      ...slotClauses(deps, call, slots),
      ...ownerClauses(deps, call, owner, instance),
      ...instanceClauses(table, partnerId, record, null),
      ...(invitation?.clauses ?? []),
    ];
    // The table must not contain the link's token in plain text.
    return settle(deps, call, { ...answer, sealed: invitation !== null }, [customerId], clauses);
  },
});
