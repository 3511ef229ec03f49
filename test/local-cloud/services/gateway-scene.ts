import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  type AttributeValue,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import type { PolicyStatement } from '@swift-worker/local-cloud/services/iam/policy.ts';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import { clientOptions, runServices, tableProperties } from './running-services.ts';

export const TableName = 'main';
export const Key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'A' } });
export const put = (pk: string, part: object = {}) => new PutItemCommand({ TableName, Item: { ...Key(pk), ...part } });
export const transact = (...TransactItems: TransactWriteItem[]) => new TransactWriteItemsCommand({ TransactItems });

/** The services behind their gateway, with one table, and clients that call it in some role. */
export interface GatewayScene {
  readonly services: Services;
  readonly tableArn: string;
  readonly streamArn: string;
  /** May do everything. */
  readonly root: DynamoDBClient;
  readonly log: readonly string[];
  readonly dynamodb: (accessKeyId: string, maxAttempts?: number) => DynamoDBClient;
  /** A client whose role has these statements. */
  readonly withRole: (...statements: readonly PolicyStatement[]) => DynamoDBClient;
  readonly allow: (actions: readonly string[], part?: Partial<PolicyStatement>) => PolicyStatement;
  readonly read: (pk: string) => Promise<Record<string, AttributeValue> | undefined>;
  readonly stop: () => Promise<void>;
}

const startGatewayScene = async (): Promise<GatewayScene> => {
  const log: string[] = [];
  const services = await runServices(undefined, log);
  const { tableArn, streamArn = '' } = await services.createTable(tableProperties(TableName));
  const clients: DynamoDBClient[] = [];
  const dynamodb = (accessKeyId: string, maxAttempts = 1): DynamoDBClient => {
    const client = new DynamoDBClient({ ...clientOptions(services, accessKeyId), maxAttempts });
    clients.push(client);
    return client;
  };
  const root = dynamodb('root');
  let roles = 0;
  return {
    services,
    tableArn,
    streamArn,
    root,
    log,
    dynamodb,
    withRole: (...statements) => {
      const accessKeyId = `KEY${(roles += 1)}`;
      const roleArn = 'arn:aws:iam::000000000000:role/local-DispatcherRole';
      services.addPrincipal({ accessKeyId, roleArn, sessionName: 'dispatcher', statements });
      return dynamodb(accessKeyId);
    },
    allow: (actions, part = {}) => ({
      effect: 'Allow',
      actions,
      resources: [tableArn, `${tableArn}/index/*`],
      ...part,
    }),
    read: async (pk) => (await root.send(new GetItemCommand({ TableName, Key: Key(pk), ConsistentRead: true }))).Item,
    stop: async () => {
      for (const client of clients) client.destroy();
      await services.stop();
    },
  };
};

/** Starts a gateway for the tests of a suite, and clears its faults and counted calls before each of them. */
export const withGateway = (started: (scene: GatewayScene) => void): void => {
  let scene: GatewayScene | undefined;
  beforeAll(async () => {
    scene = await startGatewayScene();
    started(scene);
  });
  afterAll(() => scene?.stop());
  beforeEach(() => {
    scene?.services.faults.clear();
    scene?.services.calls.clear();
    scene?.services.calls.meter(false);
  });
};
