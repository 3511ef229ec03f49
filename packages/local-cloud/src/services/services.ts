import { join } from 'node:path';
import { createAccessRecord, type AccessRecord } from './access-record.ts';
import { createAuthorization, type Principal } from './authorization.ts';
import { AwsError, type AwsRequest, type AwsService, type ServiceName } from './aws-service.ts';
import { createCodeDeploy, type CodeDeploy } from './codedeploy.ts';
import { createCallLog, type CallLog } from './call-log.ts';
import { startCognito, type Cognito, type MailRefusal, type SentMail, type UserPool } from './cognito.ts';
import { startDynamoDb, type DynamoDb } from './dynamodb.ts';
import type { DynamoDbLocalTables } from './dynamodb-local.ts';
import { createFaults, type Faults } from './faults.ts';
import { createFunctionUrls, type FunctionUrlBackend } from './function-urls.ts';
import { createForwarder, type Forwarder } from './forward.ts';
import { startGateway } from './gateway.ts';
import { jsonFile } from './json-file.ts';
import type { JsonObject } from './json-object.ts';
import { startKms, type Kms } from './kms.ts';
import { createMeter } from './meter.ts';
import type { Lag } from './replication-lag.ts';
import { startS3, type S3 } from './s3.ts';
import { startSes, type AcceptedMail, type Ses } from './ses.ts';
import { startSecrets, type Secrets } from './secrets.ts';
import { startSqs, type QueueDepth, type Sqs } from './sqs.ts';
import type { CreatedTable } from './table-creation.ts';

/** The AWS services of the local cloud. `properties` are those of the CloudFormation resource, with resolved references. */
export interface Services {
  /** The endpoint of every service. The signature's scope names the service. The access key `root` may do everything. */
  readonly endpoint: string;
  /** DynamoDB Local itself, without permissions and faults. */
  readonly dynamodbEndpoint: string;
  /** The origin of the managed login, where `/oauth2/authorize` is. */
  readonly signInOrigin: string;
  addPrincipal(principal: Principal): void;
  createTable(properties: unknown): Promise<CreatedTable>;
  /** A dead-letter queue must be created before the queues that name it. */
  createQueue(properties: unknown): Promise<{ queueName: string; url: string; arn: string }>;
  createBucket(properties: unknown): Promise<{ name: string; arn: string }>;
  createKey(logicalId: string, properties: unknown): Promise<{ keyId: string; arn: string }>;
  createUserPool(logicalId: string, properties: unknown): Promise<UserPool>;
  createUserPoolClient(poolId: string, properties: unknown): Promise<{ clientId: string }>;
  createSecret(logicalId: string, properties: unknown): Promise<{ arn: string; name: string }>;
  /** A new ID token of the user with this e-mail address, valid for a day. @throws Error when there is no such user */
  issueToken(email: string): Promise<string>;
  /** The newest mails to users since the start, newest first. */
  sentMails(): readonly SentMail[];
  /** The newest mails that SES accepted since the start, newest first. */
  acceptedMails(): readonly AcceptedMail[];
  /** Refuses the mails to users from now on; null: sends them again. */
  refuseMails(refusal: MailRefusal | null): void;
  /** Sets the server of Lambda's API. @param origin `http://host:port` */
  setLambdaBackend(origin: string): void;
  /** Sets what answers signed calls of functions' URLs. */
  setFunctionUrlBackend(backend: FunctionUrlBackend): void;
  /** Sets what answers for CloudWatch: its alarms and metrics. */
  setMonitoringBackend(backend: AwsService): void;
  /** Runs the hook of a deployment. */
  readonly runHook: CodeDeploy['runHook'];
  queueDepths(): readonly QueueDepth[];
  /** When the oldest message of a queue was sent; undefined without messages. */
  oldestAt(queueName: string): number | undefined;
  /** The number of calls so far that wrote to tables. */
  readonly tableWrites: () => number;
  /** Scans a table or an index. Unlike a call through `endpoint`, it is not recorded, not authorised and not subject to faults. @throws AwsError */
  scan(input: JsonObject): Promise<JsonObject>;
  /** Reads an item in the same way. */
  getItem(input: JsonObject): Promise<JsonObject>;
  /** Reads an object of S3 in the same way; null: there is none. */
  readObject(bucket: string, key: string): Buffer | null;
  readonly accesses: AccessRecord;
  readonly calls: CallLog;
  readonly faults: Faults;
  stop(): Promise<void>;
}

export interface ServicesOptions {
  /** Where the data is stored; undefined: in memory. */
  readonly dataDirectory: string | undefined;
  /** 0: any free port. */
  readonly ports: { readonly gateway: number; readonly dynamodb: number; readonly cognito: number };
  readonly log: (line: string) => void;
  /** The domains that SES has verified; left out: none, so that it refuses every mail. */
  readonly verifiedDomains?: readonly string[] | undefined;
  /** How long eventually consistent reads of tables lag; left out: not at all. */
  readonly lag?: Lag | undefined;
  /** Where the tables are; left out: in a DynamoDB Local of its own. */
  readonly dynamoDbLocal?: DynamoDbLocalTables | undefined;
}

const runningServices = () => {
  const stops: (() => Promise<void> | void)[] = [];
  return {
    stops,
    stop: async (): Promise<void> => {
      // The gateway is stopped first, then the services behind it.
      for (const end of stops.splice(0).reverse()) await end();
    },
    started: async <T extends { stop(): Promise<void> }>(service: Promise<T>): Promise<T> => {
      const running = await service;
      stops.push(() => running.stop());
      return running;
    },
  };
};

interface Behind {
  readonly codeDeploy: CodeDeploy;
  readonly dynamodb: DynamoDb;
  readonly sqs: Sqs;
  readonly s3: S3;
  readonly kms: Kms;
  readonly cognito: Cognito;
  readonly secrets: Secrets;
  readonly ses: Ses;
}

const handlersOf = (
  { codeDeploy, dynamodb, sqs, s3, kms, cognito, secrets, ses }: Behind,
  { lambda, monitoring }: Readonly<Record<'lambda' | 'monitoring', AwsService>>,
): Readonly<Record<ServiceName, AwsService>> => ({
  codedeploy: codeDeploy.handle,
  dynamodb: dynamodb.handle,
  sqs: sqs.handle,
  s3: s3.handle,
  kms: kms.handle,
  'cognito-idp': cognito.handle,
  secretsmanager: secrets.handle,
  ses: ses.handle,
  lambda,
  monitoring,
  logs: () => Promise.resolve({ status: 200, headers: {}, body: '{}' }),
});

/** What the services behind the gateway offer to those who provision and watch them. */
const offered = ({ codeDeploy, dynamodb, sqs, s3, kms, cognito, secrets, ses }: Behind) =>
  ({
    runHook: codeDeploy.runHook,
    createTable: dynamodb.createTable,
    createQueue: (properties) => Promise.resolve(sqs.createQueue(properties)),
    createBucket: s3.createBucket,
    createKey: kms.createKey,
    createUserPool: cognito.createUserPool,
    createUserPoolClient: cognito.createUserPoolClient,
    createSecret: secrets.createSecret,
    issueToken: cognito.issueToken,
    refuseMails: cognito.refuseMails,
    sentMails: cognito.sentMails,
    acceptedMails: ses.acceptedMails,
    queueDepths: sqs.depths,
    oldestAt: sqs.oldestAt,
    tableWrites: dynamodb.writes,
    scan: (input) => dynamodb.call('Scan', input),
    getItem: (input) => dynamodb.call('GetItem', input),
    readObject: s3.read,
  }) satisfies Partial<Services>;

export const startServices = async (options: ServicesOptions): Promise<Services> => {
  const { dataDirectory, ports, log, lag, dynamoDbLocal: local } = options;
  const keptIn = (name: string): string | undefined =>
    dataDirectory === undefined ? undefined : join(dataDirectory, name);
  const { stops, stop, started } = runningServices();
  try {
    const lambda = createLambda();
    const codeDeploy = createCodeDeploy();
    stops.push(lambda.stop);
    const [dynamodb, cognito, kms, secrets, s3] = await allOf(
      started(startDynamoDb({ directory: keptIn('dynamodb'), port: ports.dynamodb, lag, local })),
      started(startCognito({ directory: keptIn('cognito'), port: ports.cognito, log, now: Date.now })),
      startKms(jsonFile(keptIn('kms.json'))),
      startSecrets(jsonFile(keptIn('secrets.json'))),
      startS3(jsonFile(keptIn('s3.json')), Date.now),
    );
    let endpoint = '';
    const monitoring = createMonitoringSwitch();
    const sqs = await started(startSqs({ directory: keptIn('sqs'), origin: () => endpoint }));
    const ses = startSes(options.verifiedDomains ?? [], Date.now);
    const behind = { codeDeploy, dynamodb, sqs, s3, kms, cognito, secrets, ses };
    const accesses = createAccessRecord();
    const authorization = createAuthorization(log, accesses);
    const functionUrls = createFunctionUrls((accessKeyId) => authorization.signer(accessKeyId));
    const [calls, faults] = [createCallLog(), createFaults()];
    const gateway = await started(
      startGateway({
        port: ports.gateway,
        services: handlersOf(behind, {
          lambda: (request) => (request.operation === 'InvokeFunctionUrl' ? functionUrls : lambda).handle(request),
          monitoring: monitoring.handle,
        }),
        schemas: dynamodb.schemas,
        meter: createMeter(dynamodb),
        authorization,
        calls,
        faults,
        log,
      }),
    );
    endpoint = `http://127.0.0.1:${gateway.port}`;
    return {
      endpoint,
      dynamodbEndpoint: dynamodb.endpoint,
      signInOrigin: cognito.signInOrigin,
      addPrincipal: authorization.add,
      ...offered(behind),
      setLambdaBackend: lambda.setBackend,
      setFunctionUrlBackend: functionUrls.setBackend,
      setMonitoringBackend: monitoring.setBackend,
      accesses,
      calls,
      faults,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Like Promise.all, but fails only when all are settled, so that nothing is still starting when the others are stopped. */
const allOf = async <T extends readonly unknown[]>(...promises: { [K in keyof T]: Promise<T[K]> }): Promise<T> => {
  await Promise.allSettled(promises);
  return Promise.all(promises);
};

const createMonitoringSwitch = (): { handle: AwsService; setBackend: (backend: AwsService) => void } => {
  let answer: AwsService = () => Promise.reject(new AwsError('InternalFailure', 'Nothing runs yet', 500));
  return {
    handle: (request) => answer(request),
    setBackend: (backend) => {
      answer = backend;
    },
  };
};

const createLambda = (): { handle: AwsService; setBackend: (origin: string) => void; stop: () => void } => {
  let backend: Forwarder | undefined;
  return {
    handle: ({ method, path, headers, body }: AwsRequest) => {
      if (backend === undefined) throw new AwsError('ServiceException', 'No functions are running yet', 500);
      const passed = Object.entries(headers).filter(
        (header): header is [string, string] => header[1] !== undefined && /^(content-type|x-amz-.*)$/.test(header[0]),
      );
      return backend.send({ method, path, headers: Object.fromEntries(passed), body });
    },
    setBackend: (origin) => {
      backend?.stop();
      backend = createForwarder(origin);
    },
    stop: () => {
      backend?.stop();
    },
  };
};
