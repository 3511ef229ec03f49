import type { ErrorTally } from '@swift-worker/time-index/error-tally.ts';
import { deliveryStatuses, type DeliveryStatus, type ErrorCode } from '@swift-worker/time-index/event.ts';
import type { HealthFigures } from '@swift-worker/time-index/figures.ts';
import type { HealthWindow } from '@swift-worker/time-index/health-window.ts';
import { otherInstances, type InstanceTallies } from '@swift-worker/time-index/rollup.ts';
import { emptyTally, sumOf, type Tally } from '@swift-worker/time-index/tally.ts';
import { dayOfHour, inclusive, startOfDay, startOfHour } from '@swift-worker/time-index/time-grid.ts';
import { isoOf } from '../../kernel/time.ts';

export const verdicts = ['insufficient_data', 'healthy', 'degraded', 'critical'] as const;
export type Verdict = (typeof verdicts)[number];
type StatusCounts = Readonly<Record<DeliveryStatus, number>>;

/** Fractions of the messages, four decimals; null when there are none. */
interface Rates {
  readonly delivered: number | null;
  readonly read: number | null;
  readonly failed: number | null;
}

interface InstanceHealth {
  readonly instance_id: string;
  readonly counts: StatusCounts;
  readonly messages: number;
  readonly rates: Rates;
  readonly verdict: Verdict;
}

export interface DeliveryHealth {
  readonly window_hours: number;
  readonly from: string;
  readonly to: string;
  readonly counts: StatusCounts;
  readonly messages: number;
  readonly rates: Rates;
  readonly top_errors: readonly { readonly code: ErrorCode; readonly title: string | null; readonly count: number }[];
  readonly series: readonly { readonly at: string; readonly counts: StatusCounts }[];
  readonly verdict: Verdict;
  readonly by_instance?: readonly InstanceHealth[];
}

/** The numbers of messages by state in a window. */
export interface MessageStates {
  readonly messages: number;
  readonly delivered: number;
  readonly read: number;
  readonly failed: number;
  /** The failed messages whose failure the recipient caused. */
  readonly failedByRecipient: number;
}

/**
 * Events of 1.1.0 count the changes of their messages in their own hours: a window may have a delivery, or the end of a failure, of a
 * message that it does not have. So the states are kept within `messages`. For later events that changes nothing.
 */
export const messageStates = (tally: Tally): MessageStates => {
  const read = tally.messages_read;
  const delivered = Math.max(tally.messages_delivered, read);
  const failed = Math.max(tally.messages_failed, 0);
  const failedByRecipient = Math.min(Math.max(tally.messages_failed_by_recipient, 0), failed);
  return { messages: Math.max(tally.messages, delivered + failed), delivered, read, failed, failedByRecipient };
};

const total = (states: readonly MessageStates[]): MessageStates => {
  const sum = (pick: (state: MessageStates) => number): number => states.reduce((all, state) => all + pick(state), 0);
  return {
    messages: sum((state) => state.messages),
    delivered: sum((state) => state.delivered),
    read: sum((state) => state.read),
    failed: sum((state) => state.failed),
    failedByRecipient: sum((state) => state.failedByRecipient),
  };
};

export const enoughMessages = 20;
export const degradedAbove = 0.05;
export const criticalAbove = 0.15;

/** Failures that the recipient caused count as messages, but not as failures of the instance. */
export const verdictOf = ({ delivered, failed, failedByRecipient }: MessageStates): Verdict => {
  const final = delivered + failed;
  if (final < enoughMessages) return 'insufficient_data';
  const share = (failed - failedByRecipient) / final;
  if (share > criticalAbove) return 'critical';
  return share > degradedAbove ? 'degraded' : 'healthy';
};

const ratesOf = ({ messages, delivered, read, failed }: MessageStates): Rates => {
  const rate = (count: number): number | null =>
    messages === 0 ? null : Math.round((count / messages) * 10_000) / 10_000;
  return { delivered: rate(delivered), read: rate(read), failed: rate(failed) };
};

const countsOf = (tally: Tally): StatusCounts => {
  const { sent, delivered, read, failed, deleted } = tally;
  return { sent, delivered, read, failed, deleted };
};

const hasEvents = (tally: Tally): boolean => deliveryStatuses.some((status) => tally[status] !== 0);

const shownErrors = 10;
const shownInstances = 200;

const topErrors = (errors: ErrorTally): DeliveryHealth['top_errors'] =>
  Array.from(errors)
    .sort(([leftKey, left], [rightKey, right]) => right.count - left.count || (leftKey < rightKey ? -1 : 1))
    .slice(0, shownErrors)
    .map(([, { code, title, count }]) => ({ code, title, count }));

const instanceHealth = (instance_id: string, tally: Tally): InstanceHealth => {
  const states = messageStates(tally);
  const { messages } = states;
  return { instance_id, counts: countsOf(tally), messages, rates: ratesOf(states), verdict: verdictOf(states) };
};

const busiestInstances = (instances: InstanceTallies): readonly InstanceHealth[] =>
  Array.from(instances)
    .filter(([instance, tally]) => instance !== otherInstances && hasEvents(tally))
    .map(([instance, tally]) => instanceHealth(instance, tally))
    .sort((left, right) => right.messages - left.messages || (left.instance_id < right.instance_id ? -1 : 1))
    .slice(0, shownInstances);

/** @param byInstance for a customer or a partner */
export const deliveryHealth = (window: HealthWindow, figures: HealthFigures, byInstance: boolean): DeliveryHealth => {
  const states = total(Array.from(figures.instances.values(), messageStates));
  const [first, last, startOf] =
    window.series === 'hours'
      ? [window.first, window.last, startOfHour]
      : [dayOfHour(window.first), dayOfHour(window.last), startOfDay];
  return {
    window_hours: window.windowHours,
    from: isoOf(figures.from),
    to: isoOf(window.to),
    counts: countsOf(sumOf(figures.series.values())),
    messages: states.messages,
    rates: ratesOf(states),
    top_errors: topErrors(figures.errors),
    series: inclusive(first, last).map((index) => ({
      at: isoOf(startOf(index)),
      counts: countsOf(figures.series.get(index) ?? emptyTally),
    })),
    verdict: verdictOf(states),
    ...(byInstance ? { by_instance: busiestInstances(figures.instances) } : {}),
  };
};
