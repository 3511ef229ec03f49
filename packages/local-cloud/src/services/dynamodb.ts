import { crc32 } from 'node:zlib';
import { AwsError, type AwsAnswer, type AwsRequest, type AwsService } from './aws-service.ts';
import { startDynamoDbLocal, unsigned, type DynamoDbLocal, type DynamoDbLocalTables } from './dynamodb-local.ts';
import { createForwarder } from './forward.ts';
import { parseJsonObject, text, type JsonObject } from './json-object.ts';
import { region } from './names.ts';
import { createReplicationLag, type Lag } from './replication-lag.ts';
import { replicaOf, type TableSchema, type TableSchemas } from './table-schema.ts';
import { deleteTable, ensureTable, replicaProperties, type CreatedTable } from './table-creation.ts';

export interface DynamoDb {
  readonly handle: AwsService;
  /** DynamoDB Local's own address, behind the gateway. */
  readonly endpoint: string;
  readonly schemas: TableSchemas;
  /** The number of calls so far that wrote to tables. It grows when the write is done. */
  readonly writes: () => number;
  /** Makes a call for the local cloud itself. @throws AwsError */
  call(operation: string, input: JsonObject): Promise<JsonObject>;
  readonly createTable: (properties: unknown) => Promise<CreatedTable>;
  stop(): Promise<void>;
}

export interface DynamoDbOptions {
  readonly directory: string | undefined;
  readonly port: number;
  /** Left out: every read shows all writes, as those of DynamoDB Local do. */
  readonly lag?: Lag | undefined;
  /** Where the tables are. They are deleted at the end. Left out: in a DynamoDB Local of its own. */
  readonly local?: DynamoDbLocalTables | undefined;
}

/** The access key of calls to a DynamoDB Local of its own, which has one set of tables for all keys. */
const ownAccessKeyId = 'root';

const openLocal = async (options: DynamoDbOptions): Promise<DynamoDbLocalTables & DynamoDbLocal> =>
  options.local === undefined
    ? { accessKeyId: ownAccessKeyId, ...(await startDynamoDbLocal(options)) }
    : { ...options.local, stop: () => Promise.resolve() };

const sentTo = (forwarder: ReturnType<typeof createForwarder>, accessKeyId: string): AwsService => {
  const fixedHeaders = {
    'content-type': 'application/x-amz-json-1.0',
    authorization: unsigned(accessKeyId),
  };
  return async ({ operation, headers, body }) => {
    const answer = await forwarder.send({
      method: 'POST',
      path: '/',
      headers: { ...fixedHeaders, 'x-amz-target': headers['x-amz-target'] ?? '' },
      body: naming.has(operation) ? body.toString().replaceAll(ourArn, localArn) : body,
    });
    return telling.has(operation) ? inOurRegion(answer) : answer;
  };
};

const calling =
  (service: AwsService) =>
  async (operation: string, input: JsonObject): Promise<JsonObject> => {
    const answer = await service(rootRequest(operation, input));
    const output = parseJsonObject(answer.body.toString()) ?? {};
    if (answer.status === 200) return output;
    const code = text(output, '__type')?.split('#').at(-1) ?? 'UnknownError';
    throw new AwsError(code, text(output, 'Message') ?? text(output, 'message') ?? '', answer.status);
  };

/** Starts DynamoDB Local. Its region `ddblocal` is shown as the region of the other services. */
export const startDynamoDb = async (options: DynamoDbOptions): Promise<DynamoDb> => {
  const local = await openLocal(options);
  const forwarder = createForwarder(local.endpoint);
  const tables = new Map<string, TableSchema>();
  const present = sentTo(forwarder, local.accessKeyId);
  const schemas: TableSchemas = (name) => tables.get(name);
  const direct = calling(present);
  const replication =
    options.lag &&
    createReplicationLag<AwsRequest>({
      lag: options.lag,
      schemas,
      now: Date.now,
      perform: present,
      call: direct,
      withInput: (request, input) => ({ ...request, input, body: Buffer.from(JSON.stringify(input)) }),
    });
  const perform = replication?.handle ?? present;
  let writes = 0;
  const handle: AwsService = async (request) => {
    try {
      return await perform(request);
    } finally {
      if (!onlyReads.test(request.operation)) writes += 1;
    }
  };
  const deleteTables = async (): Promise<void> => {
    for (const name of tables.keys()) {
      await deleteTable(direct, name);
      await deleteTable(direct, replicaOf(name));
    }
  };
  return {
    handle,
    endpoint: local.endpoint,
    schemas,
    writes: () => writes,
    call: calling(handle),
    createTable: async (properties) => {
      const { created, schema } = await ensureTable(direct, properties);
      if (replication !== undefined) {
        // An older replica may lack what was written without a lag.
        await deleteTable(direct, replicaOf(schema.name));
        await ensureTable(direct, replicaProperties(properties));
        await replication.follow(schema);
      }
      tables.set(schema.name, schema);
      return created;
    },
    stop: async () => {
      if (options.local !== undefined) await deleteTables();
      forwarder.stop();
      await local.stop();
    },
  };
};

const rootRequest = (operation: string, input: JsonObject): AwsRequest => ({
  service: 'dynamodb',
  method: 'POST',
  operation,
  input,
  body: Buffer.from(JSON.stringify(input)),
  headers: { 'x-amz-target': `${operation.includes('Stream') ? 'DynamoDBStreams' : 'DynamoDB'}_20120810.${operation}` },
  path: '/',
});

const localArn = 'arn:aws:dynamodb:ddblocal:';
const ourArn = `arn:aws:dynamodb:${region}:`;

const onlyReads = /^(?:Get|BatchGet|TransactGet|Query|Scan|Describe|List)/;

/** Operations whose requests contain ARNs. */
const naming: ReadonlySet<string> = new Set([
  ...['DescribeStream', 'GetShardIterator', 'GetRecords'],
  ...['ListTagsOfResource', 'TagResource', 'UntagResource'],
]);

/** Operations whose answers contain ARNs or regions. */
const telling: ReadonlySet<string> = new Set([
  ...['CreateTable', 'DeleteTable', 'DescribeTable', 'UpdateTable', 'DescribeContinuousBackups'],
  ...['DescribeStream', 'ListStreams', 'GetShardIterator', 'GetRecords'],
]);

const inOurRegion = (answer: AwsAnswer): AwsAnswer => {
  const original = answer.body.toString();
  // By field name. In an item, every value is below its type, so a field of an item never has such a name.
  const body = original
    .replaceAll(/"(\w*(?:Arn|ShardIterator))":"arn:aws:dynamodb:ddblocal:/g, `"$1":"${ourArn}`)
    .replaceAll('"awsRegion":"ddblocal"', `"awsRegion":"${region}"`);
  if (body === original) return answer;
  return { ...answer, body, headers: { ...answer.headers, 'x-amz-crc32': String(crc32(body)) } };
};
