import type { DeliveryEvent, DeliveryStatus } from '@swift-worker/time-index/event.ts';
import type { DeliveryScope } from '../../lambdas/store/delivery/keys.ts';
import { messagesIn } from './health-program.ts';

/** A second implementation of the delivery rules, from the recorded events. */

const hour = 3_600_000;
const lifetime = 90 * 24 * hour;

export interface Recorded {
  readonly event: DeliveryEvent;
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

const inProgram = ({ event }: Recorded) => ({ ...event, message: event.message_id ?? event.id });

type States = ReturnType<typeof messagesIn>;

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
  const all = recorded.filter(({ event }) => inScope(scope, event));
  const statesOf = (some: readonly Recorded[]): States => messagesIn(some.map(inProgram), from, end);
  const own = all.filter(({ event }) => event.occurred_at >= from && event.occurred_at < end);
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
    ...judged(statesOf(all.filter(({ event }) => event.instance_id === instance_id))),
  })).sort((left, right) => right.messages - left.messages || (left.instance_id < right.instance_id ? -1 : 1));
  return {
    window_hours: windowHours,
    from: new Date(from).toISOString(),
    to: new Date(now).toISOString(),
    counts: counts(events),
    ...judged(statesOf(all)),
    top_errors: errorsOf(events).slice(0, 10),
    series,
    ...(scope.kind === 'instance' ? {} : { by_instance: instances }),
  };
};
