import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { translation } from '../../lambdas/store/table/attributes.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import type { AwsAnswer, AwsRequest } from '@swift-worker/local-cloud/services/aws-service.ts';
import { startDynamoDb, type DynamoDb } from '@swift-worker/local-cloud/services/dynamodb.ts';
import { parseJsonObject } from '@swift-worker/local-cloud/services/json-object.ts';
import { createMeter, type ItemUnits } from '@swift-worker/local-cloud/services/meter.ts';
import { tableProperties } from '../harness/table-properties.ts';
import { testRunTables } from '../harness/test-run-tables.ts';

/** A call of the table. */
export interface Access {
  /** Calls of one round run concurrently; rounds run one after another. */
  readonly round: number;
  readonly operation: string;
  readonly read: number;
  readonly write: number;
  readonly request: AwsRequest;
  /** The units of each item that the call names; empty for a query. */
  readonly items: readonly ItemUnits[];
}

interface Measured<T> {
  readonly result: T;
  /** All calls, including those that ended after the answer. */
  readonly accesses: readonly Access[];
  readonly roundsToAnswer: number;
}

export interface MeteredTable extends Table {
  /** Meters the calls that are made while `run` runs, in lockstep. Other calls are not delayed. */
  readonly measure: <T>(run: () => Promise<T>) => Promise<Measured<T>>;
  readonly stop: () => Promise<void>;
}

interface Waiting {
  readonly request: AwsRequest;
  readonly resolve: (answer: AwsAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** The fields of the SDK's request that are read here. */
interface HttpRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const requestOf = ({ headers, body }: HttpRequest): AwsRequest => {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw new Error('a call without a body');
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.copyBytesFrom(body);
  const operation = headers['x-amz-target']?.split('.')[1] ?? '';
  const input = parseJsonObject(bytes.toString()) ?? {};
  return { service: 'dynamodb', method: 'POST', operation, input, body: bytes, headers, path: '/' };
};

/** Resolves when all tasks that are ready now have made their calls. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
};

/** Performs calls together, while they are measured. */
const createLockstep = (dynamodb: DynamoDb, meter: ReturnType<typeof createMeter>) => {
  let waiting: Waiting[] = [];
  let accesses: Access[] = [];
  let round = 0;
  let isMeasuring = false;
  let isRunning = false;
  let running = Promise.resolve();

  /** Performs a call. @returns a function that returns its answer to the caller */
  const perform = async ({ request, resolve, reject }: Waiting): Promise<() => void> => {
    try {
      const { answer, units, items } = await meter(request, () => dynamodb.handle(request));
      accesses.push({ round, operation: request.operation, ...units, request, items });
      return () => {
        resolve(answer);
      };
    } catch (error) {
      return () => {
        reject(error);
      };
    }
  };
  const goRounds = async (): Promise<void> => {
    await settled();
    while (waiting.length > 0) {
      const together = waiting;
      waiting = [];
      round += 1;
      const giveBack: (() => void)[] = [];
      for (const call of together) giveBack.push(await perform(call));
      for (const give of giveBack) give();
      await settled();
    }
    isRunning = false;
  };
  const send = (request: AwsRequest): Promise<AwsAnswer> =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      running = goRounds();
    });
  const quiet = async (): Promise<void> => {
    while (isRunning) await running;
  };
  const measure: MeteredTable['measure'] = async (run) => {
    accesses = [];
    round = 0;
    isMeasuring = true;
    const result = await run();
    const roundsToAnswer = round;
    await quiet();
    isMeasuring = false;
    return { result, accesses, roundsToAnswer };
  };
  return {
    measure,
    handle: (request: AwsRequest): Promise<AwsAnswer> => (isMeasuring ? send(request) : dynamodb.handle(request)),
  };
};

/**
 * The table on DynamoDB Local, with every call metered by the published rules. Calls run in lockstep: concurrent calls
 * are sent together and answered together, so that the number of rounds does not depend on the machine's speed.
 * @param directory where the table is stored; default: in memory
 */
export const startMeteredTable = async (directory?: string): Promise<MeteredTable> => {
  const dynamodb = await startDynamoDb({
    directory,
    port: 0,
    local: directory === undefined ? await testRunTables() : undefined,
  });
  await dynamodb.createTable(tableProperties);
  const meter = createMeter(dynamodb);
  const lockstep = createLockstep(dynamodb, meter);
  const requestHandler = {
    handle: async (request: HttpRequest) => {
      const asked = requestOf(request);
      const { status, headers, body } = await lockstep.handle(asked);
      return { response: { statusCode: status, headers, body: Readable.from([Buffer.from(body)]) } };
    },
  };
  const client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: dynamodb.endpoint,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler,
  });
  return {
    name: tableProperties.TableName,
    client: DynamoDBDocumentClient.from(client, translation()),
    retryPolicy: systemRetryPolicy,
    measure: lockstep.measure,
    stop: async () => {
      client.destroy();
      await dynamodb.stop();
    },
  };
};
