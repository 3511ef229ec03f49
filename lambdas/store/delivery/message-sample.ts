import { ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { unpackEvent } from '@swift-worker/time-index/event-codec.ts';
import { deliveryStatuses, type DeliveryEvent } from '@swift-worker/time-index/event.ts';
import type { Item, Table } from '../table/table.ts';
import { messageSortPrefix, partnerOfMessageKey } from './keys.ts';
import { statusAttribute } from './message-record.ts';

/** A message as it was recorded. */
export interface RecordedMessage {
  readonly partnerId: string;
  readonly events: readonly DeliveryEvent[];
}

/** The numbers of segments of the scan, tried in this order. A small segment of a small table may be empty. */
const partitions = [65_536, 1_024, 16, 1] as const;
const itemsRead = 200;

const sampleParams = (table: string, parts: number, part: number): ScanCommandInput => ({
  TableName: table,
  TotalSegments: parts,
  Segment: part,
  Limit: itemsRead,
  FilterExpression: 'begins_with(sk, :message)',
  ExpressionAttributeValues: { ':message': messageSortPrefix },
});

const messageItem = z.looseObject({ pk: z.string() });
const packedBytes = z.instanceof(Uint8Array);

const recordedMessages = (item: Item): readonly RecordedMessage[] => {
  const { pk, ...attributes } = messageItem.parse(item);
  const partnerId = partnerOfMessageKey(pk);
  const packed = deliveryStatuses.map((status) => attributes[statusAttribute(status)]);
  const events = packed.filter((value) => value !== undefined).map((value) => unpackEvent(packedBytes.parse(value)));
  return partnerId === null ? [] : [{ partnerId, events }];
};

/** Messages from a random segment of the table, in at most four reads of 200 items. */
export const sampleMessages = async (table: Table, random: () => number): Promise<readonly RecordedMessage[]> => {
  for (const parts of partitions) {
    const params = sampleParams(table.name, parts, Math.floor(random() * parts));
    const { Items: items = [] } = await table.client.send(new ScanCommand(params));
    if (items.length > 0) return items.flatMap(recordedMessages);
  }
  return [];
};
