import { crc32 } from 'node:zlib';
import { AwsError, type AwsAnswer } from './aws-service.ts';
import { itemActions } from './dynamodb-actions.ts';
import { answerOf, eventualTables, readOf, type LaggingReads } from './eventual-reads.ts';
import { child, children, isJsonObject, parseJsonObject, type JsonObject } from './json-object.ts';
import { createKeyLocks } from './key-locks.ts';
import { createLateWrites, type LateWrites } from './late-writes.ts';
import { replicaOf, replicatedBy, type TableSchema, type TableSchemas } from './table-schema.ts';

/** How long reads do not show a write. */
export interface Lag {
  readonly milliseconds: number;
  /** Left out: of global secondary indexes alone. */
  readonly reads?: LaggingReads;
}

/** The part of a request that a lag needs. */
export interface TableRequest {
  readonly operation: string;
  readonly input: JsonObject;
}

export interface ReplicationLag<Request extends TableRequest> {
  /** @throws AwsError for what the lag does not follow: statements of PartiQL, and changes of tables */
  readonly handle: (request: Request) => Promise<AwsAnswer>;
  /** Fills the replica of a table with what it holds. */
  readonly follow: (table: TableSchema) => Promise<void>;
  /** Shows all writes. */
  readonly catchUp: () => Promise<void>;
}

export interface ReplicationOptions<Request extends TableRequest> {
  readonly lag: Lag;
  readonly schemas: TableSchemas;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly perform: (request: Request) => Promise<AwsAnswer>;
  /** A call of its own. @throws AwsError */
  readonly call: (operation: string, input: JsonObject) => Promise<JsonObject>;
  /** The same request with another input. */
  readonly withInput: (request: Request, input: JsonObject) => Request;
}

const unfollowed: ReadonlySet<string> = new Set([
  ...['ExecuteStatement', 'BatchExecuteStatement', 'ExecuteTransaction'],
  ...['UpdateTable', 'DeleteTable', 'RestoreTableFromBackup', 'RestoreTableToPointInTime', 'ImportTable'],
]);

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
const mostInBatch = 25;

const keyOf = ({ hashKey, rangeKey }: TableSchema, item: JsonObject): JsonObject => ({
  [hashKey]: item[hashKey],
  ...(rangeKey === undefined ? {} : { [rangeKey]: item[rangeKey] }),
});

type Call = ReplicationOptions<TableRequest>['call'];

const writeToReplica = async (call: Call, table: string, requests: readonly JsonObject[]): Promise<void> => {
  for (let start = 0; start < requests.length; start += mostInBatch) {
    let left: unknown = { [replicaOf(table)]: requests.slice(start, start + mostInBatch) };
    while (isJsonObject(left) && Object.keys(left).length > 0) {
      left = (await call('BatchWriteItem', { RequestItems: left })).UnprocessedItems;
    }
  }
};

const requestOf = ({ key, item }: ReturnType<LateWrites['takeAll']>[number]): JsonObject =>
  item === undefined ? { DeleteRequest: { Key: key } } : { PutRequest: { Item: item } };

const copyToReplica = async (call: Call, table: string): Promise<void> => {
  let start: unknown;
  do {
    const from = isJsonObject(start) ? { ExclusiveStartKey: start } : {};
    const page = await call('Scan', { TableName: table, ConsistentRead: true, ...from });
    await writeToReplica(
      call,
      table,
      children(page, 'Items').map((Item) => ({ PutRequest: { Item } })),
    );
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
};

const writtenKeys = (request: TableRequest, schemas: TableSchemas) =>
  itemActions(request.operation, request.input).flatMap(({ operation, table, item }) => {
    const schema = schemas(table);
    if (schema === undefined || operation === 'GetItem' || operation === 'ConditionCheckItem') return [];
    return [{ table, key: keyOf(schema, item) }];
  });

/**
 * Makes reads lag as those of DynamoDB may: each table has a replica that gets every write some time later, and the reads that
 * need not be consistent go to the replica. So the pages, the counts and the filters of such a read are DynamoDB Local's own.
 */
export const createReplicationLag = <Request extends TableRequest>(
  options: ReplicationOptions<Request>,
): ReplicationLag<Request> => {
  const { lag, schemas, now, perform, call, withInput } = options;
  const locked = createKeyLocks();
  const late = new Map<string, LateWrites>();
  let showing = Promise.resolve();

  const lateOf = (table: string): LateWrites => {
    const known = late.get(table);
    if (known !== undefined) return known;
    const created = createLateWrites(lag.milliseconds);
    late.set(table, created);
    return created;
  };

  /** Shows what is old enough. Only one of them runs at a time, so that no older state follows a newer one. */
  const show = (take: (writes: LateWrites) => ReturnType<LateWrites['takeAll']>): Promise<void> => {
    const shown = showing.then(async () => {
      for (const [table, writes] of late) {
        await writeToReplica(call, table, take(writes).map(requestOf));
      }
    });
    showing = shown.catch(() => undefined);
    return shown;
  };

  const read = async (request: Request): Promise<AwsAnswer> => {
    await show((writes) => writes.take(now()));
    const answer = await perform(withInput(request, readOf(request.input, replicaOf)));
    const output = parseJsonObject(answer.body.toString());
    if (answer.status !== 200 || output === undefined) return answer;
    const body = JSON.stringify(answerOf(output, replicatedBy));
    return { ...answer, body, headers: { ...answer.headers, 'x-amz-crc32': String(crc32(body)) } };
  };

  const change = async (request: Request): Promise<AwsAnswer> => {
    const written = writtenKeys(request, schemas);
    if (written.length === 0) return perform(request);
    const places = written.map(({ table, key }) => JSON.stringify([table, key]));
    return locked([...new Set(places)], async () => {
      const answer = await perform(request);
      if (answer.status !== 200) return answer;
      const at = now();
      for (const { table, key } of written) {
        const found = await call('GetItem', { TableName: table, Key: key, ConsistentRead: true });
        lateOf(table).add({ key, item: child(found, 'Item') }, at);
      }
      if ([...late.values()].some(({ overflows }) => overflows)) await show((writes) => writes.take(at));
      return answer;
    });
  };

  return {
    handle: async (request) => {
      if (unfollowed.has(request.operation)) {
        throw new AwsError('ValidationException', `${request.operation} is not supported while reads lag`);
      }
      const isLate = eventualTables(request, schemas, lag.reads ?? 'indexes').length > 0;
      return isLate ? read(request) : change(request);
    },
    follow: ({ name }) => copyToReplica(call, name),
    catchUp: () => show((writes) => writes.takeAll()),
  };
};
