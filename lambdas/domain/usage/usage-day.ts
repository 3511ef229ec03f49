import { connectedStatuses, type InstanceState } from '../instance.ts';
import { occupiesSlot } from '../states/slot-states.ts';
import type { Milliseconds } from '../../kernel/time.ts';

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

/** What a day's transitions come to. */
export interface LineFacts {
  /** By how much the taken slots exceeded those at the beginning of the day, at the most. */
  readonly mostTaken: number;
  /** The instances that had no slot when the day began, and had one at some moment of it. */
  readonly newlyTaken: number;
  /** The same of instances that were connected. */
  readonly newlyConnected: number;
  /** Slots that were taken, less those that were released. */
  readonly slots: number;
  /** Instances that were connected, less those that stopped being so. */
  readonly lines: number;
}

/** The facts of one UTC day, summed up. They do not depend on what there was when the day began. */
export interface DayFacts {
  readonly lines: LineFacts;
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

/** @param start what the partner had when the day began */
export const usageOfDay = (start: Holdings, { lines, customers, delivered, reports, calls }: DayFacts): DayUsage => {
  const active = start.customers + customers;
  return {
    usage: {
      slots_peak: start.slots + lines.mostTaken,
      slot_days: start.slots + lines.newlyTaken,
      lines_connected: start.lines + lines.newlyConnected,
      customers_active: active,
      events_delivered: delivered,
      reports,
      calls,
    },
    end: { slots: start.slots + lines.slots, lines: start.lines + lines.lines, customers: active },
  };
};
