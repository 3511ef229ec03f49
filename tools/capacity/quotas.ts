/** The limits of AWS in the model: each with its source, and the effect of a raise. */

export interface Quota {
  readonly value: number;
  readonly unit: string;
  readonly source: string;
  /** Whether AWS raises it on request, and the limit that applies then. */
  readonly raise: string;
  /** Whether a run at a tenth has a tenth of the limit. */
  readonly scales: boolean;
}

const dynamodbGuide = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const lambdaGuide = 'https://docs.aws.amazon.com/lambda/latest/dg';
const tableRaise = 'On request. Commits, reports and deliveries rise with it until a partition is the bound.';

export const quotas = {
  partitionWrites: {
    value: 1_000,
    unit: 'W/s',
    source: `${dynamodbGuide}/bp-partition-key-design.html`,
    raise: 'Never. Keys have to be spread.',
    scales: true,
  },
  partitionReads: {
    value: 3_000,
    unit: 'R/s',
    source: `${dynamodbGuide}/bp-partition-key-design.html`,
    raise: 'Never. Keys have to be spread, or reads be eventual, which cost half.',
    scales: true,
  },
  tableWrites: {
    value: 40_000,
    unit: 'W/s',
    source: `${dynamodbGuide}/ServiceQuotas.html`,
    raise: tableRaise,
    scales: true,
  },
  tableReads: {
    value: 40_000,
    unit: 'R/s',
    source: `${dynamodbGuide}/ServiceQuotas.html`,
    raise: 'On request. Calls of partners whom an environment does not know rise with it.',
    scales: true,
  },
  newTableWrites: {
    value: 4_000,
    unit: 'W/s',
    source: `${dynamodbGuide}/on-demand-capacity-mode.html`,
    raise: 'By warmThroughput, up to the quota of the table; or by itself, to twice the last peak within 30 minutes.',
    scales: true,
  },
  newTableReads: {
    value: 12_000,
    unit: 'R/s',
    source: `${dynamodbGuide}/on-demand-capacity-mode.html`,
    raise: 'As the writes.',
    scales: true,
  },
  indexWrites: {
    value: 40_000,
    unit: 'W/s',
    source: `${dynamodbGuide}/ServiceQuotas.html`,
    raise: 'On request. The shards of the index are the bound long before.',
    scales: true,
  },
  streamReaders: {
    value: 2,
    unit: 'readers a shard',
    source: `${dynamodbGuide}/Streams.html`,
    raise: 'Never. A third reader needs a function that serves two.',
    scales: false,
  },
  streamBatchBytes: {
    value: 6 * 2 ** 20,
    unit: 'bytes',
    source: `${lambdaGuide}/gettingstarted-limits.html`,
    raise: 'Never. A longer window gathers no more than this.',
    scales: false,
  },
  environmentRequests: {
    value: 10,
    unit: 'requests/s an environment',
    source: `${lambdaGuide}/lambda-concurrency.html`,
    raise: 'Never. A raise of the environments raises the calls.',
    scales: false,
  },
  environments: {
    value: 1_000,
    unit: 'environments',
    source: `${lambdaGuide}/gettingstarted-limits.html`,
    raise: 'On request. Calls rise by ten each, workers by one batch each.',
    scales: true,
  },
  environmentRamp: {
    value: 100,
    unit: 'environments a second, of one function',
    source: `${lambdaGuide}/scaling-behavior.html`,
    raise: 'Never: 1,000 in 10 s. Provisioned concurrency stands ready.',
    scales: true,
  },
  queueFirstPollers: {
    value: 5,
    unit: 'batches at a time',
    source: `${lambdaGuide}/services-sqs-scaling.html`,
    raise: 'By provisioned pollers.',
    scales: true,
  },
  queueRamp: {
    value: 300,
    unit: 'batches more a minute',
    source: `${lambdaGuide}/services-sqs-scaling.html`,
    raise: 'By provisioned pollers: 1,000 a minute.',
    scales: true,
  },
  queueBatches: {
    value: 1_250,
    unit: 'batches at a time, of one event source mapping',
    source: `${lambdaGuide}/services-sqs-scaling.html`,
    raise: 'By provisioned pollers: 20,000. The maximum of a mapping with maximumConcurrency is 1,000.',
    scales: true,
  },
  gatewayRequests: {
    value: 10_000,
    unit: 'requests/s of an account and region',
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
    raise: 'On request. The throttle of the stage (lib/stages.ts) is to be raised with it.',
    scales: true,
  },
  keyRequests: {
    value: 20_000,
    unit: 'KMS requests/s of an account and region',
    source: 'https://docs.aws.amazon.com/kms/latest/developerguide/requests-per-second.html',
    raise:
      'On request. The default depends on the region, and is higher in some. A worker that remembers more secrets asks less.',
    scales: true,
  },
} as const satisfies Readonly<Record<string, Quota>>;

type QuotaName = keyof typeof quotas;

/** Values of a run: the defaults, or what a scenario raises. */
export type Limits = Readonly<Record<QuotaName, number>>;

const quotaNames = Object.keys(quotas) as QuotaName[];

/** @param scale of the run: with a tenth of the limits, the partners and the load, the shares are the same */
export const limitsOf = (raised: Partial<Limits>, scale: number): Limits => {
  const of = (name: QuotaName): number => (raised[name] ?? quotas[name].value) * (quotas[name].scales ? scale : 1);
  return Object.fromEntries(quotaNames.map((name) => [name, of(name)])) as Record<QuotaName, number>;
};
