/** What a stage has that costs something while nobody calls. */
export interface StandingCounts {
  readonly keys: number;
  readonly secrets: number;
  readonly dashboards: number;
  /** An alarm over several metrics costs as many. */
  readonly alarmMetrics: number;
  /** Queues that Lambda polls. */
  readonly polledQueues: number;
  /** Invocations by schedules, an hour. */
  readonly sweepsAnHour: number;
  readonly auditsAnHour: number;
}

/** Of production without an edge. `test/lib/cost.proof.ts` counts them in the template. */
export const standingCounts: StandingCounts = {
  keys: 2,
  secrets: 1,
  dashboards: 1,
  alarmMetrics: 92,
  polledQueues: 10,
  sweepsAnHour: 60,
  auditsAnHour: 4,
};
