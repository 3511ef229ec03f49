import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import { createHash } from 'node:crypto';
import { region } from '../services/names.ts';
import { Json } from '../template.ts';

export interface StreamShard {
  readonly shardId: string;
  readonly parentShardId: string | undefined;
}

/** A record as the function gets it, with the fields that the poller needs. */
export interface StreamRecord {
  readonly sequenceNumber: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly keys: Readonly<Record<string, Json>>;
  readonly event: Json;
}

interface StreamPage {
  readonly records: readonly StreamRecord[];
  /** `undefined`: the shard is closed and was read to its end. */
  readonly next: string | undefined;
}

/** A table's stream, read with the permissions of the function. */
export interface Stream {
  shards(): Promise<readonly StreamShard[]>;
  /** @param after a sequence number; `undefined`: from the oldest record */
  iterator(shardId: string, after: string | undefined): Promise<string>;
  read(iterator: string): Promise<StreamPage>;
}

/** Binary values are base64 in an event. */
const plain = (value: unknown): Json => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date) return value.getTime() / 1000;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([name, item]) => [name, plain(item)]));
  }
  return Json.parse(value);
};

const plainObject = (value: object): Record<string, Json> =>
  Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));

/** https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
const readRecord = (record: _Record, streamArn: string): StreamRecord => {
  const change = record.dynamodb ?? {};
  const sequenceNumber = change.SequenceNumber ?? '';
  const identity = record.userIdentity;
  return {
    sequenceNumber,
    createdAt: change.ApproximateCreationDateTime?.getTime() ?? 0,
    keys: plainObject(change.Keys ?? {}),
    event: {
      eventID: record.eventID ?? createHash('md5').update(sequenceNumber).digest('hex'),
      eventName: record.eventName ?? '',
      eventVersion: record.eventVersion ?? '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: region,
      dynamodb: plain(change),
      eventSourceARN: streamArn,
      ...(identity === undefined
        ? {}
        : { userIdentity: { type: identity.Type ?? '', principalId: identity.PrincipalId ?? '' } }),
    },
  };
};

export const connectStream = (client: DynamoDBStreamsClient, streamArn: string): Stream => ({
  shards: async () => {
    const shards: Shard[] = [];
    let last: string | undefined;
    do {
      const command = new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: last });
      const { StreamDescription } = await client.send(command);
      shards.push(...(StreamDescription?.Shards ?? []));
      last = StreamDescription?.LastEvaluatedShardId;
    } while (last !== undefined);
    return shards.flatMap(({ ShardId, ParentShardId }) =>
      ShardId === undefined ? [] : [{ shardId: ShardId, parentShardId: ParentShardId }],
    );
  },
  iterator: async (shardId, after) => {
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ShardIteratorType: after === undefined ? 'TRIM_HORIZON' : 'AFTER_SEQUENCE_NUMBER',
        SequenceNumber: after,
      }),
    );
    if (ShardIterator === undefined) throw new Error(`no iterator for shard ${shardId}`);
    return ShardIterator;
  },
  read: async (iterator) => {
    const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator: iterator }));
    return { records: Records.map((record) => readRecord(record, streamArn)), next: NextShardIterator };
  },
});
