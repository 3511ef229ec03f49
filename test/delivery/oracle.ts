import type { DeliveryEvent, DeliveryStatus } from '@swift-worker/time-index/event.ts';
import type { DeliveryScope } from '../../lambdas/store/delivery/keys.ts';

/** A second implementation of the delivery rules, event by event, in the order in which the reports were recorded. */

const hour = 3_600_000;
const lifetime = 90 * 24 * hour;

export interface Recorded {
  readonly event: DeliveryEvent;
  /** Statuses of the message that were recorded before. */
  readonly before: readonly DeliveryEvent[];
}

export const inScope = (scope: DeliveryScope, event: DeliveryEvent): boolean => {
  switch (scope.kind) {
    case 'partner':
      return true;
    case 'customer':
      return event.customer_id === scope.customerId;
    case 'instance':
      return event.instance_id === scope.instanceId;
  }
};

/** Texts as a query gives them. */
export interface Filter {
  readonly status?: DeliveryStatus | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

const fits = ({ status, code, message }: Filter, event: DeliveryEvent): boolean => {
  if (status !== undefined && event.status !== status) return false;
  if (message !== undefined && event.message_id !== message) return false;
  return code === undefined || [code, JSON.stringify(code)].includes(JSON.stringify(event.error?.code ?? null));
};

export const expectedPage = (
  recorded: readonly Recorded[],
  scope: DeliveryScope,
  range: { readonly from: number; readonly to: number },
  request: { readonly page: number; readonly pageSize: number },
  now: number,
  filter: Filter = {},
): { readonly total: number; readonly ids: readonly string[] } => {
  const matching = recorded
    .map(({ event }) => event)
    .filter((event) => inScope(scope, event) && fits(filter, event))
    .filter(({ occurred_at: at }) => at >= range.from && at <= range.to && at >= now - lifetime)
    .sort((left, right) => right.occurred_at - left.occurred_at || (left.id < right.id ? 1 : -1));
  const start = (request.page - 1) * request.pageSize;
  return { total: matching.length, ids: matching.slice(start, start + request.pageSize).map(({ id }) => id) };
};

const statuses: readonly DeliveryStatus[] = ['sent', 'delivered', 'read', 'failed', 'deleted'];
const counts = (events: readonly DeliveryEvent[]): Record<string, number> =>
  Object.fromEntries(statuses.map((status) => [status, events.filter((event) => event.status === status).length]));

const arrived = (event: DeliveryEvent): boolean => event.status === 'delivered' || event.status === 'read';
const recipientCodes = ['130472', '131021', '131026', '131047', '131049', '131050', '131062', '137000'];
const isRecipients = (event: DeliveryEvent): boolean => recipientCodes.includes(String(event.error?.code));

const statesOf = (recorded: readonly Recorded[]) => {
  let [messages, delivered, read, failed, byRecipient] = [0, 0, 0, 0, 0];
  for (const { event, before } of recorded) {
    if (before.length === 0) messages += 1;
    const hadArrived = before.some(arrived);
    const earlierFailure = before.find(({ status }) => status === 'failed');
    if (arrived(event) && !hadArrived) {
      delivered += 1;
      if (earlierFailure !== undefined) {
        failed -= 1;
        if (isRecipients(earlierFailure)) byRecipient -= 1;
      }
    }
    if (event.status === 'read') read += 1;
    if (event.status === 'failed' && !hadArrived) {
      failed += 1;
      if (isRecipients(event)) byRecipient += 1;
    }
  }
  delivered = Math.max(delivered, read);
  failed = Math.max(failed, 0);
  byRecipient = Math.min(Math.max(byRecipient, 0), failed);
  return { messages: Math.max(messages, delivered + failed), delivered, read, failed, byRecipient };
};

type States = ReturnType<typeof statesOf>;

const judged = (states: States) => {
  const { messages, delivered, read, failed, byRecipient } = states;
  const rate = (count: number): number | null => (messages === 0 ? null : Number((count / messages).toFixed(4)));
  const final = delivered + failed;
  const held = (failed - byRecipient) / final;
  return {
    messages,
    rates: { delivered: rate(delivered), read: rate(read), failed: rate(failed) },
    verdict: final < 20 ? 'insufficient_data' : held > 0.15 ? 'critical' : held > 0.05 ? 'degraded' : 'healthy',
  };
};

const addUp = (all: readonly States[]): States => {
  const sum = { messages: 0, delivered: 0, read: 0, failed: 0, byRecipient: 0 };
  for (const states of all) {
    sum.messages += states.messages;
    sum.delivered += states.delivered;
    sum.read += states.read;
    sum.failed += states.failed;
    sum.byRecipient += states.byRecipient;
  }
  return sum;
};

const errorsOf = (events: readonly DeliveryEvent[]) => {
  const byCode = Map.groupBy(
    events.filter(
      ({ status, error }) => status === 'failed' && error !== null && (error.code !== null || error.title !== null),
    ),
    ({ error }) => JSON.stringify(error?.code),
  );
  return Array.from(byCode, ([key, own]) => ({ key, code: own[0]?.error?.code ?? null, count: own.length }))
    .sort((left, right) => right.count - left.count || (left.key < right.key ? -1 : 1))
    .map(({ code, count }) => ({ code, count }));
};

/** `by_instance` as a customer or a partner sees it. */
export const expectedHealth = (
  recorded: readonly Recorded[],
  scope: DeliveryScope,
  windowHours: number,
  now: number,
) => {
  const minute = 60_000;
  const from = Math.floor((now - windowHours * hour) / minute) * minute;
  const end = Math.floor(now / hour) * hour + hour;
  const own = recorded
    .filter(({ event }) => inScope(scope, event))
    .filter(({ event }) => event.occurred_at >= from && event.occurred_at < end);
  const step = windowHours <= 72 ? hour : 24 * hour;
  const series = [];
  for (let at = Math.floor(from / step) * step; at < end; at += step) {
    const inStep = own.filter(({ event }) => event.occurred_at >= at && event.occurred_at < at + step);
    series.push({ at: new Date(at).toISOString(), counts: counts(inStep.map(({ event }) => event)) });
  }
  const byInstance = Map.groupBy(own, ({ event }) => event.instance_id);
  const events = own.map(({ event }) => event);
  const instances = Array.from(byInstance, ([instance_id, reports]) => ({
    instance_id,
    counts: counts(reports.map(({ event }) => event)),
    ...judged(statesOf(reports)),
  })).sort((left, right) => right.messages - left.messages || (left.instance_id < right.instance_id ? -1 : 1));
  return {
    window_hours: windowHours,
    from: new Date(from).toISOString(),
    to: new Date(now).toISOString(),
    counts: counts(events),
    ...judged(addUp(Array.from(byInstance.values(), statesOf))),
    top_errors: errorsOf(events).slice(0, 10),
    series,
    ...(scope.kind === 'instance' ? {} : { by_instance: instances }),
  };
};
