import * as z from 'zod/mini';
import { sessionModes, type SessionMode } from '../../../domain/connect-session.ts';
import { requireOpen } from '../../../domain/customer-rules.ts';
import { invalidState } from '../../../kernel/errors.ts';
import { changeBetween } from '../../../domain/history.ts';
import { isConnected, revised, slotAfter, stateOf, statusAfter, type Instance } from '../../../domain/instance.ts';
import { isFull, type Slots } from '../../../domain/slots.ts';
import { occupiesSlot } from '../../../domain/states/slot-states.ts';
import { isoOf } from '../../../kernel/time.ts';
import { contended, type Clause } from '../../../store/table/commit.ts';
import { customerCheckClause, type CustomerRecord } from '../../../store/customers/customers.ts';
import { requireOwner } from '../../../store/customers/instance-owner.ts';
import { journal } from '../../../store/customers/journal.ts';
import { readMergeEnds } from '../../../store/customers/merge-ends.ts';
import { revokeClauses } from '../../../store/instances/connect-sessions.ts';
import {
  instanceClauses,
  readInstance,
  requireInstance,
  type InstanceRecord,
} from '../../../store/instances/instances.ts';
import { readSlots } from '../../../store/instances/slots.ts';
import { defaultTtlHours, invite } from '../../connect-invitation.ts';
import { rule } from '../../fields.ts';
import { occurrenceOf } from '../../occurrence.ts';
import { command, type Call } from '../../operation.ts';
import { newSessionView } from '../../resources/instance.ts';
import { returnUrl, returnUrlsOf } from '../../return-urls.ts';
import { sessionLanguage } from '../../session-language.ts';
import {
  instanceSelector,
  instanceSelectorNames,
  requireInstanceSelector,
  requireOneInstance,
} from '../../selectors.ts';
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

/** The instance with its new session. @throws ServiceError invalid_state */
const invited = (instance: Instance, mode: SessionMode, sessionId: string, now: number): Instance => {
  if (mode === 'reconnect') {
    if (isConnected(instance)) return revised(instance, { session_id: sessionId }, now);
    throw invalidState(instance.status, `the instance is ${instance.status}; only a connected one is reconnected`);
  }
  if (isConnected(instance)) {
    throw invalidState(instance.status, 'the instance is connected; use the mode reconnect');
  }
  const slot = occupiesSlot(instance.slot_state) ? {} : { slot_state: slotAfter(instance, 'reserve') };
  return revised(instance, { status: statusAfter(instance, 'invite'), session_id: sessionId, ...slot }, now);
};

/** The owner must be active, now and at the commit. */
const requireOpenOwner = async (deps: Deps, partnerId: string, instance: Instance): Promise<CustomerRecord> => {
  const owner = await requireOwner(deps.table, partnerId, instance);
  requireOpen(owner.customer, await readMergeEnds(deps.table, partnerId, [owner.customer]));
  return owner;
};

/** The history entry of a slot that is taken again: usage by customer is read from the history. */
const slotEntryClauses = (
  deps: Deps,
  call: Pick<Call<never>, 'partnerId' | 'now' | 'cause' | 'claim'>,
  owner: CustomerRecord,
  before: Instance,
  after: Instance,
): readonly Clause[] =>
  journal(deps.table, call.partnerId, owner, owner.customer, {
    ...occurrenceOf(deps, call, isoOf(call.now), null),
    event: 'instance_updated',
    change: changeBetween({ ...stateOf(before) }, { ...stateOf(after) }),
    related: { instance_id: after.id },
  }).clauses;

/** The slots for an instance without one. When all are taken, another call may have taken the last one for this instance. */
const slotsFor = async ({ table }: Deps, partnerId: string, { instance, revision }: InstanceRecord): Promise<Slots> => {
  const slots = await readSlots(table, partnerId);
  if (isFull(slots) && (await readInstance(table, partnerId, instance.id))?.revision !== revision) throw contended();
  return slots;
};

/** Creates a link to connect or reconnect an instance, and revokes the previous link. */
export const createConnectSession = command({
  input: z
    .object({
      ...instanceSelector,
      mode: z._default(z.enum(sessionModes), 'connect'),
      return_url: returnUrl,
      cancel_url: returnUrl,
      success_url: returnUrl,
      error_url: returnUrl,
      ttl_hours: ttlHours,
      language: sessionLanguage,
    })
    .check(requireInstanceSelector),
  check: requireOneInstance,
  output: z.object({ session: newSessionView }),
  statuses: [201],
  selectors: instanceSelectorNames,
  errors: ['not_found', 'customer_merged', 'invalid_state', 'slot_limit_reached'],
  run: async (deps, call, given) => {
    const { partnerId, now } = call;
    const record = await requireInstance(deps.table, partnerId, given, call.claim);
    const { instance } = record;
    const { session, url, clauses } = await invite(deps, call, instance.id, {
      mode: given.mode,
      ttlHours: given.ttl_hours ?? defaultTtlHours,
      urls: returnUrlsOf(given),
      language: given.language ?? null,
    });
    const next = invited(instance, given.mode, session.id, now);
    const takesSlot = occupiesSlot(next.slot_state) && !occupiesSlot(instance.slot_state);
    const nextRecord = { ...record, instance: next, revision: record.revision + 1 };
    const answer = { ...call.answer(201, { session: { ...session, url } }), sealed: true };
    const owner = await requireOpenOwner(deps, partnerId, instance);
    const all = [
      ...(takesSlot
        ? [
            ...slotEntryClauses(deps, call, owner, instance, next),
            ...slotClauses(deps, call, await slotsFor(deps, partnerId, record)),
          ]
        : [customerCheckClause(deps.table, partnerId, owner.customer)]),
      ...instanceClauses(deps.table, partnerId, nextRecord, instance),
      ...(await revokeClauses(deps.table, partnerId, instance, now)),
      ...clauses,
    ];
    return settle(deps, call, answer, [instance.partner_customer_id], all);
  },
});
