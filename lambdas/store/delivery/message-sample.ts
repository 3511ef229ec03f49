import { ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { deliveryStatuses, type DeliveryEvent } from '../../domain/delivery/event.ts';
import type { Table } from '../table.ts';
import { unpackEvent } from './event-codec.ts';
import { messageSortKey, partnerOfMessageKey } from './keys.ts';
import { statusAttribute } from './message-record.ts';

/** A message as it was recorded. */
export interface RecordedMessage {
  readonly partnerId: string;
  readonly events: readonly DeliveryEvent[];
}

/** The table in so many parts; one of them holds few enough items to read. */
export const sampleSegments = 65_536;
const itemsRead = 200;

export const sampleParams = (table: string, segment: number): ScanCommandInput => ({
  TableName: table,
  TotalSegments: sampleSegments,
  Segment: segment,
  Limit: itemsRead,
  FilterExpression: 'sk = :message',
  ExpressionAttributeValues: { ':message': messageSortKey },
});

const messageItem = z.looseObject({ pk: z.string() });
const packedBytes = z.instanceof(Uint8Array);

/** Messages out of one part of the table, in no more than one read. @param segment below {@link sampleSegments} */
export const sampleMessages = async (table: Table, segment: number): Promise<readonly RecordedMessage[]> => {
  const { Items: items = [] } = await table.client.send(new ScanCommand(sampleParams(table.name, segment)));
  return items.flatMap((item) => {
    const { pk, ...attributes } = messageItem.parse(item);
    const partnerId = partnerOfMessageKey(pk);
    const packed = deliveryStatuses
      .map((status) => attributes[statusAttribute(status)])
      .filter((value) => value !== undefined);
    return partnerId === null
      ? []
      : [{ partnerId, events: packed.map((value) => unpackEvent(packedBytes.parse(value))) }];
  });
};
