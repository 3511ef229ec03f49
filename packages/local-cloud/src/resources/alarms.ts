import { z } from 'zod';
import type { CreatedResource } from '../intrinsics.ts';
import type { JsonObject } from '../template.ts';
import type { Creation } from './blueprint.ts';

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudwatch-alarm.html
const metric = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
  Statistic: z.enum(['Sum', 'Maximum']),
  Period: z.number(),
});
const properties = z.object({
  AlarmName: z.string().optional(),
  AlarmDescription: z.string().default(''),
  Threshold: z.number().default(0),
  ComparisonOperator: z.string(),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.number().optional(),
  AlarmActions: z.array(z.string()).default([]),
  TreatMissingData: z.string().default('missing'),
});

export const createAlarm = (given: JsonObject, { blueprint, stackName, logicalId }: Creation): CreatedResource => {
  const { AlarmName: name = `${stackName}-${logicalId}`, ...alarm } = properties.parse(given);
  blueprint.alarms.push({
    name,
    description: alarm.AlarmDescription,
    // An alarm over several metrics is not evaluated.
    metric: metric.safeParse(given).data ?? null,
    threshold: alarm.Threshold,
    isBelow: alarm.ComparisonOperator === 'LessThanThreshold',
    periods: { bad: alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods, of: alarm.EvaluationPeriods },
    actions: alarm.AlarmActions,
    silenceIsBad: alarm.TreatMissingData === 'breaching',
  });
  return { ref: name, attributes: { Arn: `arn:aws:cloudwatch:local:000000000000:alarm:${name}` } };
};
