import type { ConnectProgress } from '../../domain/connect-session.ts';
import { changeBetween } from '../../domain/history.ts';
import { connectedStatusOf } from '../../domain/connected-status.ts';
import { afterReconnection, withAccountFacts, type AccountFact } from '../../domain/instance-facts.ts';
import { fullAccess, revised, slotAfter, stateOf, statusAfter, type Instance } from '../../domain/instance.ts';
import { instanceNotifications } from '../../domain/instance-notifications.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import type { ConnectDeps } from '../connect-deps.ts';
import { factsOf } from '../../lines/refresh-instance.ts';
import { readNumberCallback, type NumberAccess } from '../../platform/callbacks.ts';
import { PlatformError } from '../../platform/errors.ts';
import { readNumber, type PlatformNumber } from '../../platform/numbers.ts';
import type { SessionRecord } from '../../store/instances/connect-sessions.ts';
import { attachClauses, unlistClauses } from '../../store/instances/instance-links.ts';
import { readAccountFacts, sameAccountClause } from '../../store/platform/account-facts.ts';
import { unchangedEndpointClause } from '../../store/webhooks/unchanged-endpoint.ts';
import { watchWabaClauses } from '../../store/instances/watch-waba.ts';
import { callbackUrlOf, type WebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';
import { accessOf } from '../access.ts';
import { requireEndpoint } from '../require-endpoint.ts';
import { instanceToken } from '../seal-contexts.ts';
import { commitSession, requireInstance } from '../session-commit.ts';
import type { Step } from '../step.ts';

/** Transient: the callback is set again, to the current endpoint. */
const elsewhere = (): PlatformError =>
  new PlatformError({ kind: 'transient', message: "the number's callback does not point to the webhook endpoint" });

/** Transient: the platform is asked again. */
const lostMeanwhile = (): PlatformError =>
  new PlatformError({
    kind: 'transient',
    message: 'the platform reported a loss of the number while it was connected',
  });

/** Whether a callback reported a loss after the instance was read. */
const isDoubtedSince = (asked: Instance, { access, connection }: Instance): boolean =>
  asked.access.doubt?.at !== access.doubt?.at ||
  asked.access.taken !== access.taken ||
  asked.connection.last_error?.at !== connection.last_error?.at;

const connected = (
  instance: Instance,
  progress: ConnectProgress,
  wabaId: string,
  { number, askedAt }: Pick<Look, 'number' | 'askedAt'>,
  accountFacts: readonly AccountFact[],
  now: Milliseconds,
): Instance => {
  const at = isoOf(now);
  const connectedNow = revised(
    instance,
    {
      status: statusAfter(instance, 'connect'),
      slot_state: slotAfter(instance, 'occupy'),
      platform_waba_id: wabaId,
      coexistence: number.isOnBusinessApp,
      ...afterReconnection(instance, factsOf(number, askedAt)),
      callback: { state: 'active', verified_at: at, last_error: null },
      connection: { connected_at: at, token_expires_at: progress.token_expires_at, last_error: progress.sync_error },
      access: fullAccess,
      name_approved_at: null,
    },
    now,
  );
  const after = withAccountFacts(connectedNow, accountFacts, now);
  // Its number, or its account, may still be limited.
  return { ...after, status: connectedStatusOf(after) };
};

const statesOf = (instance: Instance) => ({ ...stateOf(instance), connected_at: instance.connection.connected_at });

/** The endpoint at the time of the commit. @throws PlatformError when the callback points elsewhere */
const sameEndpoint = async (deps: ConnectDeps, held: SessionRecord, url: string): Promise<WebhookEndpoint> => {
  const endpoint = await requireEndpoint(deps, held);
  if (callbackUrlOf(endpoint) !== url) throw elsewhere();
  return endpoint;
};

/** What the platform says of the number, and when it was asked. */
interface Look {
  readonly url: string | null;
  readonly number: PlatformNumber;
  readonly askedAt: Milliseconds;
}

const lookAt = async (deps: ConnectDeps, access: NumberAccess): Promise<Look> => {
  const askedAt = deps.clock();
  const [callback, number] = await Promise.all([
    readNumberCallback(deps.platform, access),
    readNumber(deps.platform, access),
  ]);
  return { url: callback.number, number, askedAt };
};

/** Reads the callback back and connects the instance if the callback points to the endpoint. */
export const finish: Step = async (deps, held, progress) => {
  const { partnerId, session } = held;
  const access = await accessOf(deps, held, progress);
  const asked = await requireInstance(deps, held);
  const look = await lookAt(deps, access);
  const { url } = look;
  if (url === null) throw elsewhere();
  const sealed = await deps.vault.seal(access.token, instanceToken(held));
  const { wabaId, phoneNumberId } = access;
  return commitSession(deps, held, async ({ instance }, now) => {
    if (isDoubtedSince(asked.instance, instance)) throw lostMeanwhile();
    const account = await readAccountFacts(deps.table, wabaId);
    const after = connected(instance, progress, wabaId, look, account.facts, now);
    return {
      session: { session: { ...session, status: 'completed', error: null }, progress: null, busyUntil: null },
      instance: { instance: after, sealedToken: sealed },
      clauses: [
        unchangedEndpointClause(deps.table, partnerId, await sameEndpoint(deps, held, url)),
        sameAccountClause(deps.table, wabaId, account),
        ...(instance.platform_waba_id === wabaId ? [] : unlistClauses(deps.table, partnerId, instance)),
        ...attachClauses(deps.table, {
          partnerId,
          instanceId: session.instance_id,
          customerId: instance.partner_customer_id,
          phoneNumberId,
          wabaId,
        }),
        ...watchWabaClauses(deps.table, partnerId, wabaId, session.instance_id, now),
      ],
      // All that the platform says of a number that was just connected is news.
      notifications: instanceNotifications({ ...instance, status: 'connecting' }, after),
      // A reconnection may change the time of the connection alone.
      entry: { event: 'instance_connected', change: changeBetween(statesOf(instance), statesOf(after)) },
    };
  });
};
