import { z } from 'zod';
import type { CreatedResource } from '../intrinsics.ts';
import { parseScheduleExpression } from '../schedule-expression.ts';
import { arn } from '../services/names.ts';
import type { JsonObject } from '../template.ts';
import type { Creation } from './blueprint.ts';

const State = z.enum(['ENABLED', 'DISABLED']).default('ENABLED');

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-events-rule.html
const Rule = z.object({
  Name: z.string().optional(),
  ScheduleExpression: z.string({ error: 'the local cloud fires rules by schedule only' }),
  State,
  Targets: z
    .array(
      z.object({
        Arn: z.string(),
        Input: z.string().optional(),
        InputTransformer: z.undefined({ error: 'the local cloud does not transform inputs' }).optional(),
      }),
    )
    .default([]),
});

// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-scheduler-schedule.html
const Schedule = z.object({
  Name: z.string().optional(),
  GroupName: z.string().default('default'),
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.enum(['UTC', 'Etc/UTC']).default('UTC'),
  State,
  Target: z.object({ Arn: z.string(), Input: z.string().optional() }),
});

export const createRule = (properties: JsonObject, { blueprint, stackName, logicalId }: Creation): CreatedResource => {
  const rule = Rule.parse(properties);
  const name = rule.Name ?? `${stackName}-${logicalId}`;
  const ruleArn = arn('events', `rule/${name}`);
  blueprint.schedules.push({
    name: logicalId,
    arn: ruleArn,
    source: 'aws.events',
    expression: parseScheduleExpression(rule.ScheduleExpression),
    enabled: rule.State === 'ENABLED',
    targets: rule.Targets.map(({ Arn, Input }) => ({ functionArn: Arn, input: Input })),
  });
  return { ref: name, attributes: { Arn: ruleArn } };
};

export const createSchedule = (
  properties: JsonObject,
  { blueprint, stackName, logicalId }: Creation,
): CreatedResource => {
  const schedule = Schedule.parse(properties);
  const name = schedule.Name ?? `${stackName}-${logicalId}`;
  const scheduleArn = arn('scheduler', `schedule/${schedule.GroupName}/${name}`);
  blueprint.schedules.push({
    name: logicalId,
    arn: scheduleArn,
    source: 'aws.scheduler',
    expression: parseScheduleExpression(schedule.ScheduleExpression),
    enabled: schedule.State === 'ENABLED',
    targets: [{ functionArn: schedule.Target.Arn, input: schedule.Target.Input }],
  });
  return { ref: name, attributes: { Arn: scheduleArn } };
};
