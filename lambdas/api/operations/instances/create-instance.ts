import * as z from 'zod/mini';
import { requireOpen } from '../../../domain/customer-rules.ts';
import { creationOf } from '../../../domain/history.ts';
import { listItemOf, newInstance, revised, statusAfter } from '../../../domain/instance.ts';
import { recordId } from '../../../domain/size.ts';
import { persist } from '../../../store/table/commit.ts';
import { requireCustomer } from '../../../store/customers/customers.ts';
import { instanceClauses, instanceKeyClause, type InstanceRecord } from '../../../store/instances/instances.ts';
import { journal } from '../../../store/customers/journal.ts';
import { isFull, readSlots, slotLimitReached } from '../../../store/instances/slots.ts';
import { defaultTtlHours, invite } from '../../connect-invitation.ts';
import { optionalText, text } from '../../fields.ts';
import { metadata } from '../../metadata.ts';
import { operation } from '../../operation.ts';
import { instanceView, newSessionView, shownInstance } from '../../resources/instance.ts';
import { returnUrl, returnUrlsOf } from '../../return-urls.ts';
import { customerAliasSelector, instanceKey, requireSelector, unaliased } from '../../selectors.ts';
import { settle } from '../../settle.ts';
import { slotClauses } from '../../slot-clauses.ts';

const input = z
  .object({
    ...customerAliasSelector,
    instance_key: instanceKey,
    instance_name: optionalText(text(1, 120)),
    create_connect_session: z._default(z.boolean(), true),
    return_url: returnUrl,
    cancel_url: returnUrl,
    success_url: returnUrl,
    error_url: returnUrl,
    metadata: z.optional(metadata),
  })
  .check(requireSelector);

/** A new line of a customer, with a slot from the start and, unless it is not wanted, the link that connects it. */
export const createInstance = operation({
  input,
  output: z.object({ instance: instanceView, session: z.nullable(newSessionView) }),
  statuses: [201],
  selectors: ['customer_id', 'partner_customer_id', 'external_customer_id'],
  run: (deps, call, given) =>
    persist(deps.retryPolicy, async () => {
      const [owner, slots] = await Promise.all([
        requireCustomer(deps.table, call.partnerId, unaliased(given), call.claim),
        readSlots(deps.table, call.partnerId),
      ]);
      requireOpen(owner.customer);
      if (isFull(slots)) throw slotLimitReached();
      const { customer_id: customerId } = owner.customer;
      const created = newInstance(
        {
          id: recordId(call.caller.terms.sizes, deps.newId(call.now)),
          instance_key: given.instance_key,
          partner_customer_id: customerId,
          instance_name: given.instance_name ?? null,
          metadata: given.metadata ?? {},
        },
        call.now,
      );
      const invitation = given.create_connect_session
        ? invite(deps, call.partnerId, created.id, call.now, {
            mode: 'connect',
            ttlHours: defaultTtlHours,
            urls: returnUrlsOf(given),
          })
        : null;
      const instance =
        invitation === null
          ? created
          : {
              ...revised(
                created,
                { status: statusAfter(created, 'invite'), session_id: invitation.session.id },
                call.now,
              ),
              updated_at: created.updated_at,
            };
      const record: InstanceRecord = { instance, revision: 1, sealedToken: null, busyUntil: null };
      const grown = { ...owner.customer, instance_count: owner.customer.instance_count + 1 };
      const { clauses } = journal(deps.table, call.partnerId, owner, grown, {
        entryId: deps.newId(call.now),
        event: 'instance_created',
        cause: call.cause,
        at: instance.created_at,
        change: creationOf({ ...listItemOf(instance) }),
        reason: null,
        related: { instance_id: instance.id },
        announce: null,
        idempotencyKey: call.claim?.key ?? null,
      });
      const shown = {
        instance: shownInstance(instance, invitation?.session ?? null, call.now),
        session: invitation === null ? null : { ...invitation.session, url: invitation.url },
      };
      const answer = call.answer(201, shown);
      // The link's token must not stand in the table.
      return settle(
        deps,
        call,
        { ...answer, sealed: invitation !== null },
        [customerId],
        [
          instanceKeyClause(deps.table, call.partnerId, instance),
          ...(await slotClauses(deps, call.partnerId, slots, call.now)),
          ...clauses,
          ...instanceClauses(deps.table, call.partnerId, record, null),
          ...(invitation?.clauses ?? []),
        ],
      );
    }),
});
