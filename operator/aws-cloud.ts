import {
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  type CloudWatchClient,
  type MetricAlarm,
  type MetricDataQuery,
} from '@aws-sdk/client-cloudwatch';
import {
  GetAliasCommand,
  GetFunctionConcurrencyCommand,
  type FunctionConfiguration,
  type LambdaClient,
  paginateListEventSourceMappings,
  paginateListVersionsByFunction,
  PutFunctionConcurrencyCommand,
  UpdateAliasCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { minute } from '../lambdas/kernel/time.ts';
import { variables } from '../lambdas/runtime/environment.ts';
import { visible } from '../packages/terminal/src/visible.ts';
import { Failure } from './failure.ts';
import type { AlarmUp, QueueState, Source, StageCloud, Version } from './stage-cloud.ts';

/** A resource of the stage's stack, as CloudFormation lists it. */
export interface StackResource {
  /** In the template. */
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

export interface AwsParts {
  readonly stage: string;
  readonly lambda: LambdaClient;
  readonly sqs: SQSClient;
  /** The first of the stage's region, the others of regions that have alarms of it. */
  readonly cloudWatch: readonly [CloudWatchClient, ...CloudWatchClient[]];
  readonly resources: () => Promise<readonly StackResource[]>;
}

const lookBack = 15 * minute;
const alias = 'live';

const alarmOf = (it: MetricAlarm, prefix: string): AlarmUp => {
  const [what = '', section = ''] = (it.AlarmDescription ?? '').split(/ (?=docs\/runbook\.md#)/);
  const since = it.StateTransitionedTimestamp ?? it.StateUpdatedTimestamp ?? new Date();
  const isPage = it.AlarmActions?.some((topic) => topic.includes('PageTopic')) ?? false;
  const severity = isPage ? 'page' : 'ticket';
  return { name: it.AlarmName?.replace(prefix, '') ?? '', severity, what, section, since: since.toISOString() };
};

/** The greatest value, or the sum of the values, of a metric of several resources in the last 15 minutes, by resource. */
const measured = async (
  client: CloudWatchClient,
  names: readonly string[],
  metric: readonly [namespace: string, name: string, dimension: string, statistic: 'Maximum' | 'Sum'],
  abortSignal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> => {
  const [Namespace, MetricName, Name, Stat] = metric;
  const queries = names.map((Value, index): MetricDataQuery => {
    const Metric = { Namespace, MetricName, Dimensions: [{ Name, Value }] };
    return { Id: `m${index}`, MetricStat: { Metric, Period: 300, Stat } };
  });
  const now = Date.now();
  const asked = { StartTime: new Date(now - lookBack), EndTime: new Date(now), MetricDataQueries: queries };
  const { MetricDataResults = [] } = await client.send(new GetMetricDataCommand(asked), { abortSignal });
  const found = new Map<string, number>();
  for (const { Id, Values = [] } of MetricDataResults) {
    const name = names[Number(Id?.slice(1))];
    if (name === undefined || Values.length === 0) continue;
    found.set(name, Stat === 'Maximum' ? Math.max(...Values) : Values.reduce((sum, value) => sum + value, 0));
  }
  return found;
};

type Reads = Pick<StageCloud, 'alarms' | 'queues' | 'throttled' | 'sources' | 'releases' | 'reservation' | 'versions'>;

const ofType = async ({ resources }: AwsParts, type: string): Promise<readonly StackResource[]> =>
  (await resources()).filter((resource) => resource.type === type);

const functionsOf = (parts: AwsParts): Promise<readonly StackResource[]> => ofType(parts, 'AWS::Lambda::Function');

/** @throws Failure for a function that the stage does not have */
const physicalName = async (parts: AwsParts, id: string): Promise<string> => {
  const functions = await functionsOf(parts);
  const found = functions.find((one) => one.id === id);
  if (found !== undefined) return found.name;
  const known = functions.map((one) => one.id).toSorted();
  throw new Failure('usage', 'not_found', `the stage has no function ${id}`, { next: `one of ${known.join(', ')}` });
};

const alarmsUp = async ({ cloudWatch, stage }: AwsParts, abortSignal?: AbortSignal): Promise<readonly AlarmUp[]> => {
  const prefix = `swift-worker-${stage}-`;
  // Above 50, the most of a page unless more are asked for.
  const asked = new DescribeAlarmsCommand({ AlarmNamePrefix: prefix, StateValue: 'ALARM', MaxRecords: 100 });
  const answers = await Promise.all(cloudWatch.map((client) => client.send(asked, { abortSignal })));
  const alarms = answers.flatMap(({ MetricAlarms = [] }) => MetricAlarms.map((alarm) => alarmOf(alarm, prefix)));
  return alarms.toSorted((left, right) =>
    `${left.severity}${left.name}`.localeCompare(`${right.severity}${right.name}`),
  );
};

const queuesOf = async (parts: AwsParts, abortSignal?: AbortSignal): Promise<readonly QueueState[]> => {
  const [watch] = parts.cloudWatch;
  const queues = await ofType(parts, 'AWS::SQS::Queue');
  const nameOf = (url: string): string => url.split('/').at(-1) ?? '';
  const names = queues.map(({ name }) => nameOf(name));
  const metric = ['AWS/SQS', 'ApproximateAgeOfOldestMessage', 'QueueName', 'Maximum'] as const;
  const [ages, ...depths] = await Promise.all([
    // Depths are worth something without it.
    measured(watch, names, metric, abortSignal).catch(() => new Map<string, number>()),
    ...queues.map(async ({ id, name }) => {
      const asked = new GetQueueAttributesCommand({ QueueUrl: name, AttributeNames: ['All'] });
      const { Attributes = {} } = await parts.sqs.send(asked, { abortSignal });
      const waiting = Number(Attributes['ApproximateNumberOfMessages'] ?? 0);
      const inFlight = Number(Attributes['ApproximateNumberOfMessagesNotVisible'] ?? 0);
      return { name: id, physical: nameOf(name), waiting, inFlight };
    }),
  ]);
  return depths.map(({ physical, ...depth }) => ({ ...depth, oldest: ages.get(physical) ?? null }));
};

const sourcesOf = async (parts: AwsParts): Promise<readonly Source[]> => {
  const [own, functions] = await Promise.all([ofType(parts, 'AWS::Lambda::EventSourceMapping'), functionsOf(parts)]);
  const found = [];
  for await (const { EventSourceMappings: page = [] } of paginateListEventSourceMappings(
    { client: parts.lambda },
    {},
  )) {
    found.push(...page.filter(({ UUID: id }) => own.some(({ name }) => name === id)));
  }
  return found.map((it) => ({
    id: it.UUID ?? '',
    function: functions.find(({ name }) => name === it.FunctionArn?.split(':')[6])?.id ?? '',
    state: it.State ?? '',
    mostRetries: it.MaximumRetryAttempts ?? null,
    lastResult: it.LastProcessingResult ?? null,
  }));
};

/** The latest code, `$LATEST`, is no number. */
const versionOf = ({ Version: name, Environment: { Variables: given } = {} }: FunctionConfiguration): Version => ({
  number: Number(name),
  table: given?.[variables.tableName] ?? null,
  maintenance: given?.[variables.maintenance] === 'on',
});

const readsOf = (parts: AwsParts): Reads => {
  const { lambda, cloudWatch } = parts;
  const [watch] = cloudWatch;
  const reservation: Reads['reservation'] = async (id) => {
    const asked = new GetFunctionConcurrencyCommand({ FunctionName: await physicalName(parts, id) });
    return (await lambda.send(asked)).ReservedConcurrentExecutions ?? null;
  };
  return {
    alarms: (signal) => alarmsUp(parts, signal),
    queues: (signal) => queuesOf(parts, signal),
    throttled: async (signal) => {
      const functions = await functionsOf(parts);
      const names = functions.map(({ name }) => name);
      const counts = await measured(watch, names, ['AWS/Lambda', 'Throttles', 'FunctionName', 'Sum'], signal);
      const throttled = functions.filter(({ name }) => (counts.get(name) ?? 0) > 0);
      const found = throttled.map(async ({ id, name }) => {
        const count = counts.get(name) ?? 0;
        return { function: id, count, reservation: await reservation(id) };
      });
      return (await Promise.all(found)).toSorted((left, right) => right.count - left.count);
    },
    sources: () => sourcesOf(parts),
    releases: async (abortSignal) => {
      const [aliases, functions] = await Promise.all([ofType(parts, 'AWS::Lambda::Alias'), functionsOf(parts)]);
      const released = functions.filter(({ name }) => aliases.some((one) => one.name.endsWith(`:${name}:${alias}`)));
      return Promise.all(
        released.map(async ({ id, name }) => {
          const it = await lambda.send(new GetAliasCommand({ FunctionName: name, Name: alias }), { abortSignal });
          const [next] = Object.entries(it.RoutingConfig?.AdditionalVersionWeights ?? {});
          const shifted = next === undefined ? null : { version: next[0], share: next[1] };
          return { function: id, version: it.FunctionVersion ?? '', next: shifted };
        }),
      );
    },
    reservation,
    versions: async (id) => {
      const versions: Version[] = [];
      const asked = { FunctionName: await physicalName(parts, id) };
      for await (const { Versions: page = [] } of paginateListVersionsByFunction({ client: lambda }, asked)) {
        versions.push(...page.map(versionOf).filter(({ number }) => number > 0));
      }
      return versions.toSorted((left, right) => left.number - right.number);
    },
  };
};

/** A call of AWS, whose errors become failures. @param right what the call needs, of calls that change something */
const failing =
  <Given extends readonly unknown[], Result>(call: (...given: Given) => Promise<Result>, right?: string) =>
  async (...given: Given): Promise<Result> => {
    try {
      return await call(...given);
    } catch (error) {
      if (error instanceof Failure) throw error;
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const denied = right !== undefined && reason.startsWith('AccessDenied');
      const more = { cause: error, ...(denied && { next: `your credentials need ${right}` }) };
      throw new Failure('unreachable', 'aws_refused', `AWS did not do it: ${visible(reason)}`, more);
    }
  };

/** A stage's services on AWS, or on the local cloud, which answers these calls as AWS does. */
export const awsCloud = (parts: AwsParts): StageCloud => {
  const { lambda } = parts;
  const { alarms, queues, throttled, sources, releases, reservation, versions } = readsOf(parts);
  const reserve = async (id: string, most: number): Promise<void> => {
    const FunctionName = await physicalName(parts, id);
    await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: most }));
  };
  const limitRetries = async (UUID: string, most: number): Promise<void> => {
    await lambda.send(new UpdateEventSourceMappingCommand({ UUID, MaximumRetryAttempts: most }));
  };
  const point = async (id: string, FunctionVersion: string): Promise<void> => {
    const FunctionName = await physicalName(parts, id);
    const RoutingConfig = { AdditionalVersionWeights: {} };
    await lambda.send(new UpdateAliasCommand({ FunctionName, Name: alias, FunctionVersion, RoutingConfig }));
  };
  // The changes need rights that `OperatorPolicyArn` does not have.
  return {
    alarms: failing(alarms),
    queues: failing(queues),
    throttled: failing(throttled),
    sources: failing(sources),
    releases: failing(releases),
    reservation: failing(reservation),
    versions: failing(versions),
    reserve: failing(reserve, 'lambda:PutFunctionConcurrency'),
    limitRetries: failing(limitRetries, 'lambda:UpdateEventSourceMapping'),
    point: failing(point, 'lambda:UpdateAlias'),
  };
};
