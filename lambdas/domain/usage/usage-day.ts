import { connectedStatuses, type InstanceState } from '../instance.ts';
import { occupiesSlot } from '../states/slot-states.ts';
import type { Milliseconds } from '../time.ts';

/** The measures that are billed, in the order in which they are shown. */
export const usageMeasures = [
  'slots_peak',
  'slot_days',
  'lines_connected',
  'customers_active',
  'events_delivered',
  'reports',
  'calls',
] as const;
export type UsageMeasure = (typeof usageMeasures)[number];

/** The usage of a day or of a longer time. */
export type Usage = Readonly<Record<UsageMeasure, number>>;

/** What a partner has at one moment. */
export interface Holdings {
  /** Taken slots. */
  readonly slots: number;
  /** Connected instances. */
  readonly lines: number;
  /** Active customers. */
  readonly customers: number;
}

export const noHoldings: Holdings = { slots: 0, lines: 0, customers: 0 };

/** What usage knows of an instance. */
export interface LineState {
  readonly isTaken: boolean;
  readonly isConnected: boolean;
}

const noLine: LineState = { isTaken: false, isConnected: false };

/** @param instance null before it was created */
export const lineStateOf = (instance: InstanceState | null): LineState =>
  instance === null
    ? noLine
    : { isTaken: occupiesSlot(instance.slot_state), isConnected: connectedStatuses.has(instance.status) };

/** A commit that changed what usage knows of an instance. */
export interface LineTransition {
  readonly instanceId: string;
  /** The revision of the instance after it. It orders the transitions of one instance. */
  readonly revision: number;
  readonly at: Milliseconds;
  readonly before: LineState;
  readonly after: LineState;
}

/** The facts of one UTC day. */
export interface DayFacts {
  /** In any order. */
  readonly transitions: readonly LineTransition[];
  /** Customers that became active, less those that stopped being active. */
  readonly customers: number;
  /** Events with their first 2xx. */
  readonly delivered: number;
  readonly reports: number;
  readonly calls: number;
}

/** The usage of a day, and what the partner had at its end. */
export interface DayUsage {
  readonly usage: Usage;
  readonly end: Holdings;
}

const change = (before: boolean, after: boolean): number => Number(after) - Number(before);

/** A slot that another instance takes at the same time was released first. */
const byTime = (one: LineTransition, other: LineTransition): number =>
  one.at - other.at ||
  change(one.before.isTaken, one.after.isTaken) - change(other.before.isTaken, other.after.isTaken) ||
  one.revision - other.revision;

const mostTaken = (start: number, transitions: readonly LineTransition[]): { most: number; end: number } => {
  let taken = start;
  let most = start;
  for (const { before, after } of transitions.toSorted(byTime)) {
    taken += change(before.isTaken, after.isTaken);
    most = Math.max(most, taken);
  }
  return { most, end: taken };
};

/** The instances that did not have the property when the day began, and had it at some moment of the day. */
const gained = (transitions: readonly LineTransition[], has: (state: LineState) => boolean): number =>
  Array.from(Map.groupBy(transitions, ({ instanceId }) => instanceId).values()).filter((own) => {
    const first = own.reduce((one, other) => (other.revision < one.revision ? other : one));
    return !has(first.before) && own.some(({ after }) => has(after));
  }).length;

/** @param start what the partner had when the day began */
export const usageOfDay = (start: Holdings, facts: DayFacts): DayUsage => {
  const { transitions, customers, delivered, reports, calls } = facts;
  const slots = mostTaken(start.slots, transitions);
  const active = start.customers + customers;
  const connected = transitions.reduce((sum, it) => sum + change(it.before.isConnected, it.after.isConnected), 0);
  return {
    usage: {
      slots_peak: slots.most,
      slot_days: start.slots + gained(transitions, ({ isTaken }) => isTaken),
      lines_connected: start.lines + gained(transitions, ({ isConnected: isOn }) => isOn),
      customers_active: active,
      events_delivered: delivered,
      reports,
      calls,
    },
    end: { slots: slots.end, lines: start.lines + connected, customers: active },
  };
};
