/** The limits of AWS that bound a load, as of November 2026: each with its source, and whether AWS raises it. */

export interface Quota {
  readonly value: number;
  readonly unit: string;
  readonly source: string;
  readonly raise: string;
}

const dynamodbGuide = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const lambdaGuide = 'https://docs.aws.amazon.com/lambda/latest/dg';

export const quotas = {
  gatewayRequests: {
    value: 10_000,
    unit: 'requests/s of an account and region',
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
    raise: 'On request. Raise the throttle of the stage (`lib/stages.ts`) with it.',
  },
  environments: {
    value: 1_000,
    unit: 'environments of an account and region',
    source: `${lambdaGuide}/gettingstarted-limits.html`,
    raise: 'On request.',
  },
  environmentRequests: {
    value: 10,
    unit: 'requests/s of an environment',
    source: `${lambdaGuide}/lambda-concurrency.html`,
    raise: 'Never.',
  },
  environmentRamp: {
    value: 100,
    unit: 'environments of a function more each second',
    source: `${lambdaGuide}/scaling-behavior.html`,
    raise: 'Never. Provisioned concurrency stands ready.',
  },
  tableWrites: {
    value: 40_000,
    unit: 'W/s of a table, or of an index',
    source: `${dynamodbGuide}/ServiceQuotas.html`,
    raise: 'On request.',
  },
  tableReads: {
    value: 40_000,
    unit: 'R/s of a table',
    source: `${dynamodbGuide}/ServiceQuotas.html`,
    raise: 'On request.',
  },
  newTableWrites: {
    value: 4_000,
    unit: 'W/s of a new table',
    source: `${dynamodbGuide}/on-demand-capacity-mode.html`,
    raise: 'By `warmThroughput`, or by itself to twice the last peak within 30 minutes. Reads alike, from 12,000.',
  },
  partitionWrites: {
    value: 1_000,
    unit: 'W/s of a partition',
    source: `${dynamodbGuide}/bp-partition-key-design.html`,
    raise: 'Never. Keys have to be spread.',
  },
  partitionReads: {
    value: 3_000,
    unit: 'R/s of a partition',
    source: `${dynamodbGuide}/bp-partition-key-design.html`,
    raise: 'Never. Keys have to be spread, or reads be eventual, which cost half.',
  },
  queueBatches: {
    value: 1_250,
    unit: 'batches at a time of an event source mapping, 300 more each minute',
    source: `${lambdaGuide}/services-sqs-scaling.html`,
    raise: 'By provisioned pollers: 20,000 at a time, 1,000 more each minute.',
  },
  keyRequests: {
    value: 20_000,
    unit: 'KMS requests/s of an account and region',
    source: 'https://docs.aws.amazon.com/kms/latest/developerguide/requests-per-second.html',
    raise: 'On request. The default depends on the region.',
  },
} as const satisfies Readonly<Record<string, Quota>>;
