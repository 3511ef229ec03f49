import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { production } from '../../lib/stages.ts';
import { standingCounts } from '../../tools/cost/standing-counts.ts';
import { configured, ofType, synthesise } from '../../tools/harness/synthesised.ts';

const alarm = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() });
const perHour: Readonly<Record<string, number>> = { 'rate(1 minute)': 60, 'rate(15 minutes)': 4 };

describe('what costs something while nobody calls', () => {
  it('is what production’s template has', () => {
    const { Resources } = synthesise(configured(production));
    const count = (type: string): number => ofType(Resources, type).length;
    const alarmMetrics = ofType(Resources, 'AWS::CloudWatch::Alarm')
      .map(([, { Properties }]) => alarm.parse(Properties).Metrics)
      .map((metrics) => metrics?.filter(({ MetricStat: stat }) => stat !== undefined).length ?? 1)
      .reduce((sum, metrics) => sum + metrics, 0);
    const polled = ofType(Resources, 'AWS::Lambda::EventSourceMapping').filter(
      ([, { Properties }]) => Properties['StartingPosition'] === undefined,
    );
    const schedules = ofType(Resources, 'AWS::Events::Rule')
      .map(([, { Properties }]) => perHour[z.string().parse(Properties['ScheduleExpression'])] ?? NaN)
      .toSorted((left, right) => right - left);
    expect({
      keys: count('AWS::KMS::Key'),
      secrets: count('AWS::SecretsManager::Secret'),
      dashboards: count('AWS::CloudWatch::Dashboard'),
      alarmMetrics,
      polledQueues: polled.length,
      sweepsAnHour: schedules[0],
      auditsAnHour: schedules[1],
    }).toEqual(standingCounts);
    expect(schedules).toHaveLength(2);
  });
});
