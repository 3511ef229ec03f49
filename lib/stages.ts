/**
 * The configuration of the stages: every value that an operator may change. Values that only the operator knows (accounts,
 * domains, the app at the platform) are optional, and what depends on them is off without them.
 */

import type { AlarmSubscriber } from './alarm-subscriber.ts';
import type { GraphVersion } from '../lambdas/domain/graph-versions.ts';
import type { AuditCopy } from './audit-copy.ts';
import type { BackupCopies, ReplicaRegion, Standby } from './disasters.ts';
import type { Budget } from './budget.ts';
import type { Delivery } from './delivery.ts';
import type { Domain } from './domain.ts';
import type { Mail, MemberSettings } from './member-settings.ts';
import type { FunctionSize, WorkerSizes } from './function-size.ts';
import { dispatcher, openFunctions, operator, originCheck, reserving, workers } from './function-sizes.ts';
import { openRoutes, type OpenRoute, type Throttle } from './open-routes.ts';
import type { PortalSettings } from './portal/settings.ts';
import type { Severity } from './severity.ts';
import type { DataLocalizationRegion, SignUpSettings } from './sign-up.ts';
import { whereItServes } from './standby.ts';
import { firstTable, readTablesFile, type StageTables } from './stage-tables.ts';
import tablesFile from './stage-tables.json' with { type: 'json' };

export type StageName = 'local' | 'staging' | 'production';

interface Settings {
  readonly region: string;
  readonly data: {
    /** The removal policy of the table, the key, the user pool and the logs. */
    readonly removal: 'retain' | 'destroy';
    /**
     * Whether the table, the user pool and the stack are protected against deletion. The first creation of a stage is
     * unprotected: docs/adr/0015-first-creation.md.
     */
    readonly deletionProtection: boolean;
    /** The period of point-in-time recovery, 1..35 days. */
    readonly recoveryDays: number;
    /** The waiting period of the key's deletion, 7..30 days. */
    readonly keyRecoveryDays: number;
  };
  /** The generations of the table. `npm run restore` writes them to stage-tables.json. */
  readonly tables: StageTables;
  readonly logs: {
    readonly retentionDays: 7 | 30 | 90 | 180 | 365;
  };
  readonly members: MemberSettings;
  readonly api: {
    /** API Gateway's throttle of all partners. The dispatcher limits each partner. */
    readonly requestsPerSecond: number;
    readonly burst: number;
    /** How long browsers cache the response of a preflight request. */
    readonly preflightMinutes: number;
    /** The throttles of the routes that anybody may call. Each counts for itself, so that a flood takes no place of the others. */
    readonly open: Readonly<Record<OpenRoute, Throttle>>;
  };
  readonly alarms: {
    /** E-mail addresses and HTTPS endpoints have to confirm each of their subscriptions. */
    readonly subscribers: Readonly<Record<Severity, readonly AlarmSubscriber[]>>;
    /** The costs of the traffic an hour that raise an alarm. */
    readonly dollarsPerHour: number;
  };
  /** AWS Budgets and Cost Anomaly Detection, which look at the whole account; null: neither. */
  readonly budget: Budget | null;
  /** CloudTrail's record of calls of the operator's function; null for none. docs/adr/0018-operator-identity.md */
  readonly auditTrail: {
    readonly retentionDays: number;
    /** Whether it also records who reads or writes items of the table, the service's functions left out. */
    readonly table: boolean;
  } | null;
  /** Copies of the audit trail's entries in a bucket with Object Lock; without it, there are none. */
  readonly auditCopy?: AuditCopy;
  /** `queues`: X-Ray also links the sender of a message with its worker, which costs more traces. */
  readonly tracing: 'functions' | 'queues';
  /**
   * `canary`: a new version of a function that somebody waits for serves a tenth of its calls first. Alarms roll back
   * either way.
   */
  readonly release: 'canary' | 'at once';
  /**
   * A probe uses the stage from outside every five minutes, and checks each release; without it, there is none. It needs a
   * partner of its own: docs/operations/deploying.md
   */
  readonly probe?: 'on';
  /** Why an alarm does not stop this one deployment. `npm run deploy -- --despite-alarm` sets it; here it is null. */
  readonly despiteAlarm: string | null;
  /**
   * The sender of critical notifications by e-mail, to the members who want them; without it, none are sent. It needs `portal`, to which the
   * mails lead: docs/operations/deploying.md#critical-notifications-by-e-mail
   */
  readonly noticesFrom?: Mail;
  /** Where the platform stores the data of the numbers that the service registers; without it, the platform chooses. */
  readonly dataLocalizationRegion?: DataLocalizationRegion;
  /** The factor on every rate limit of a partner. */
  readonly rateScale: number;
  /** How long an erasure waits after its first commit: longer than calls, deliveries and caches of instances last. */
  readonly erasureQuietSeconds: number;
  /** The concurrency slots of a slow endpoint: how many workers may send to it at a time. */
  readonly deliverySlots: number;
  readonly dispatcher: FunctionSize;
  readonly connect: FunctionSize;
  readonly openApi: FunctionSize;
  readonly operator: FunctionSize;
  /** The receiver of the platform's callbacks. */
  readonly platformCallback: FunctionSize;
  /** The authorizer of requests through the edge. Every call waits for it. */
  readonly originCheck: FunctionSize;
  /** The background functions. */
  readonly workers: WorkerSizes;
}

/** A stage on AWS. */
export interface DeployedStage extends Settings {
  readonly name: Exclude<StageName, 'local'>;
  /**
   * The stage's account, 12 digits. Production and staging have different accounts. `npm run deploy` requires it, and
   * refuses credentials of another account.
   */
  readonly account?: string;
  /** The name of the policy that limits each role of the stage; without it, their own policies alone do: docs/operations/deploying.md */
  readonly permissionsBoundary?: string;
  /** Daily backups of the table with a copy elsewhere; without it, point-in-time recovery alone. */
  readonly backup?: BackupCopies;
  /**
   * The replica of the key of a region that is lost, in the stage's region: tokens and secrets that were sealed there open
   * here. Without it the stage has a key of its own.
   */
  readonly keyArn?: string;
  /** A replica of the table in another region; without it, there is none. */
  readonly replica?: ReplicaRegion;
  /** The table of another stack, in place of one of its own, and the stage as it is in that region: only of a standby. */
  readonly replicaTable?: Standby & { readonly of: DeployedStage };
  /** The deployment by GitHub Actions; without it there is no role for it. */
  readonly delivery?: Delivery;
  /** The origins of other portals than the stage's own: `https://host`. Other web pages can neither call the API nor sign in. */
  readonly portalOrigins: readonly string[];
  /** The portal and the documentation, at `/portal/` and `/docs/` of the domain, which needs `domain.edge`; without it there is none. docs/adr/0031-portal.md */
  readonly portal?: PortalSettings;
  /**
   * Where the members of partners ask for help: an e-mail address or an https URL, in which `{request_id}` stands for the id of
   * a request. Without it, the portal names the operator, without a link.
   */
  readonly support?: string;
  /** The https URL of a page with the state of the service, to which the portal leads. */
  readonly statusPage?: string;
  /** The version of the Graph API, of calls and of the sign-up: docs/runbook.md#the-version-of-the-graph-api-ends */
  readonly graphVersion: GraphVersion;
  /** The URL of the Graph API, without the version. */
  readonly graphUrl: string;
  /** The URL of the platform's sign-up, without the version. */
  readonly dialogUrl: string;
  /** The URL of the platform's script for browsers. */
  readonly sdkUrl: string;
  /**
   * The app's id at the platform. Its secret is in Secrets Manager, under the output PlatformAppSecretArn. Without an app
   * no instance can be connected.
   */
  readonly platformAppId?: string;
  /** How end customers sign up at the platform; without it no instance can be connected. docs/operations/deploying.md */
  readonly signUp?: SignUpSettings;
  /** The stage's domain; without it, API Gateway's. */
  readonly domain?: Domain;
}

/** The stage on one machine. The local cloud sets the parameters of its template. */
export interface LocalStage extends Settings {
  readonly name: 'local';
  /** Without `launch`, which `npm start` chooses. */
  readonly signUp: Omit<SignUpSettings, 'launch'>;
}

export type StageConfig = DeployedStage | LocalStage;

const tables = readTablesFile(tablesFile);

const graphVersion: GraphVersion = 'v26.0';
const graphUrl = 'https://graph.facebook.com/';
const dialogUrl = 'https://www.facebook.com/dialog/oauth';
const sdkUrl = 'https://connect.facebook.net/en_US/sdk.js';

export const production = whereItServes<DeployedStage>({
  name: 'production',
  region: 'eu-west-1',
  data: { removal: 'retain', deletionProtection: true, recoveryDays: 35, keyRecoveryDays: 30 },
  tables: tables.production,
  logs: { retentionDays: 365 },
  members: {
    mfa: 'required',
    secondFactors: ['app'],
    recovery: 'email',
    mail: null,
    threatProtection: true,
    idTokenHours: 1,
    sessionHours: 12,
    adminPasswordSignIn: false,
  },
  api: { requestsPerSecond: 5000, burst: 2500, preflightMinutes: 60, open: openRoutes(openFunctions.production) },
  alarms: { subscribers: { page: [], ticket: [] }, dollarsPerHour: 20 },
  budget: null,
  auditTrail: { retentionDays: 730, table: false },
  tracing: 'functions',
  release: 'canary',
  despiteAlarm: null,
  rateScale: 1,
  erasureQuietSeconds: 60,
  deliverySlots: 8,
  dispatcher: { ...dispatcher, reservedConcurrency: 500 },
  // A shard of the stream has up to four invocations of the change stream at a time, and one of the roll-up.
  workers: reserving({ changeRelay: 100, journal: 40, dueSweep: 2 }),
  ...openFunctions.production,
  operator: { ...operator, reservedConcurrency: 5 },
  originCheck: { ...originCheck, reservedConcurrency: 20 },
  portalOrigins: [],
  graphVersion,
  graphUrl,
  dialogUrl,
  sdkUrl,
});

export const staging = whereItServes<DeployedStage>({
  name: 'staging',
  region: 'eu-west-1',
  // Staging's data is deleted with the stage. The protection prevents deletions by mistake.
  data: { removal: 'destroy', deletionProtection: true, recoveryDays: 7, keyRecoveryDays: 7 },
  tables: tables.staging,
  logs: { retentionDays: 30 },
  members: {
    mfa: 'optional',
    secondFactors: ['app'],
    recovery: 'email',
    mail: null,
    threatProtection: false,
    idTokenHours: 1,
    sessionHours: 12,
    adminPasswordSignIn: false,
  },
  api: { requestsPerSecond: 1000, burst: 1000, preflightMinutes: 10, open: openRoutes(openFunctions.staging) },
  alarms: { subscribers: { page: [], ticket: [] }, dollarsPerHour: 2 },
  budget: null,
  auditTrail: null,
  tracing: 'functions',
  release: 'at once',
  despiteAlarm: null,
  rateScale: 1,
  erasureQuietSeconds: 60,
  deliverySlots: 8,
  dispatcher: { ...dispatcher, reservedConcurrency: 100 },
  workers: reserving({ changeRelay: 20, journal: 10, dueSweep: 2 }),
  ...openFunctions.staging,
  operator: { ...operator, reservedConcurrency: 5 },
  originCheck: { ...originCheck, reservedConcurrency: 5 },
  portalOrigins: [],
  graphVersion,
  graphUrl,
  dialogUrl,
  sdkUrl,
});

export const local: LocalStage = {
  name: 'local',
  noticesFrom: { from: 'notices@swift-worker.localhost', domain: 'swift-worker.localhost' },
  signUp: { configId: '200000000000001', coexistence: 'with_history' },
  region: 'us-east-1',
  data: { removal: 'destroy', deletionProtection: false, recoveryDays: 1, keyRecoveryDays: 7 },
  tables: firstTable,
  logs: { retentionDays: 7 },
  members: {
    mfa: 'optional',
    secondFactors: ['app'],
    recovery: 'email',
    mail: null,
    threatProtection: false,
    idTokenHours: 24,
    sessionHours: 24,
    // The token command and the seeding sign members in without a browser.
    adminPasswordSignIn: true,
  },
  api: {
    requestsPerSecond: 5000,
    burst: 2500,
    preflightMinutes: 10,
    open: openRoutes(openFunctions.local),
  },
  alarms: { subscribers: { page: [], ticket: [] }, dollarsPerHour: 1 },
  budget: null,
  auditTrail: null,
  tracing: 'functions',
  release: 'at once',
  despiteAlarm: null,
  rateScale: 10,
  erasureQuietSeconds: 12,
  // Fewer than the workers of the slow queue, so that one slow endpoint does not occupy all of them.
  deliverySlots: 2,
  dispatcher,
  ...openFunctions.local,
  operator,
  originCheck,
  workers: {
    ...workers,
    // Reports should appear at once.
    journal: { ...workers.journal, windowSeconds: 1 },
    folding: { ...workers.folding, concurrency: 2 },
    customerImport: { ...workers.customerImport, concurrency: 2 },
    parkedReports: { ...workers.parkedReports, concurrency: 2 },
    webhookDelivery: { ...workers.webhookDelivery, concurrency: 5 },
    slowWebhooks: { ...workers.slowWebhooks, concurrency: 3 },
    outboxKeeper: { ...workers.outboxKeeper, concurrency: 4 },
    webhookMigration: { ...workers.webhookMigration, concurrency: 2 },
    lifecycle: { ...workers.lifecycle, concurrency: 2 },
    templateSync: { ...workers.templateSync, concurrency: 2 },
    instanceRefresh: { ...workers.instanceRefresh, concurrency: 2 },
    callbackIntake: { ...workers.callbackIntake, concurrency: 2 },
    callbackRelay: { ...workers.callbackRelay, concurrency: 5 },
  },
};
