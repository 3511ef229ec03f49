import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { eventLifetime, type DeliveryEvent, type DeliveryStatus } from '../../domain/delivery/event.ts';
import { messageIdentity } from '../../domain/delivery/report.ts';
import { day, seconds } from '../../domain/time.ts';
import type { Table } from '../table.ts';
import { packEvent, unpackEvent } from './event-codec.ts';
import { messageKey } from './keys.ts';

/** A message's item holds the first event of each status as an attribute of its own, so that no map has to be there first. */
export const statusAttribute = (status: DeliveryStatus): string => `s_${status}`;

/** Remembered a day longer than events are kept: until then a repeated report is known. */
const ttlOf = (event: DeliveryEvent): number => seconds(event.received_at + eventLifetime + day);

export const recordParams = (table: string, partnerId: string, event: DeliveryEvent): UpdateCommandInput => ({
  TableName: table,
  Key: { ...messageKey(partnerId, event.phone_number_id, messageIdentity(event)) },
  UpdateExpression: 'SET #status = :event, #ttl = :ttl',
  ConditionExpression: 'attribute_not_exists(#status)',
  ExpressionAttributeNames: { '#status': statusAttribute(event.status), '#ttl': 'ttl' },
  ExpressionAttributeValues: { ':event': packEvent(event), ':ttl': ttlOf(event) },
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
});

/** `event` is the one that stands: the first report of a status. */
export interface Recorded {
  readonly event: DeliveryEvent;
  readonly duplicate: boolean;
}

const packedBytes = z.instanceof(Uint8Array);

/**
 * Records a report in one conditional write, which is also what tells a repetition.
 * A lost answer that the SDK asks for again comes back as a duplicate with this event's own id: still the first report.
 */
export const recordEvent = async (table: Table, partnerId: string, event: DeliveryEvent): Promise<Recorded> => {
  try {
    await table.client.send(new UpdateCommand(recordParams(table.name, partnerId, event)));
    return { event, duplicate: false };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
    const standing = unpackEvent(packedBytes.parse(unmarshall(error.Item)[statusAttribute(event.status)]));
    return standing.id === event.id ? { event, duplicate: false } : { event: standing, duplicate: true };
  }
};
