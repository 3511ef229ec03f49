import { z } from 'zod';
import { alarmState, type AlarmConfiguration, type MetricQuery, type MetricSource } from './alarms.ts';
import type { Functions } from './lambda/functions.ts';
import type { FunctionLog } from './lambda/log.ts';
import { AwsError, type AwsService } from './services/aws-service.ts';
import { parseJsonObject } from './services/json-object.ts';
import type { QueueDepth } from './services/sqs.ts';

export interface Monitored {
  readonly alarms: readonly AlarmConfiguration[];
  readonly functions: Functions;
  readonly log: FunctionLog;
  readonly queueDepths: () => readonly QueueDepth[];
  readonly oldestAt: (queueName: string) => number | undefined;
  readonly now: () => number;
}

const counted = z.enum(['Invocations', 'Errors', 'Throttles']);

/** The current number: no history of queues is kept. */
const queueValue = (it: Monitored, { MetricName: metric, Period }: MetricQuery, name: string, from: number) => {
  if (from + Period * 1000 <= it.now()) return undefined;
  const oldest = it.oldestAt(name);
  if (metric === 'ApproximateAgeOfOldestMessage') return oldest === undefined ? 0 : (it.now() - oldest) / 1000;
  if (metric !== 'ApproximateNumberOfMessagesVisible') return null;
  return it.queueDepths().find((depth) => depth.name === name)?.visible;
};

/** A metric that functions write into their log lines, in CloudWatch's embedded format: fields of the line. */
const loggedValue = ({ log }: Monitored, query: MetricQuery, from: number): number | undefined => {
  const to = from + query.Period * 1000;
  const values = log.lines
    .filter(({ at, text }) => text.includes(`"${query.MetricName}"`) && Date.parse(at) >= from && Date.parse(at) < to)
    .flatMap(({ text }) => {
      const data = parseJsonObject(text);
      const value = data?.[query.MetricName];
      const isOfIt = query.Dimensions.every(({ Name, Value }) => data?.[Name] === Value);
      return isOfIt && typeof value === 'number' ? [value] : [];
    });
  if (values.length === 0) return undefined;
  return query.Statistic === 'Maximum' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
};

const metricSource =
  (it: Monitored): MetricSource =>
  (query, from) => {
    const [dimension] = query.Dimensions;
    switch (query.Namespace) {
      case 'AWS/Lambda': {
        const to = from + query.Period * 1000;
        const lambda = dimension && it.functions.find(dimension.Value);
        if (query.MetricName === 'IteratorAge') return lambda?.iteratorAge(from, to);
        const name = counted.safeParse(query.MetricName).data;
        return name === undefined || dimension === undefined ? null : lambda?.count(name, from, to);
      }
      case 'AWS/SQS':
        return queueValue(it, query, dimension?.Value ?? '', from);
      default:
        return query.Namespace.startsWith('AWS/') ? null : loggedValue(it, query, from);
    }
  };

const dataInput = z.object({
  StartTime: z.number(),
  EndTime: z.number(),
  MetricDataQueries: z
    .array(
      z.object({
        Id: z.string().regex(/^[a-z][A-Za-z0-9_]*$/),
        MetricStat: z.object({
          Metric: z.object({
            Namespace: z.string(),
            MetricName: z.string(),
            Dimensions: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
          }),
          Period: z.int().min(60),
          Stat: z.enum(['Sum', 'Maximum']),
        }),
      }),
    )
    .max(500),
});
const alarmsInput = z.object({
  AlarmNamePrefix: z.string().default(''),
  StateValue: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']).optional(),
});

const getMetricData = (
  { StartTime, EndTime, MetricDataQueries }: z.infer<typeof dataInput>,
  valueOf: MetricSource,
) => ({
  MetricDataResults: MetricDataQueries.map(({ Id, MetricStat: { Metric, Period, Stat } }) => {
    const first = Math.floor(StartTime / Period);
    const periods = Array.from({ length: Math.ceil(EndTime / Period) - first }, (_, index) => (first + index) * Period);
    const points = periods.flatMap((at) => {
      const value = valueOf({ ...Metric, Period, Statistic: Stat }, at * 1000);
      return typeof value === 'number' ? [{ at, value }] : [];
    });
    return {
      Id,
      Label: Metric.MetricName,
      Timestamps: points.map(({ at }) => at),
      Values: points.map(({ value }) => value),
      StatusCode: 'Complete',
    };
  }),
});

/** CloudWatch's metrics of functions, queues and log lines, and the alarms over one of them. */
export const createMonitoring = (it: Monitored): AwsService => {
  const valueOf = metricSource(it);
  const since = it.now();
  const changed = new Map<string, { readonly state: string; readonly at: number }>();
  const describe = (alarm: AlarmConfiguration) => {
    const now = it.now();
    const state = alarmState(alarm, valueOf, now, since);
    const before = changed.get(alarm.name);
    const at = before?.state === state ? before.at : now;
    changed.set(alarm.name, { state, at });
    return {
      AlarmName: alarm.name,
      AlarmDescription: alarm.description,
      AlarmActions: alarm.actions,
      StateValue: state,
      StateUpdatedTimestamp: at / 1000,
    };
  };
  const perform = (operation: string, input: unknown): object => {
    if (operation === 'GetMetricData') return getMetricData(dataInput.parse(input), valueOf);
    if (operation !== 'DescribeAlarms') {
      throw new AwsError('UnknownOperationException', `${operation} is not supported locally`);
    }
    const { AlarmNamePrefix: prefix, StateValue: wanted } = alarmsInput.parse(input);
    const all = it.alarms.filter(({ name }) => name.startsWith(prefix)).map(describe);
    return { MetricAlarms: all.filter(({ StateValue: state }) => wanted === undefined || state === wanted) };
  };
  return ({ operation, input }) => {
    try {
      const body = JSON.stringify(perform(operation, input));
      return Promise.resolve({ status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body });
    } catch (error) {
      const failure =
        error instanceof z.ZodError ? new AwsError('InvalidParameterValue', z.prettifyError(error)) : error;
      return Promise.reject(failure instanceof Error ? failure : new Error(String(failure)));
    }
  };
};
