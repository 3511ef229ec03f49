/**
 * What differs between the stages. Everything an operator may want to change stands here, and nowhere else. What only the
 * operator knows (accounts, addresses, the app at the platform) is absent until it is given, and what needs it is off.
 */

import type { Domain } from './domain.ts';
import type { QueueSize } from './queue-size.ts';

export type StageName = 'local' | 'staging' | 'production';

/** What calls DynamoDB and KMS in the bundles: docs/adr/0017-calling-aws.md. */
export type AwsClient = 'lean' | 'sdk';

interface Settings {
  /** Where the stage stands. */
  readonly region: string;
  readonly data: {
    /** What becomes of the table, the key, the members and the logs when they leave the template. */
    readonly removal: 'retain' | 'destroy';
    /**
     * Refuses every deletion of the table, the user pool and the stack until it is turned off by a deployment. The first
     * creation of a stage goes without it: docs/adr/0015-first-creation.md.
     */
    readonly deletionProtection: boolean;
    /** How far back the table can be restored, 1..35 days. */
    readonly recoveryDays: number;
    /** How long a deleted key can still be called back, 7..30 days. */
    readonly keyRecoveryDays: number;
  };
  readonly logs: {
    readonly retentionDays: 7 | 30 | 90 | 180 | 365;
  };
  readonly members: {
    readonly mfa: 'optional' | 'required';
    /** Cognito's threat protection, which needs its PLUS plan; ESSENTIALS otherwise. */
    readonly threatProtection: boolean;
    /** Validity of an ID token, 1..24 hours. */
    readonly idTokenHours: number;
    /** How long a member stays signed in, at least `idTokenHours`. */
    readonly sessionHours: number;
    /** Whether whoever holds IAM rights on the pool may exchange a password for tokens. */
    readonly adminPasswordSignIn: boolean;
  };
  readonly api: {
    /** API Gateway's throttle over all partners; the limits a partner are the dispatcher's. */
    readonly requestsPerSecond: number;
    readonly burst: number;
    /** How long a browser keeps the answer to a preflight. */
    readonly preflightMinutes: number;
  };
  readonly alarms: {
    /** Who hears of them by mail; each address has to confirm once. Nobody while it is empty. */
    readonly emails: readonly string[];
    /** What the traffic may cost an hour before somebody has a look. */
    readonly dollarsPerHour: number;
  };
  /** CloudTrail's record of who called the operator's function; null: none. docs/adr/0018-operator-identity.md */
  readonly auditTrail: { readonly retentionDays: number } | null;
  /** Whether a new version of the dispatcher serves a tenth of the calls first; alarms take it back either way. */
  readonly release: 'canary' | 'at once';
  /** `sdk` puts the whole AWS SDK into the bundles: they start later and take more processor time. */
  readonly awsClient: AwsClient;
  /** Factor on every rate limit of a partner. */
  readonly rateScale: number;
  /**
   * How long an erasure waits after the customer was closed: longer than a call takes, a delivery of an event, and what
   * environments remember of a line.
   */
  readonly erasureQuietSeconds: number;
  /** Workers that may send to one partner's slow endpoint at once. */
  readonly deliveryLanes: number;
  readonly dispatcher: FunctionSize;
  readonly connect: FunctionSize;
  readonly openApi: FunctionSize;
  readonly operator: FunctionSize;
  /** Takes in the platform's callbacks. */
  readonly platformCallback: FunctionSize;
  /** What works in the background. */
  readonly workers: WorkerSizes;
}

interface WorkerSizes {
  readonly changeStream: FunctionSize;
  readonly dueSweep: FunctionSize;
  readonly reportRollup: StreamReaderSize;
  readonly parkedReports: WorkerSize;
  readonly reportAudit: FunctionSize;
  readonly webhookDelivery: WorkerSize;
  /** Of the queue for slow endpoints, which leads to the same function. */
  readonly slowWebhooks: QueueSize;
  readonly outboxKeeper: WorkerSize;
  readonly webhookMigration: WorkerSize;
  readonly lifecycle: WorkerSize;
  readonly templateSync: WorkerSize;
  readonly instanceRefresh: WorkerSize;
  readonly callbackIntake: WorkerSize;
}

/** A function that a queue leads to. */
export interface WorkerSize extends FunctionSize, QueueSize {}

/** A function that reads the table's stream. */
interface StreamReaderSize extends FunctionSize {
  /** Records of one invocation, 1..10,000. */
  readonly batchSize: number;
  /** How long it waits for a batch to fill, 0..300. */
  readonly windowSeconds: number;
}

export interface FunctionSize {
  readonly memoryMiB: number;
  /** 1..900; below 30 for what answers a call: API Gateway waits no longer. Work ends before it: docs/adr/0020-deadlines.md. */
  readonly timeoutSeconds: number;
  /**
   * Environments set aside for, and at most used by, the function. AWS keeps 100 of an account's unreserved:
   * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
   */
  readonly reservedConcurrency: number | 'unreserved';
}

export interface Delivery {
  /**
   * The repository, as the subject of its tokens names it: `owner/name`, or `owner@1/name@2` with GitHub's ids of both:
   * https://docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims
   */
  readonly repository: string;
  /** An account has one provider for GitHub's tokens: made with the role, or there already. */
  readonly identityProvider: 'new' | 'existing';
}

/** A stage on AWS. */
export interface DeployedStage extends Settings {
  readonly name: Exclude<StageName, 'local'>;
  /**
   * The account that the stage stands in, 12 digits: other credentials are refused. Production's is never staging's.
   * Synthesis works without it; `npm run deploy` asks for it.
   */
  readonly account?: string;
  /** Who deploys the stage by GitHub Actions; absent: nobody, and no role is made for it. */
  readonly delivery?: Delivery;
  /** Where the portal is served from: `https://host`, without a path. Empty: browsers can't call the API, nor sign in. */
  readonly portalOrigins: readonly string[];
  /** The messaging platform's Graph API, with its version. */
  readonly graphUrl: string;
  /** The platform's sign-up, for the browser. */
  readonly dialogUrl: string;
  /**
   * The app's number at the platform; its secret is put into Secrets Manager, under the output PlatformAppSecretArn.
   * Absent: no line can be connected, and the pages for it say so.
   */
  readonly platformAppId?: string;
  /** The address of the stage; API Gateway's own without it. */
  readonly domain?: Domain;
}

/** The stage that runs on one machine; what only the running local cloud knows are parameters of its template. */
export interface LocalStage extends Settings {
  readonly name: 'local';
}

export type StageConfig = DeployedStage | LocalStage;

// 1,769 MiB is one whole virtual processor: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
const dispatcher: FunctionSize = { memoryMiB: 1769, timeoutSeconds: 29, reservedConcurrency: 'unreserved' };
const connect: FunctionSize = { memoryMiB: 1024, timeoutSeconds: 29, reservedConcurrency: 'unreserved' };
const openApi: FunctionSize = { memoryMiB: 256, timeoutSeconds: 10, reservedConcurrency: 'unreserved' };
const operator: FunctionSize = { memoryMiB: 512, timeoutSeconds: 300, reservedConcurrency: 'unreserved' };
const platformCallback: FunctionSize = { memoryMiB: 1024, timeoutSeconds: 10, reservedConcurrency: 'unreserved' };

const worker: FunctionSize = { memoryMiB: 512, timeoutSeconds: 60, reservedConcurrency: 'unreserved' };

const workers: WorkerSizes = {
  changeStream: { ...worker, memoryMiB: 1024 },
  dueSweep: worker,
  reportRollup: { ...worker, memoryMiB: 1769, timeoutSeconds: 300, batchSize: 2_000, windowSeconds: 10 },
  parkedReports: { ...worker, memoryMiB: 1024, timeoutSeconds: 300, batchSize: 1, concurrency: 20 },
  reportAudit: { ...worker, memoryMiB: 1024, timeoutSeconds: 120 },
  webhookDelivery: { ...worker, memoryMiB: 1024, batchSize: 10, concurrency: 200 },
  slowWebhooks: { batchSize: 10, concurrency: 50 },
  outboxKeeper: { ...worker, timeoutSeconds: 120, batchSize: 1, concurrency: 50 },
  webhookMigration: { ...worker, timeoutSeconds: 300, batchSize: 1, concurrency: 20 },
  lifecycle: { ...worker, timeoutSeconds: 300, batchSize: 1, concurrency: 20 },
  templateSync: { ...worker, memoryMiB: 1024, timeoutSeconds: 300, batchSize: 1, concurrency: 20 },
  instanceRefresh: { ...worker, timeoutSeconds: 300, batchSize: 1, concurrency: 20 },
  callbackIntake: { ...worker, timeoutSeconds: 120, batchSize: 5, concurrency: 20 },
};

const graphUrl = 'https://graph.facebook.com/v26.0';
const dialogUrl = 'https://www.facebook.com/v26.0/dialog/oauth';

export const production: DeployedStage = {
  name: 'production',
  region: 'eu-west-1',
  data: { removal: 'retain', deletionProtection: true, recoveryDays: 35, keyRecoveryDays: 30 },
  logs: { retentionDays: 365 },
  members: {
    mfa: 'required',
    threatProtection: true,
    idTokenHours: 1,
    sessionHours: 12,
    adminPasswordSignIn: false,
  },
  api: { requestsPerSecond: 5000, burst: 2500, preflightMinutes: 60 },
  alarms: { emails: [], dollarsPerHour: 20 },
  auditTrail: { retentionDays: 730 },
  release: 'canary',
  awsClient: 'lean',
  rateScale: 1,
  erasureQuietSeconds: 60,
  deliveryLanes: 8,
  dispatcher: { ...dispatcher, reservedConcurrency: 500 },
  workers,
  connect: { ...connect, reservedConcurrency: 50 },
  // Scanners ask for paths that do not exist.
  openApi: { ...openApi, reservedConcurrency: 20 },
  operator: { ...operator, reservedConcurrency: 5 },
  platformCallback: { ...platformCallback, reservedConcurrency: 20 },
  portalOrigins: [],
  graphUrl,
  dialogUrl,
};

export const staging: DeployedStage = {
  name: 'staging',
  region: 'eu-west-1',
  // Retained tables and keys of a stage that is torn down would cost for ever, so staging's go with it. The protection
  // still keeps a replacement or a deletion by mistake from taking the partners' test data.
  data: { removal: 'destroy', deletionProtection: true, recoveryDays: 7, keyRecoveryDays: 7 },
  logs: { retentionDays: 30 },
  members: {
    mfa: 'optional',
    threatProtection: false,
    idTokenHours: 1,
    sessionHours: 12,
    adminPasswordSignIn: false,
  },
  api: { requestsPerSecond: 1000, burst: 1000, preflightMinutes: 10 },
  alarms: { emails: [], dollarsPerHour: 2 },
  auditTrail: null,
  release: 'at once',
  awsClient: 'lean',
  rateScale: 1,
  erasureQuietSeconds: 60,
  deliveryLanes: 8,
  dispatcher: { ...dispatcher, reservedConcurrency: 100 },
  workers,
  connect: { ...connect, reservedConcurrency: 10 },
  openApi: { ...openApi, reservedConcurrency: 5 },
  operator: { ...operator, reservedConcurrency: 5 },
  platformCallback: { ...platformCallback, reservedConcurrency: 5 },
  portalOrigins: [],
  graphUrl,
  dialogUrl,
};

export const local: LocalStage = {
  name: 'local',
  region: 'us-east-1',
  data: { removal: 'destroy', deletionProtection: false, recoveryDays: 1, keyRecoveryDays: 7 },
  logs: { retentionDays: 7 },
  members: {
    mfa: 'optional',
    threatProtection: false,
    idTokenHours: 24,
    sessionHours: 24,
    // The token command and the seeding sign members in without a browser.
    adminPasswordSignIn: true,
  },
  api: { requestsPerSecond: 5000, burst: 2500, preflightMinutes: 10 },
  alarms: { emails: [], dollarsPerHour: 1 },
  auditTrail: null,
  release: 'at once',
  awsClient: 'lean',
  rateScale: 10,
  erasureQuietSeconds: 12,
  // Fewer than the slow queue has workers, so that one slow endpoint leaves some to the others.
  deliveryLanes: 2,
  dispatcher,
  connect,
  openApi,
  operator,
  platformCallback,
  // One machine runs them all.
  workers: {
    changeStream: workers.changeStream,
    dueSweep: workers.dueSweep,
    // Whoever tries the service out does not want to wait for what was just reported.
    reportRollup: { ...workers.reportRollup, windowSeconds: 1 },
    parkedReports: { ...workers.parkedReports, concurrency: 2 },
    reportAudit: workers.reportAudit,
    webhookDelivery: { ...workers.webhookDelivery, concurrency: 5 },
    slowWebhooks: { ...workers.slowWebhooks, concurrency: 3 },
    outboxKeeper: { ...workers.outboxKeeper, concurrency: 4 },
    webhookMigration: { ...workers.webhookMigration, concurrency: 2 },
    lifecycle: { ...workers.lifecycle, concurrency: 2 },
    templateSync: { ...workers.templateSync, concurrency: 2 },
    instanceRefresh: { ...workers.instanceRefresh, concurrency: 2 },
    callbackIntake: { ...workers.callbackIntake, concurrency: 2 },
  },
};
