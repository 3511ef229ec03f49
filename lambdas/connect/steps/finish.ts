import type { ConnectProgress } from '../../domain/connect-session.ts';
import { changeBetween } from '../../domain/history.ts';
import { revised, slotAfter, stateOf, statusAfter, type Instance } from '../../domain/instance.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import type { ConnectDeps } from '../connect-deps.ts';
import { factsOf } from '../../instances/refresh-instance.ts';
import { readNumberCallback, type NumberAccess } from '../../platform/callbacks.ts';
import { PlatformError } from '../../platform/errors.ts';
import { readNumber, type PlatformNumber } from '../../platform/numbers.ts';
import type { Clause } from '../../store/table/commit.ts';
import type { SessionRecord } from '../../store/instances/connect-sessions.ts';
import { findCustomer } from '../../store/customers/customers.ts';
import { journal } from '../../store/customers/journal.ts';
import { attachClauses } from '../../store/instances/instance-links.ts';
import { ownerOf, readMerges } from '../../store/customers/merges.ts';
import { unchangedEndpointClause } from '../../store/webhooks/unchanged-endpoint.ts';
import { watchWabaClauses } from '../../store/instances/watch-waba.ts';
import type { WebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';
import { accessOf } from '../access.ts';
import { requireEndpoint } from '../require-endpoint.ts';
import { instanceToken } from '../seal-contexts.ts';
import { commitSession } from '../session-commit.ts';

/** Passes when the callback is set again, to where the endpoint is now. */
const elsewhere = (): PlatformError =>
  new PlatformError({ kind: 'transient', message: "the number's callback does not point to the webhook endpoint" });

const connected = (
  instance: Instance,
  progress: ConnectProgress,
  number: PlatformNumber,
  now: Milliseconds,
): Instance => {
  const at = isoOf(now);
  return revised(
    instance,
    {
      status: statusAfter(instance, 'connect'),
      slot_state: slotAfter(instance, 'occupy'),
      ...factsOf(number, now),
      callback: { state: 'active', verified_at: at, last_error: null },
      connection: { connected_at: at, token_expires_at: progress.token_expires_at, last_error: null },
    },
    now,
  );
};

const statesOf = (instance: Instance) => ({ ...stateOf(instance), connected_at: instance.connection.connected_at });

/** The entry in the history of the customer who owns the line, also while a merge rewrites it. */
const recorded = async (
  deps: ConnectDeps,
  { partnerId }: SessionRecord,
  before: Instance,
  instance: Instance,
  now: Milliseconds,
): Promise<readonly Clause[]> => {
  const customerId = ownerOf(await readMerges(deps.table, partnerId), instance.partner_customer_id);
  const customer = await findCustomer(deps.table, partnerId, { customerId }, null);
  if (customer === null) throw new Error('the customer of the instance has gone');
  return journal(deps.table, partnerId, customer, customer.customer, {
    entryId: deps.newId(now),
    event: 'instance_connected',
    // A line that is connected again may have nothing new but the time of its connection.
    change: changeBetween(statesOf(before), statesOf(instance)),
    cause: { origin: 'system', actor: { type: 'service', id: 'connect' }, requestId: deps.newId(now) },
    at: isoOf(now),
    reason: null,
    related: { instance_id: instance.id },
    announce: null,
    idempotencyKey: null,
  }).clauses;
};

/** The endpoint as it stands at the commit: when it has moved since, the callback points elsewhere. */
const sameEndpoint = async (deps: ConnectDeps, held: SessionRecord, url: string): Promise<WebhookEndpoint> => {
  const endpoint = await requireEndpoint(deps, held);
  if (endpoint.url !== url) throw elsewhere();
  return endpoint;
};

const lookAt = async (deps: ConnectDeps, access: NumberAccess) => {
  const [callback, number] = await Promise.all([
    readNumberCallback(deps.platform, access),
    readNumber(deps.platform, access),
  ]);
  return { url: callback.number, number };
};

/** Reads the callback back and, where it points to the endpoint, makes the line a connected one. */
export const finish = async (
  deps: ConnectDeps,
  held: SessionRecord,
  progress: ConnectProgress,
): Promise<SessionRecord> => {
  const { partnerId, session } = held;
  const access = await accessOf(deps, held, progress);
  const { url, number } = await lookAt(deps, access);
  if (url === null) throw elsewhere();
  const sealed = await deps.vault.seal(access.token, instanceToken(held));
  const { wabaId, phoneNumberId } = access;
  return commitSession(deps, held, async ({ instance }, now) => {
    const after = connected(instance, progress, number, now);
    return {
      session: { session: { ...session, status: 'completed', error: null }, progress: null, busyUntil: null },
      instance: { instance: after, sealedToken: sealed },
      clauses: [
        unchangedEndpointClause(deps.table, partnerId, await sameEndpoint(deps, held, url)),
        ...attachClauses(deps.table, {
          partnerId,
          instanceId: session.instance_id,
          customerId: instance.partner_customer_id,
          phoneNumberId,
          wabaId,
        }),
        ...watchWabaClauses(deps.table, partnerId, wabaId, session.instance_id, now),
        ...(await recorded(deps, held, instance, after, now)),
      ],
    };
  });
};
