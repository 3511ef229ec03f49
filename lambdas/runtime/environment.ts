import { queueNames, type QueueName } from '../kernel/work.ts';

/** The variable with the URL of a queue of hints. */
export type QueueVariable = `${QueueName}QueueUrl`;
export const queueVariable = (queue: QueueName): QueueVariable => `${queue}QueueUrl`;

const queueVariables = Object.fromEntries(
  queueNames.map((queue) => [queueVariable(queue), `${queue.toUpperCase()}_QUEUE_URL`]),
) as Readonly<Record<QueueVariable, string>>;

/** The environment variables of the functions, shared with `lib/`. A missing one fails the cold start. */
export const variables = {
  /** `local`, `staging` or `production`. */
  stage: 'STAGE',
  tableName: 'TABLE_NAME',
  /** The issuer of the members' ID tokens: `https://cognito-idp.<region>.amazonaws.com/<pool>`. */
  memberIssuer: 'MEMBER_ISSUER',
  memberClientId: 'MEMBER_CLIENT_ID',
  /** The user pool's JWKS URI. The stage `local` sets the key set instead, as `memberJwks`. */
  memberJwksUri: 'MEMBER_JWKS_URI',
  memberJwks: 'MEMBER_JWKS',
  memberPoolId: 'MEMBER_POOL_ID',
  /** The stage's KMS key, which encrypts tokens and secrets. */
  keyId: 'KEY_ID',
  ...queueVariables,
  /** The queue of the platform's callbacks. */
  callbackQueueUrl: 'CALLBACK_QUEUE_URL',
  /** The queue of the platform's callbacks that the service sends on to partners. */
  relayQueueUrl: 'RELAY_QUEUE_URL',
  /** The URL of the Graph API with its version: `https://host/v26.0`. */
  graphUrl: 'GRAPH_URL',
  /** The URL of the platform's sign-up, for the browser. */
  dialogUrl: 'DIALOG_URL',
  /** The URL of the platform's script for browsers. */
  sdkUrl: 'SDK_URL',
  /** The app's id at the platform; unset without an app. */
  platformAppId: 'PLATFORM_APP_ID',
  /** The configuration of the sign-up; unset without one: no instance can be connected then. */
  signUpConfigId: 'SIGN_UP_CONFIG_ID',
  /** `dialog` or `sdk`. */
  signUpLaunch: 'SIGN_UP_LAUNCH',
  /** `off`, `on` or `with_history`. */
  signUpCoexistence: 'SIGN_UP_COEXISTENCE',
  /** The country in which the platform stores the data of a number; unset: the platform chooses. */
  dataLocalizationRegion: 'DATA_LOCALIZATION_REGION',
  /** The ARN of the app's secret in Secrets Manager. */
  platformAppSecretArn: 'PLATFORM_APP_SECRET_ARN',
  /** The URL that takes the app's own callbacks. */
  platformCallbackUrl: 'PLATFORM_CALLBACK_URL',
  /** The base URL of the API, and in functions that make or answer links that of the hosted pages: `https://host`, without a path. */
  baseUrl: 'BASE_URL',
  /** `on` where the hosted pages have a host of their own, and are on no other. */
  ownHost: 'OWN_HOST',
  /** The name of the secret that CloudFront sends to the API; unset without CloudFront. */
  originSecretId: 'ORIGIN_SECRET_ID',
  /** The dead-letter queue, also for unreadable records of the stream. */
  failedQueueUrl: 'FAILED_QUEUE_URL',
  /** The bucket with the copies of the audit trail, their queue, and for how many years a copy is kept; unset without copies. */
  auditBucketName: 'AUDIT_BUCKET_NAME',
  auditQueueUrl: 'AUDIT_QUEUE_URL',
  auditYears: 'AUDIT_YEARS',
  /** Concurrent exchanges with one endpoint at most. */
  deliverySlots: 'DELIVERY_SLOTS',
  /** `true` in the stage `local` only: endpoints may be on this machine. */
  allowLoopback: 'ALLOW_LOOPBACK',
  /** Divides the waits of webhook deliveries; 1 but in the stage `local`. */
  retryDivisor: 'RETRY_DIVISOR',
  /** Seconds after which calls that began before an erasure have ended. */
  erasureQuiet: 'ERASURE_QUIET_SECONDS',
  /** `on` while the table is restored: calls are answered with 503. */
  maintenance: 'MAINTENANCE',
  /** The factor on every rate limit: 1, and 10 in the stage `local`. */
  rateScale: 'RATE_SCALE',
  /** The most environments of the dispatcher that there can be at once; `Infinity` where the stage sets none aside. */
  mostEnvironments: 'MOST_ENVIRONMENTS',
  /** `true` where traces go on from the sender of a message to its worker. */
  traceQueues: 'TRACE_QUEUES',
  /** The URLs of the stage's API, and of the probe's own endpoint. */
  apiUrl: 'API_URL',
  probeUrl: 'PROBE_URL',
  /** The ARN of the secret with what the probe calls the stage with. */
  probeSecretArn: 'PROBE_SECRET_ARN',
  /** The URL of the managed login, and that of the portal it leads back to; unset without a portal. */
  signInUrl: 'SIGN_IN_URL',
  portalUrl: 'PORTAL_URL',
  /** The sender of mails about critical notifications; unset on a stage that sends none. */
  noticesFrom: 'NOTICES_FROM',
  /** The bucket of the status page, and its region; unset without one. */
  statusBucketName: 'STATUS_BUCKET_NAME',
  statusBucketRegion: 'STATUS_BUCKET_REGION',
  /** The dispatcher's version that is released next. */
  nextVersionArn: 'NEXT_VERSION_ARN',
  /** The commit that the code was made from; unset where it is unknown. */
  sourceCommit: 'SOURCE_COMMIT',
} as const;

export type Variable = keyof typeof variables;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads an optional variable. */
export const readOptional = (environment: Environment, name: Variable): string | null => {
  const value = environment[variables[name]];
  return value === undefined || value === '' ? null : value;
};

/** @throws Error that names the missing variable */
export const readEnvironment = <K extends Variable>(
  environment: Environment,
  names: readonly K[],
): Record<K, string> => {
  const values: Partial<Record<K, string>> = {};
  for (const name of names) {
    const value = readOptional(environment, name);
    if (value === null) throw new Error(`environment variable ${variables[name]} is not set`);
    values[name] = value;
  }
  return values as Record<K, string>;
};
