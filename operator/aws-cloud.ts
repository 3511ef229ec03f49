import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  type MetricAlarm,
  type MetricDataQuery,
} from '@aws-sdk/client-cloudwatch';
import {
  GetAliasCommand,
  GetFunctionConcurrencyCommand,
  type FunctionConfiguration,
  LambdaClient,
  paginateListEventSourceMappings,
  paginateListVersionsByFunction,
  PutFunctionConcurrencyCommand,
  UpdateAliasCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { minute } from '../lambdas/kernel/time.ts';
import { variables } from '../lambdas/runtime/environment.ts';
import { visible } from '../packages/terminal/src/visible.ts';
import { Failure } from './failure.ts';
import type { AlarmUp, QueueState, Release, Source, StageCloud, Throttled, Version } from './stage-cloud.ts';

/** A resource of the stage's stack, as CloudFormation lists it. */
export interface StackResource {
  /** In the template. */
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

interface CloudOptions {
  readonly stage: string;
  readonly resources: () => Promise<readonly StackResource[]>;
}

interface AwsParts extends CloudOptions {
  readonly lambda: LambdaClient;
  readonly sqs: SQSClient;
  /** The first of the stage's region, the others of regions that have alarms of it. */
  readonly cloudWatch: readonly [CloudWatchClient, ...CloudWatchClient[]];
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
  const { lambda: client } = parts;
  for await (const { EventSourceMappings: page = [] } of paginateListEventSourceMappings({ client }, {})) {
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

const reservationOf = async (parts: AwsParts, id: string): Promise<number | null> => {
  const asked = new GetFunctionConcurrencyCommand({ FunctionName: await physicalName(parts, id) });
  return (await parts.lambda.send(asked)).ReservedConcurrentExecutions ?? null;
};

const throttledOf = async (parts: AwsParts, signal?: AbortSignal): Promise<readonly Throttled[]> => {
  const functions = await functionsOf(parts);
  const names = functions.map(({ name }) => name);
  const metric = ['AWS/Lambda', 'Throttles', 'FunctionName', 'Sum'] as const;
  const counts = await measured(parts.cloudWatch[0], names, metric, signal);
  const found = functions.flatMap(({ id, name }) =>
    (counts.get(name) ?? 0) > 0 ? [{ id, count: counts.get(name) ?? 0 }] : [],
  );
  const throttled = found.map(async ({ id, count }) => ({
    function: id,
    count,
    reservation: await reservationOf(parts, id),
  }));
  return (await Promise.all(throttled)).toSorted((left, right) => right.count - left.count);
};

const releasesOf = async (parts: AwsParts, abortSignal?: AbortSignal): Promise<readonly Release[]> => {
  const [aliases, functions] = await Promise.all([ofType(parts, 'AWS::Lambda::Alias'), functionsOf(parts)]);
  const released = functions.filter(({ name }) => aliases.some((one) => one.name.endsWith(`:${name}:${alias}`)));
  return Promise.all(
    released.map(async ({ id, name }) => {
      const it = await parts.lambda.send(new GetAliasCommand({ FunctionName: name, Name: alias }), { abortSignal });
      const [next] = Object.entries(it.RoutingConfig?.AdditionalVersionWeights ?? {});
      const shifted = next === undefined ? null : { version: next[0], share: next[1] };
      return { function: id, version: it.FunctionVersion ?? '', next: shifted };
    }),
  );
};

const versionsOf = async (parts: AwsParts, id: string): Promise<readonly Version[]> => {
  const versions: Version[] = [];
  const asked = { FunctionName: await physicalName(parts, id) };
  for await (const { Versions: page = [] } of paginateListVersionsByFunction({ client: parts.lambda }, asked)) {
    versions.push(...page.map(versionOf).filter(({ number }) => number > 0));
  }
  return versions.toSorted((left, right) => left.number - right.number);
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

/**
 * A stage's services on AWS, or on the local cloud, which answers these calls as AWS does.
 * @param regions others that have alarms of the stage
 */
export const awsCloud = (
  options: CloudOptions,
  client: Pick<SQSClientConfig, 'endpoint' | 'region' | 'credentials'>,
  regions: readonly string[] = [],
): StageCloud => {
  const lambda = new LambdaClient(client);
  const others = regions.map((region) => new CloudWatchClient({ ...client, region }));
  const cloudWatch = [new CloudWatchClient(client), ...others] as const;
  const parts: AwsParts = { ...options, lambda, sqs: new SQSClient(client), cloudWatch };
  return {
    alarms: failing((signal) => alarmsUp(parts, signal)),
    queues: failing((signal) => queuesOf(parts, signal)),
    throttled: failing((signal) => throttledOf(parts, signal)),
    sources: failing(() => sourcesOf(parts)),
    releases: failing((signal) => releasesOf(parts, signal)),
    reservation: failing((id) => reservationOf(parts, id)),
    versions: failing((id) => versionsOf(parts, id)),
    // The changes need rights that `OperatorPolicyArn` does not have.
    reserve: failing(async (id, most) => {
      const FunctionName = await physicalName(parts, id);
      await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: most }));
    }, 'lambda:PutFunctionConcurrency'),
    limitRetries: failing(async (UUID, most) => {
      await lambda.send(new UpdateEventSourceMappingCommand({ UUID, MaximumRetryAttempts: most }));
    }, 'lambda:UpdateEventSourceMapping'),
    point: failing(async (id, FunctionVersion) => {
      const FunctionName = await physicalName(parts, id);
      const RoutingConfig = { AdditionalVersionWeights: {} };
      await lambda.send(new UpdateAliasCommand({ FunctionName, Name: alias, FunctionVersion, RoutingConfig }));
    }, 'lambda:UpdateAlias'),
  };
};
