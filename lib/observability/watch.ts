import { Alarm, ComparisonOperator, TreatMissingData, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import type { Severity } from '../severity.ts';
import type { StageConfig, StageName } from '../stages.ts';

const alarmNameOf = (stage: StageName, id: string): string => `swift-worker-${stage}-${id}`;
export const alarmNamesOf = (stage: StageName): string => alarmNameOf(stage, '*');

const runbook = 'docs/runbook.md';

export interface Suffering {
  readonly severity: Severity;
  /** The effect during the alarm, which begins the description. */
  readonly impact: string;
  /** The anchor of the section in the runbook. */
  readonly section: string;
  readonly metric: IMetric;
  readonly threshold: { readonly above: number } | { readonly below: number };
  /** The number of bad periods among the last periods that raises the alarm. */
  readonly periods: { readonly bad: number; readonly of: number };
  /** Whether missing data raises the alarm. */
  readonly silenceIsBad?: boolean;
}

/** The topic of each severity. */
export type AlarmTopics = (severity: Severity) => ITopic;

/** A row of the dashboard with its heading. */
export interface DashboardRow {
  readonly title: string;
  readonly widgets: readonly IWidget[];
}

/** The alarms and the dashboard rows of a stage. */
export class Watch extends Construct {
  readonly stage: StageConfig;
  readonly #topics: AlarmTopics;
  readonly #alarms = new Map<string, { readonly alarm: Alarm; readonly severity: Severity }>();
  readonly #rows: DashboardRow[] = [];

  constructor(scope: Construct, id: string, stage: StageConfig, topics: AlarmTopics) {
    super(scope, id);
    this.stage = stage;
    this.#topics = topics;
  }

  alarmsOf(severity: Severity): readonly Alarm[] {
    return Array.from(this.#alarms.values()).flatMap((one) => (one.severity === severity ? [one.alarm] : []));
  }

  get rows(): readonly DashboardRow[] {
    return this.#rows;
  }

  /** @throws Error without an alarm of that id */
  alarm(id: string): Alarm {
    const found = this.#alarms.get(id);
    if (found === undefined) throw new Error(`there is no alarm ${id}`);
    return found.alarm;
  }

  /** @param id the logical id, and with the stage as prefix the name */
  raise(id: string, { severity, impact, section, metric, threshold, periods, silenceIsBad = false }: Suffering): void {
    const isAbove = 'above' in threshold;
    const alarm = new Alarm(this, id, {
      alarmName: alarmNameOf(this.stage.name, id),
      alarmDescription: `${impact} ${runbook}#${section}`,
      metric,
      threshold: isAbove ? threshold.above : threshold.below,
      comparisonOperator: isAbove ? ComparisonOperator.GREATER_THAN_THRESHOLD : ComparisonOperator.LESS_THAN_THRESHOLD,
      datapointsToAlarm: periods.bad,
      evaluationPeriods: periods.of,
      treatMissingData: silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    pinLogicalId(alarm, `${id}Alarm`);
    const action = new SnsAction(this.#topics(severity));
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    this.#alarms.set(id, { alarm, severity });
  }

  show(title: string, ...widgets: readonly IWidget[]): void {
    this.#rows.push({ title, widgets });
  }
}
