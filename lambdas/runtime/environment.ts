import { queueNames, type QueueName } from '../domain/work.ts';

/** By which variable a function knows the address of a queue of hints. */
export type QueueVariable = `${QueueName}QueueUrl`;
export const queueVariable = (queue: QueueName): QueueVariable => `${queue}QueueUrl`;

const queueVariables = Object.fromEntries(
  queueNames.map((queue) => [queueVariable(queue), `${queue.toUpperCase()}_QUEUE_URL`]),
) as Readonly<Record<QueueVariable, string>>;

/**
 * The environment variables of the functions: one name each, shared with `lib/`, parsed once at cold start.
 * A function reads only the variables it was given; a missing one stops the cold start with its name.
 */
export const variables = {
  /** `local`, `staging` or `production`. */
  stage: 'STAGE',
  tableName: 'TABLE_NAME',
  /** Issuer of the members' ID tokens: `https://cognito-idp.<region>.amazonaws.com/<pool>`. */
  memberIssuer: 'MEMBER_ISSUER',
  memberClientId: 'MEMBER_CLIENT_ID',
  /** The user pool's JWKS URI; the local stage gives the key set itself instead, as `memberJwks`. */
  memberJwksUri: 'MEMBER_JWKS_URI',
  memberJwks: 'MEMBER_JWKS',
  memberPoolId: 'MEMBER_POOL_ID',
  /** The stage's KMS key, which seals tokens and secrets. */
  keyId: 'KEY_ID',
  ...queueVariables,
  /** What the platform called back about. */
  callbackQueueUrl: 'CALLBACK_QUEUE_URL',
  /** Of the messaging platform's Graph API, with its version: `https://host/v26.0`. */
  graphUrl: 'GRAPH_URL',
  /** The platform's sign-up, for the browser. */
  dialogUrl: 'DIALOG_URL',
  /** The app's number at the platform; not set while the stage has no app. */
  platformAppId: 'PLATFORM_APP_ID',
  /** Of the Secrets Manager secret that is the app's. */
  platformAppSecretArn: 'PLATFORM_APP_SECRET_ARN',
  /** Where the API and the hosted pages are: `https://host`, without a path. */
  baseUrl: 'BASE_URL',
  /** Name of the secret that CloudFront sends to the API, where there is CloudFront. */
  originSecretId: 'ORIGIN_SECRET_ID',
  /** Takes records of the stream that can't be understood. */
  failedQueueUrl: 'FAILED_QUEUE_URL',
  /** Workers that may send to one endpoint at once. */
  deliveryLanes: 'DELIVERY_LANES',
  /** `true` in the stage `local`, and only there: partners' endpoints may be on this machine. */
  allowLoopback: 'ALLOW_LOOPBACK',
  /** Divides the waits of webhook deliveries; 1 unless the stage `local` says otherwise. */
  retryDivisor: 'RETRY_DIVISOR',
  /** Seconds after which calls that began before a customer was closed are over. */
  erasureQuiet: 'ERASURE_QUIET_SECONDS',
  /** Factor on every rate limit: 1, and 10 in the local stage. */
  rateScale: 'RATE_SCALE',
  /** The most environments of the dispatcher that there can be at once; `Infinity` where the stage sets none aside. */
  mostEnvironments: 'MOST_ENVIRONMENTS',
} as const;

export type Variable = keyof typeof variables;

/** Reads the named variables. @throws Error that names the missing variable. */
export const readEnvironment = <K extends Variable>(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly K[],
): Record<K, string> => {
  const values: Partial<Record<K, string>> = {};
  for (const name of names) {
    const value = environment[variables[name]];
    if (value === undefined || value === '') throw new Error(`environment variable ${variables[name]} is not set`);
    values[name] = value;
  }
  return values as Record<K, string>;
};

/** Reads a variable that a stage may do without. */
export const readOptional = (
  environment: Readonly<Record<string, string | undefined>>,
  name: Variable,
): string | null => {
  const value = environment[variables[name]];
  return value === undefined || value === '' ? null : value;
};
