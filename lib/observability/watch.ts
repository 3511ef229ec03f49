import { Alarm, ComparisonOperator, TreatMissingData, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import type { StageConfig, StageName } from '../stages.ts';

/** The name of an alarm, and the pattern of all names of a stage. */
const alarmNameOf = (stage: StageName, id: string): string => `swift-worker-${stage}-${id}`;
export const alarmNamesOf = (stage: StageName): string => alarmNameOf(stage, '*');

/** Where the alarms' sections are. */
const runbook = 'docs/runbook.md';

export interface Suffering {
  /** What people suffer while it is on: the first thing that who is woken reads. */
  readonly suffering: string;
  /** Section of the runbook: its heading, in small letters with hyphens. */
  readonly section: string;
  readonly metric: IMetric;
  /** The alarm is on above this, or below it. */
  readonly threshold: { readonly above: number } | { readonly below: number };
  /** Periods of the metric that have to be so, of how many. */
  readonly periods: { readonly bad: number; readonly of: number };
  /** Whether silence is bad, too. */
  readonly silenceIsBad?: boolean;
}

/** A line of the dashboard with its heading. */
export interface DashboardRow {
  readonly title: string;
  readonly widgets: readonly IWidget[];
}

/** What is watched of a stage: the alarms, and what the dashboard shows. */
export class Watch extends Construct {
  readonly stage: StageConfig;
  readonly #topic: ITopic;
  readonly #alarms = new Map<string, Alarm>();
  readonly #rows: DashboardRow[] = [];

  constructor(scope: Construct, id: string, stage: StageConfig, topic: ITopic) {
    super(scope, id);
    this.stage = stage;
    this.#topic = topic;
  }

  get alarms(): readonly Alarm[] {
    return Array.from(this.#alarms.values());
  }

  get rows(): readonly DashboardRow[] {
    return this.#rows;
  }

  /** @throws Error when there is none of that id */
  alarm(id: string): Alarm {
    const alarm = this.#alarms.get(id);
    if (alarm === undefined) throw new Error(`there is no alarm ${id}`);
    return alarm;
  }

  /** @param id is the logical id, and the name with the stage's before it */
  raise(id: string, { suffering, section, metric, threshold, periods, silenceIsBad = false }: Suffering): void {
    const isAbove = 'above' in threshold;
    const alarm = new Alarm(this, id, {
      alarmName: alarmNameOf(this.stage.name, id),
      alarmDescription: `${suffering} ${runbook}#${section}`,
      metric,
      threshold: isAbove ? threshold.above : threshold.below,
      comparisonOperator: isAbove ? ComparisonOperator.GREATER_THAN_THRESHOLD : ComparisonOperator.LESS_THAN_THRESHOLD,
      datapointsToAlarm: periods.bad,
      evaluationPeriods: periods.of,
      treatMissingData: silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    pinLogicalId(alarm, `${id}Alarm`);
    alarm.addAlarmAction(new SnsAction(this.#topic));
    alarm.addOkAction(new SnsAction(this.#topic));
    this.#alarms.set(id, alarm);
  }

  show(title: string, ...widgets: readonly IWidget[]): void {
    this.#rows.push({ title, widgets });
  }
}
