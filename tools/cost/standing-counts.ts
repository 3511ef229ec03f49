/** The resources of a stage that cost something without calls. */
export interface StandingCounts {
  readonly keys: number;
  readonly secrets: number;
  readonly dashboards: number;
  /** The metrics of all alarms: each metric is charged. */
  readonly alarmMetrics: number;
  /** Queues that Lambda polls. */
  readonly polledQueues: number;
  /** Invocations by schedules per hour. */
  readonly sweepsAnHour: number;
  readonly auditsAnHour: number;
}

/** The counts of production without an edge. `test/lib/cost.proof.ts` compares them with the template. */
export const standingCounts: StandingCounts = {
  keys: 2,
  secrets: 1,
  dashboards: 1,
  alarmMetrics: 111,
  polledQueues: 12,
  sweepsAnHour: 60,
  auditsAnHour: 4,
};

/** What an edge adds in us-east-1. `test/lib/cost.proof.ts` compares it with the template. */
export const edgeCounts = { keys: 1, secrets: 1, rules: 7, alarmMetrics: 5 } as const;

/** What copies of the audit trail add. `test/lib/cost.proof.ts` compares it with the template. */
export const auditCopyCounts = { alarmMetrics: 4, polledQueues: 1 } as const;

/** What a closed standby has, which polls nothing. `test/lib/cost.proof.ts` compares it with the template. */
export const standbyCounts = {
  keys: 1,
  secrets: 1,
  dashboards: 1,
  alarmMetrics: standingCounts.alarmMetrics,
} as const;

/** What a probe adds. `test/lib/cost.proof.ts` compares it with the template. */
export const probeCounts = { alarmMetrics: 3, secrets: 1, runsAnHour: 12 } as const;
