import type { IncomingMessage, ServerResponse } from 'node:http';
import { unsigned } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { errorAnswer } from '@swift-worker/local-cloud/services/aws-errors.ts';
import { AwsError, type AwsAnswer } from '@swift-worker/local-cloud/services/aws-service.ts';
import { createForwarder } from '@swift-worker/local-cloud/services/forward.ts';
import { parseJsonObject, type JsonObject } from '@swift-worker/local-cloud/services/json-object.ts';
import {
  createReplicationLag,
  type Lag,
  type TableRequest,
} from '@swift-worker/local-cloud/services/replication-lag.ts';
import { replicaOf, type TableSchema } from '@swift-worker/local-cloud/services/table-schema.ts';
import { readBody } from '@swift-worker/loopback/exchange.ts';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import type { Clock } from '../../lambdas/kernel/time.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { tableProperties } from './table-properties.ts';
import { createTable, openDynamoDb, openTable, type TestTable } from './test-table.ts';

/** A table whose eventually consistent reads lag by the test's clock. */
export interface LaggingTable extends TestTable {
  /** The same table without a lag, for reads alone: what is written there, the lagging reads never show. */
  readonly present: Table;
  /** Shows all writes. */
  readonly catchUp: () => Promise<void>;
}

/** The table without a lag, for reads of a test that are not the service's. */
export const presentOf = (table: Table): Table => ('present' in table ? (table as LaggingTable).present : table);

/** Longer than the indexes of DynamoDB usually lag. */
export const aSecond: Lag = { milliseconds: 1_000, reads: 'indexes' };

interface Signed extends TableRequest {
  readonly target: string;
}

const schema: TableSchema = {
  name: tableProperties.TableName,
  hashKey: 'pk',
  rangeKey: 'sk',
  indexes: [{ name: 'due', hashKey: 'due_shard', rangeKey: 'due_at', projection: [], global: true }],
};

const bodyLimit = 16 * 1024 * 1024;

export const startLaggingTable = async (lag: Lag, now: Clock): Promise<LaggingTable> => {
  const { endpoint, accessKeyId, end } = await openDynamoDb();
  const forwarder = createForwarder(endpoint);
  const authorization = unsigned(accessKeyId);
  const perform = ({ target, input }: Signed): Promise<AwsAnswer> =>
    forwarder.send({
      method: 'POST',
      path: '/',
      body: JSON.stringify(input),
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target, authorization },
    });
  const replication = createReplicationLag<Signed>({
    lag,
    now,
    perform,
    schemas: (name) => (name === schema.name ? schema : undefined),
    withInput: (request, input) => ({ ...request, input }),
    call: async (operation, input) => {
      const { status, body } = await perform({ target: `DynamoDB_20120810.${operation}`, operation, input });
      const output: JsonObject = parseJsonObject(body.toString()) ?? {};
      if (status !== 200) throw new Error(`${operation}: ${body.toString()}`);
      return output;
    },
  });
  const answer = async (request: IncomingMessage): Promise<AwsAnswer> => {
    const target = String(request.headers['x-amz-target']);
    const input = parseJsonObject((await readBody(request, bodyLimit)).toString()) ?? {};
    try {
      return await replication.handle({ target, operation: target.split('.')[1] ?? '', input });
    } catch (error) {
      if (error instanceof AwsError) return errorAnswer('dynamodb', error);
      throw error;
    }
  };
  const server = await startLoopbackServer({
    port: 0,
    log: console.error,
    handle: async (request: IncomingMessage, response: ServerResponse) => {
      const { status, headers, body } = await answer(request);
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    },
  });
  const { close: closePresent, ...present } = openTable(endpoint, accessKeyId);
  await createTable(present, tableProperties);
  const { StreamSpecification: _, ...replicated } = tableProperties;
  await createTable(present, { ...replicated, TableName: replicaOf(schema.name) });
  const { close, ...lagging } = openTable(`http://127.0.0.1:${String(server.port)}`, accessKeyId);
  return {
    ...lagging,
    present,
    catchUp: replication.catchUp,
    stop: async () => {
      close();
      await server.stop();
      forwarder.stop();
      await end([schema.name, replicaOf(schema.name)]);
      closePresent();
    },
  };
};
