import { deployed } from './model/deployment.ts';
import type { Setting } from './measure.ts';
import { createsOfOnePartner } from './scenarios/creates.ts';
import { door } from './scenarios/door.ts';
import { events, eventsWithoutList } from './scenarios/events.ts';
import { holes } from './scenarios/holes.ts';
import { instancesOfOnePartner } from './scenarios/new-lines.ts';
import { reports, reportsOfOnePartner } from './scenarios/reports.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { searchOfOnePartner } from './scenarios/search.ts';
import { unknownCallers } from './scenarios/unknown-callers.ts';
import { updates, updatesOfOnePartner } from './scenarios/updates.ts';

/** A ceiling by arithmetic, to check the model. */
interface Computed {
  readonly figure: number;
  readonly by: string;
}

/** The goal, with these quotas. */
export interface Goal {
  readonly rate: number;
  readonly setting: Setting;
  /** The part of it that was served before keys, buckets and counts were spread by the size of a partner. */
  readonly before: number;
  /** The reason why less than the goal is served. */
  readonly bound?: string;
  /** The quotas with which the goal is met, when `setting` is not enough. */
  readonly enough?: Setting;
}

export interface Target {
  readonly scenario: Scenario;
  readonly setting: Setting;
  /** The operations a second that must be sustained in the setting. Fewer are a regression. */
  readonly least: number;
  readonly computed: Computed | null;
  readonly goal: Goal | null;
}

/** The settings of production with the default quotas of AWS. */
const today: Setting = { raised: {}, deployment: deployed };

/** The parts behind the throttle of the stage and the dispatcher. */
const behindTheDoor: Setting = {
  raised: {},
  deployment: { ...deployed, requestsPerSecond: 10_000, burst: 10_000, dispatchers: 1_000 },
};

const reportSetting: Setting = {
  raised: { gatewayRequests: 60_000, environments: 6_000, tableWrites: 120_000, tableReads: 110_000 },
  deployment: { ...deployed, requestsPerSecond: 60_000, burst: 30_000, dispatchers: 5_500 },
};
const eventSetting: Setting = {
  raised: { gatewayRequests: 25_000, environments: 3_500, tableWrites: 160_000, tableReads: 100_000 },
  deployment: {
    ...deployed,
    requestsPerSecond: 25_000,
    burst: 12_500,
    dispatchers: 2_500,
    senders: 700,
    slowSenders: 200,
  },
};

/** For the call that is counted, the list of events and the place of an event by its id, which came after the goal was set. */
const enoughForEvents = { tableWrites: 330_000, tableReads: 150_000 };

/** Workers are the bottleneck here, not the shards of the index or reads. */
const holeSetting: Setting = {
  raised: { ...eventSetting.raised, tableReads: 200_000, partitionWrites: 16_000, indexWrites: 160_000 },
  deployment: eventSetting.deployment,
};

/** The loads that the service must sustain. A ceiling below `least` fails the tests. Raise `least` when a ceiling rises. */
export const targets: readonly Target[] = [
  {
    scenario: door,
    setting: today,
    least: 4_600,
    computed: { figure: 5_000, by: 'throttle of the stage; 500 environments × 10' },
    goal: null,
  },
  {
    scenario: unknownCallers,
    setting: behindTheDoor,
    least: 7_500,
    computed: { figure: 8_000, by: '40,000 R ÷ 5' },
    goal: null,
  },
  {
    scenario: reports,
    setting: today,
    least: 4_200,
    computed: { figure: 5_000, by: 'throttle of the stage' },
    goal: { rate: 50_000, setting: reportSetting, before: 2_608 },
  },
  {
    scenario: reportsOfOnePartner,
    setting: today,
    least: 1_000,
    computed: null,
    goal: { rate: 20_000, setting: reportSetting, before: 18_068 },
  },
  {
    scenario: events,
    setting: today,
    least: 2_900,
    computed: {
      figure: 3_080,
      by: '40,000 W ÷ 13, of which 2 are for the place of the event by its id, 1 is for the list of events and 1 counts the call',
    },
    goal: {
      rate: 20_000,
      setting: eventSetting,
      before: 2_871,
      bound: 'an event takes 15 W: 11 for its call, 3 for its delivery, 1 for the list of events',
      enough: { ...eventSetting, raised: { ...eventSetting.raised, ...enoughForEvents } },
    },
  },
  {
    scenario: eventsWithoutList,
    setting: today,
    least: 3_150,
    computed: { figure: 3_330, by: '40,000 W ÷ 12' },
    goal: null,
  },
  {
    scenario: holes,
    setting: today,
    least: 4_000,
    computed: null,
    goal: { rate: 20_000, setting: holeSetting, before: 17_931 },
  },
  {
    scenario: updates,
    setting: today,
    least: 3_450,
    computed: { figure: 3_640, by: '40,000 W ÷ 11' },
    goal: null,
  },
  {
    scenario: updatesOfOnePartner,
    setting: today,
    least: 4_500,
    computed: { figure: 5_000, by: 'throttle of the stage' },
    goal: { rate: 5_000, setting: eventSetting, before: 500 },
  },
  {
    scenario: createsOfOnePartner,
    setting: today,
    least: 2_850,
    computed: { figure: 3_080, by: '40,000 W ÷ 13' },
    goal: { rate: 2_000, setting: eventSetting, before: 250 },
  },
  {
    scenario: instancesOfOnePartner,
    setting: today,
    least: 75,
    // 100 a second at most: one item, 10 ms a transaction.
    computed: null,
    goal: {
      rate: 100,
      setting: today,
      before: 90,
      bound: 'the partner is standard: its slots are one item and its usage is one partition',
    },
  },
  {
    scenario: searchOfOnePartner,
    setting: today,
    least: 9,
    computed: { figure: 10, by: "the partner's limit of searches" },
    goal: { rate: 10, setting: today, before: 0 },
  },
];
