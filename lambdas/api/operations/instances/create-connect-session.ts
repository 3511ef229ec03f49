import * as z from 'zod/mini';
import { sessionModes, type SessionMode } from '../../../domain/connect-session.ts';
import { requireOpen } from '../../../domain/customer-rules.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { isConnected, revised, slotAfter, statusAfter, type Instance } from '../../../domain/instance.ts';
import { occupiesSlot } from '../../../domain/states/slot-states.ts';
import { persist, type Clause } from '../../../store/table/commit.ts';
import { customerCheckClause, requireCustomer } from '../../../store/customers/customers.ts';
import { instanceClauses, requireInstance } from '../../../store/instances/instances.ts';
import { ownerOf, readMerges } from '../../../store/customers/merges.ts';
import { readSlots } from '../../../store/instances/slots.ts';
import { defaultTtlHours, invite, revokeClauses } from '../../connect-invitation.ts';
import { rule } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { newSessionView } from '../../resources/instance.ts';
import { returnUrl, returnUrlsOf } from '../../return-urls.ts';
import { instanceSelector, instanceSelectorNames, requireInstanceSelector } from '../../selectors.ts';
import { settle } from '../../settle.ts';
import { slotClauses } from '../../slot-clauses.ts';
import type { Deps } from '../../deps.ts';

const ttlHours = z._default(
  z.nullable(
    z.number().check(
      rule('minimum', 'must be at least 0.25', (value) => value >= 0.25),
      rule('maximum', 'must be at most 168', (value) => value <= 168),
      z.meta({ minimum: 0.25, maximum: 168 }),
    ),
  ),
  defaultTtlHours,
);

/** The line as its new session finds it: a reconnection leaves it as it is. @throws ServiceError invalid_state */
const invited = (instance: Instance, mode: SessionMode, sessionId: string, now: number): Instance => {
  if (mode === 'reconnect') {
    if (!isConnected(instance)) {
      throw new ServiceError(
        'invalid_state',
        `the instance is ${instance.status}; only a connected one is reconnected`,
      );
    }
    return revised(instance, { session_id: sessionId }, now);
  }
  if (isConnected(instance)) {
    throw new ServiceError('invalid_state', 'the instance is connected; use the mode reconnect');
  }
  const takesSlot = !occupiesSlot(instance.slot_state);
  return revised(
    instance,
    {
      status: statusAfter(instance, 'invite'),
      session_id: sessionId,
      ...(takesSlot && { slot_state: slotAfter(instance, 'reserve') }),
    },
    now,
  );
};

/** The line's owner must be active, now and when the commit comes. */
const requireOpenOwner = async (deps: Deps, partnerId: string, instance: Instance): Promise<readonly Clause[]> => {
  const merges = await readMerges(deps.table, partnerId);
  const customer_id = ownerOf(merges, instance.partner_customer_id);
  const owner = await requireCustomer(deps.table, partnerId, { customer_id }, null);
  requireOpen(owner.customer);
  return [customerCheckClause(deps.table, partnerId, owner.customer)];
};

/** A new link that connects a line, or connects it again; the line's link before it is revoked. */
export const createConnectSession = operation({
  input: z
    .object({
      ...instanceSelector,
      mode: z._default(z.enum(sessionModes), 'connect'),
      return_url: returnUrl,
      cancel_url: returnUrl,
      ttl_hours: ttlHours,
    })
    .check(requireInstanceSelector),
  output: z.object({ session: newSessionView }),
  statuses: [201],
  selectors: instanceSelectorNames,
  run: (deps, call, given) =>
    persist(deps.retryPolicy, async () => {
      const { partnerId, now } = call;
      const record = await requireInstance(deps.table, partnerId, given, call.claim);
      const { instance } = record;
      const { session, url, clauses } = invite(deps, partnerId, instance.id, now, {
        mode: given.mode,
        ttlHours: given.ttl_hours ?? defaultTtlHours,
        urls: returnUrlsOf(given),
      });
      const next = invited(instance, given.mode, session.id, now);
      const takesSlot = occupiesSlot(next.slot_state) && !occupiesSlot(instance.slot_state);
      const answer = { ...call.answer(201, { session: { ...session, url } }), sealed: true };
      return settle(
        deps,
        call,
        answer,
        [instance.partner_customer_id],
        [
          ...(await requireOpenOwner(deps, partnerId, instance)),
          ...(takesSlot ? await slotClauses(deps, partnerId, await readSlots(deps.table, partnerId), now) : []),
          ...instanceClauses(
            deps.table,
            partnerId,
            { ...record, instance: next, revision: record.revision + 1 },
            instance,
          ),
          ...(await revokeClauses(deps, partnerId, instance.id, instance.session_id)),
          ...clauses,
        ],
      );
    }),
});
