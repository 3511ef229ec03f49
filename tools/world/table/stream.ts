import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { AttributeValue as StreamValue, DynamoDBRecord } from 'aws-lambda';
import { itemSize, type Attributes } from './attribute-value.ts';
import type { Keys } from './item-store.ts';
import type { Milliseconds } from '../../../lambdas/kernel/time.ts';

/** A committed change of an item. */
export interface Change {
  readonly keys: Keys;
  readonly oldImage: Attributes | undefined;
  readonly newImage: Attributes | undefined;
  /** The position in the order of the commits, from 0 on. */
  readonly sequence: number;
  readonly at: Milliseconds;
  /** Whether it is the deletion of an expired item by DynamoDB. */
  readonly isExpiry: boolean;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Binary values are base64 in an event. */
const streamValue = (value: AttributeValue): StreamValue => {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.M !== undefined) return { M: streamImage(value.M) };
  if (value.L !== undefined) return { L: value.L.map(streamValue) };
  if (value.S !== undefined) return { S: value.S };
  if (value.N !== undefined) return { N: value.N };
  if (value.SS !== undefined) return { SS: value.SS };
  if (value.NS !== undefined) return { NS: value.NS };
  return value.BOOL === undefined ? { NULL: true } : { BOOL: value.BOOL };
};

const streamImage = (item: Attributes): Record<string, StreamValue> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, streamValue(value)]));

const sequenceNumber = (sequence: number): string => String(sequence + 1).padStart(21, '0');

/**
 * The record of a change in an event of Lambda.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html
 */
export const recordOf = ({ keys, oldImage, newImage, sequence, at, isExpiry }: Change): DynamoDBRecord => ({
  eventID: sequenceNumber(sequence),
  eventName: oldImage === undefined ? 'INSERT' : newImage === undefined ? 'REMOVE' : 'MODIFY',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'us-east-1',
  dynamodb: {
    ApproximateCreationDateTime: Math.floor(at / 1000),
    Keys: { pk: { S: keys.pk }, sk: { S: keys.sk } },
    ...(oldImage && { OldImage: streamImage(oldImage) }),
    ...(newImage && { NewImage: streamImage(newImage) }),
    SequenceNumber: sequenceNumber(sequence),
    SizeBytes: itemSize(oldImage ?? {}) + itemSize(newImage ?? {}),
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  },
  eventSourceARN: 'arn:aws:dynamodb:us-east-1:000000000000:table/world/stream/2000-01-01T00:00:00.000',
  ...(isExpiry && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
});
