import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { standbyOf } from '../../lib/standby.ts';
import { production } from '../../lib/stages.ts';
import {
  auditCopyCounts,
  edgeCounts,
  probeCounts,
  standbyCounts,
  standingCounts,
} from '../../tools/cost/standing-counts.ts';
import {
  configured,
  ofType,
  synthesise,
  synthesiseEdge,
  withAuditCopy,
  withProbe,
  type Resource,
} from '../../tools/harness/synthesised.ts';
import { edge, withDomain, withStandby } from './with-domain.ts';

const alarm = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() });
const perHour: Readonly<Record<string, number>> = { 'rate(1 minute)': 60, 'rate(15 minutes)': 4 };

/** CloudWatch charges each metric that an alarm watches. */
const alarmMetricsOf = (resources: Readonly<Record<string, Resource>>): number =>
  ofType(resources, 'AWS::CloudWatch::Alarm')
    .map(([, { Properties }]) => alarm.parse(Properties).Metrics)
    .map((metrics) => metrics?.filter(({ MetricStat: stat }) => stat !== undefined).length ?? 1)
    .reduce((sum, metrics) => sum + metrics, 0);

const webAcl = z.object({ Rules: z.array(z.unknown()) });

describe('what costs something without calls', () => {
  it('is what production’s template has', () => {
    const { Resources } = synthesise(configured(production));
    const count = (type: string): number => ofType(Resources, type).length;
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
      alarmMetrics: alarmMetricsOf(Resources),
      polledQueues: polled.length,
      sweepsAnHour: schedules[0],
      auditsAnHour: schedules[1],
    }).toEqual(standingCounts);
    expect(schedules).toHaveLength(2);
  });

  it('is what the template of an edge adds', () => {
    const { Resources } = synthesiseEdge(withDomain({ edge }));
    const count = (type: string): number => ofType(Resources, type).length;
    expect({
      keys: count('AWS::KMS::Key'),
      secrets: count('AWS::SecretsManager::Secret'),
      rules: ofType(Resources, 'AWS::WAFv2::WebACL').flatMap(([, { Properties }]) => webAcl.parse(Properties).Rules)
        .length,
      alarmMetrics: alarmMetricsOf(Resources),
    }).toEqual(edgeCounts);
  });

  it('counts what copies of the audit trail add', () => {
    const counted = (of: typeof production) => {
      const { Resources } = synthesise(of);
      const sources = ofType(Resources, 'AWS::Lambda::EventSourceMapping');
      const queues = sources.filter(([, { Properties }]) => Properties['StartingPosition'] === undefined);
      return { alarmMetrics: alarmMetricsOf(Resources), polledQueues: queues.length };
    };
    const [without, having] = [counted(production), counted(withAuditCopy(production))];
    expect({
      alarmMetrics: having.alarmMetrics - without.alarmMetrics,
      polledQueues: having.polledQueues - without.polledQueues,
    }).toEqual(auditCopyCounts);
  });

  it('counts what a closed standby has', () => {
    const standby = standbyOf({ ...production, replica: withStandby(production, 'eu-central-1') });
    if (standby === null) throw new Error('there is no standby');
    const { Resources } = synthesise(standby);
    const count = (type: string): number => ofType(Resources, type).length;
    expect({
      keys: count('AWS::KMS::Key'),
      secrets: count('AWS::SecretsManager::Secret'),
      dashboards: count('AWS::CloudWatch::Dashboard'),
      alarmMetrics: alarmMetricsOf(Resources),
    }).toEqual(standbyCounts);
  });

  it('counts what a probe adds', () => {
    const counted = (of: typeof production) => {
      const { Resources } = synthesise(of);
      const secrets = ofType(Resources, 'AWS::SecretsManager::Secret').length;
      return { alarmMetrics: alarmMetricsOf(Resources), secrets, resources: Resources };
    };
    const [without, having] = [counted(production), counted(withProbe(production))];
    expect({
      alarmMetrics: having.alarmMetrics - without.alarmMetrics,
      secrets: having.secrets - without.secrets,
    }).toEqual({ alarmMetrics: probeCounts.alarmMetrics, secrets: probeCounts.secrets });
    expect(having.resources['StageProbeSchedule']?.Properties).toMatchObject({
      ScheduleExpression: `rate(${60 / probeCounts.runsAnHour} minutes)`,
    });
  });
});
