import { computed, type Computed } from './computed/computed.ts';
import type { Load } from './computed/parts.ts';
import type { Limits } from './quotas.ts';
import { settingOf, type Setting } from './setting.ts';
import { eventsWithoutHoles, holesOf } from './simulated/events.ts';
import { linesOf } from './simulated/lines.ts';
import type { Scenario } from './simulated/scenario.ts';

/** A load of a partner's growth plan, with these quotas. */
interface Goal {
  readonly rate: number;
  readonly setting: Setting;
  /** The part of it that was served before keys, buckets and counts were spread by the size of a partner. */
  readonly before: number;
  /** The quotas with which the goal is met, when those of `setting` are not enough. */
  readonly enough?: Partial<Limits>;
}

/** A load that the service must sustain. */
export interface Row {
  readonly name: string;
  /** The load, the number of partners, and what is left out. */
  readonly about: string;
  /** What is counted. */
  readonly unit: string;
  /** `check` simulates the same load, to compare. */
  readonly by:
    | { readonly kind: 'computed'; readonly of: Computed; readonly check?: Scenario }
    | { readonly kind: 'simulated'; readonly of: Scenario };
  readonly setting: Setting;
  /** The operations a second that must be sustained in the setting. Fewer are a regression: raise it when a ceiling rises. */
  readonly least: number;
  readonly goal: Goal | null;
}

/** The settings of production with the default quotas of AWS. */
const today = settingOf({});

/** What is behind the throttle of the stage and the dispatcher. */
const behindTheDoor = settingOf({}, { requestsPerSecond: 10_000, dispatchers: 1_000 });

const reportSetting = settingOf(
  { gatewayRequests: 60_000, environments: 6_000, tableWrites: 120_000, tableReads: 110_000 },
  { requestsPerSecond: 60_000, dispatchers: 5_500 },
);
const eventQuotas = { gatewayRequests: 25_000, environments: 3_500, tableWrites: 160_000, tableReads: 100_000 };
const eventDeployment = { requestsPerSecond: 25_000, dispatchers: 2_500, senders: 700, slowSenders: 200 };
const eventSetting = settingOf(eventQuotas, eventDeployment);
/** Workers are the bottleneck here, not the index or reads. */
const holeSetting = settingOf({ ...eventQuotas, tableReads: 200_000, indexWrites: 160_000 }, eventDeployment);

const many = { partners: 10_000, lines: 5, size: 'standard' } as const;
const one = { partners: 1, lines: 0, size: 'standard' } as const;
const oneLarge = { partners: 1, lines: 50, size: 'large' } as const;

const eventLoad: Load = {
  route: 'update',
  rateClass: 'commands',
  population: many,
  then: 'delivery and list',
};

const computedBy = (load: Load): Row['by'] => ({ kind: 'computed', of: computed(load) });

export const openRows = async (): Promise<readonly Row[]> => [
  {
    name: 'door',
    about: 'Reads of histories, of 200 partners',
    unit: 'calls',
    by: computedBy({ route: 'read', rateClass: 'reads', population: { ...many, partners: 200 } }),
    setting: today,
    least: 5_000,
    goal: null,
  },
  {
    name: 'unknown-callers',
    about:
      'Reports of 10,000 partners, spread over the environments so thinly that none knows its caller; without the throttle of the stage, and nothing is folded',
    unit: 'calls',
    by: computedBy({ route: 'report', rateClass: 'delivery_reports', population: many }),
    setting: behindTheDoor,
    least: 10_000,
    goal: null,
  },
  {
    name: 'reports',
    about: 'Reports of 10,000 partners with 5 lines each, until searches find them',
    unit: 'reports',
    by: computedBy({ route: 'report', rateClass: 'delivery_reports', population: many, then: 'journal' }),
    setting: today,
    least: 5_000,
    goal: { rate: 50_000, setting: reportSetting, before: 2_608 },
  },
  {
    name: 'reports-one-partner',
    about: 'Reports of one large partner with 50 lines whose rate limit is high enough, until searches find them',
    unit: 'reports',
    by: computedBy({
      route: 'report',
      rateClass: 'delivery_reports',
      population: oneLarge,
      isUnlimited: true,
      then: 'journal',
    }),
    setting: today,
    least: 5_000,
    goal: { rate: 20_000, setting: reportSetting, before: 18_068 },
  },
  {
    name: 'events',
    about:
      'Updates of customers of 10,000 partners with their events, delivered to endpoints that are well, and listed',
    unit: 'events',
    by: { kind: 'computed', of: computed(eventLoad), check: eventsWithoutHoles(eventLoad) },
    setting: today,
    least: 3_000,
    goal: {
      rate: 20_000,
      setting: eventSetting,
      before: 2_871,
      // For the list of events and the numbers of calls, which came after the goal.
      enough: { tableWrites: 280_000, tableReads: 150_000 },
    },
  },
  {
    name: 'events-without-list',
    about: 'The load of `events` without the list of events',
    unit: 'events',
    by: computedBy({ ...eventLoad, then: 'delivery' }),
    setting: today,
    least: 3_300,
    goal: null,
  },
  {
    name: 'holes',
    about:
      'Events of 10,000 partners, of which a tenth of the endpoints goes dark at once: what the others get in the first minute. Their calls are left out',
    unit: 'events to endpoints that are well',
    by: { kind: 'simulated', of: holesOf(eventLoad) },
    setting: today,
    least: 4_000,
    goal: { rate: 20_000, setting: holeSetting, before: 17_931 },
  },
  {
    name: 'updates',
    about: 'Updates of customers of 10,000 partners; their events are not delivered or listed',
    unit: 'updates',
    by: computedBy({ route: 'update', rateClass: 'commands', population: many }),
    setting: today,
    least: 3_900,
    goal: null,
  },
  {
    name: 'updates-one-partner',
    about:
      'Updates of customers of one large partner whose rate limit is high enough; their events are not delivered or listed',
    unit: 'updates',
    by: computedBy({ route: 'update', rateClass: 'commands', population: oneLarge, isUnlimited: true }),
    setting: today,
    least: 4_300,
    goal: { rate: 5_000, setting: eventSetting, before: 500 },
  },
  {
    name: 'creates-one-partner',
    about: 'New customers of one large partner whose rate limit is high enough',
    unit: 'customers',
    by: computedBy({ route: 'create', rateClass: 'commands', population: oneLarge, isUnlimited: true }),
    setting: today,
    least: 3_000,
    goal: { rate: 2_000, setting: eventSetting, before: 250 },
  },
  {
    name: 'lines-one-partner',
    about: 'New lines of one partner whose rate limit is high enough',
    unit: 'lines',
    by: { kind: 'simulated', of: await linesOf() },
    setting: today,
    least: 75,
    goal: { rate: 100, setting: today, before: 90 },
  },
  {
    name: 'search-one-partner',
    about: 'Searches of one partner among its 20,000 customers',
    unit: 'searches',
    by: computedBy({ route: 'search', rateClass: 'customer_searches', population: one }),
    setting: today,
    least: 10,
    goal: { rate: 10, setting: today, before: 0 },
  },
];
