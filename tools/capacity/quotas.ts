/** The limits of AWS in the model: each with its source, and the effect of a raise. */

export interface Quota {
  readonly value: number;
  readonly unit: string;
  readonly source: string;
  /** Whether AWS raises it on request, and the limit that applies then. */
  readonly raise: string;
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
  },
  partitionReads: {
    value: 3_000,
    unit: 'R/s',
    source: `${dynamodbGuide}/bp-partition-key-design.html`,
    raise: 'Never. Keys have to be spread, or reads be eventual, which cost half.',
  },
  tableWrites: {
    value: 40_000,
    unit: 'W/s',
    source: `${dynamodbGuide}/ServiceQuotas.html`,
    raise: tableRaise,
  },
  tableReads: {
    value: 40_000,
    unit: 'R/s',
    source: `${dynamodbGuide}/ServiceQuotas.html`,
    raise: 'On request. Calls of partners whom an environment does not know rise with it.',
  },
  newTableWrites: {
    value: 4_000,
    unit: 'W/s',
    source: `${dynamodbGuide}/on-demand-capacity-mode.html`,
    raise: 'By warmThroughput, up to the quota of the table; or by itself, to twice the last peak within 30 minutes.',
  },
  newTableReads: {
    value: 12_000,
    unit: 'R/s',
    source: `${dynamodbGuide}/on-demand-capacity-mode.html`,
    raise: 'As the writes.',
  },
  indexWrites: {
    value: 40_000,
    unit: 'W/s',
    source: `${dynamodbGuide}/ServiceQuotas.html`,
    raise: 'On request. The 64 shards of events take 64,000 W/s.',
  },
  streamReaders: {
    value: 2,
    unit: 'readers a shard',
    source: `${dynamodbGuide}/Streams.html`,
    raise: 'Never. A third reader needs a function that serves two.',
  },
  streamBatchBytes: {
    value: 6 * 2 ** 20,
    unit: 'bytes',
    source: `${lambdaGuide}/gettingstarted-limits.html`,
    raise: 'Never. A longer window gathers no more than this.',
  },
  environmentRequests: {
    value: 10,
    unit: 'requests/s an environment',
    source: `${lambdaGuide}/lambda-concurrency.html`,
    raise: 'Never. A raise of the environments raises the calls.',
  },
  environments: {
    value: 1_000,
    unit: 'environments',
    source: `${lambdaGuide}/gettingstarted-limits.html`,
    raise: 'On request. Calls rise by ten each, workers by one batch each.',
  },
  environmentRamp: {
    value: 100,
    unit: 'environments a second, of one function',
    source: `${lambdaGuide}/scaling-behavior.html`,
    raise: 'Never: 1,000 in 10 s. Provisioned concurrency stands ready.',
  },
  queueFirstPollers: {
    value: 5,
    unit: 'batches at a time',
    source: `${lambdaGuide}/services-sqs-scaling.html`,
    raise: 'By provisioned pollers.',
  },
  queueRamp: {
    value: 300,
    unit: 'batches more a minute',
    source: `${lambdaGuide}/services-sqs-scaling.html`,
    raise: 'By provisioned pollers: 1,000 a minute.',
  },
  queueBatches: {
    value: 1_250,
    unit: 'batches at a time, of one event source mapping',
    source: `${lambdaGuide}/services-sqs-scaling.html`,
    raise: 'By provisioned pollers: 20,000. The maximum of a mapping with maximumConcurrency is 1,000.',
  },
  gatewayRequests: {
    value: 10_000,
    unit: 'requests/s of an account and region',
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
    raise: 'On request. The throttle of the stage (lib/stages.ts) is to be raised with it.',
  },
  keyRequests: {
    value: 20_000,
    unit: 'KMS requests/s of an account and region',
    source: 'https://docs.aws.amazon.com/kms/latest/developerguide/requests-per-second.html',
    raise:
      'On request. The default depends on the region, and is higher in some. A worker that remembers more secrets asks less.',
  },
} as const satisfies Readonly<Record<string, Quota>>;

type QuotaName = keyof typeof quotas;

/** Values of a measurement: the defaults, or what a load needs. */
export type Limits = Readonly<Record<QuotaName, number>>;

const quotaNames = Object.keys(quotas) as QuotaName[];

export const limitsOf = (raised: Partial<Limits>): Limits =>
  Object.fromEntries(quotaNames.map((name) => [name, raised[name] ?? quotas[name].value])) as Record<QuotaName, number>;
