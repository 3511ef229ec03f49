import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { eventLifetime, type DeliveryEvent, type DeliveryStatus } from '../../domain/delivery/event.ts';
import { messageIdentity } from '../../domain/delivery/report.ts';
import { day, seconds } from '../../domain/time.ts';
import { itemOf } from '../table/attributes.ts';
import { contended, type Clause, type TransactWrite } from '../table/commit.ts';
import type { Item, Table } from '../table/table.ts';
import { packEvent, unpackEvent } from './event-codec.ts';
import { messageKey } from './keys.ts';

/** The attribute of a message's item that holds the first event of a status. Attributes, unlike a map's entries, need no map to exist first. */
export const statusAttribute = (status: DeliveryStatus): string => `s_${status}`;

type UpdateParams = NonNullable<TransactWrite['Update']>;

/** A message is stored a day longer than its events are shown, so that a repeated report is recognised. */
const ttlOf = (event: DeliveryEvent): number => seconds(event.received_at + eventLifetime + day);

const recordParams = (table: string, partnerId: string, event: DeliveryEvent): UpdateParams => ({
  TableName: table,
  Key: { ...messageKey(partnerId, event.phone_number_id, messageIdentity(event)) },
  UpdateExpression: 'SET #status = :event, #ttl = :ttl',
  ConditionExpression: 'attribute_not_exists(#status)',
  ExpressionAttributeNames: { '#status': statusAttribute(event.status), '#ttl': 'ttl' },
  ExpressionAttributeValues: { ':event': packEvent(event), ':ttl': ttlOf(event) },
});

/** The status of the message was already reported, by the event with this id. */
export class ReportedBefore extends Error {
  override readonly name = 'ReportedBefore';
  readonly eventId: string;

  constructor(eventId: string) {
    super('the status was already reported');
    this.eventId = eventId;
  }
}

const packedBytes = z.instanceof(Uint8Array);

const existingId = (item: Item | undefined, status: DeliveryStatus): string =>
  unpackEvent(packedBytes.parse(item?.[statusAttribute(status)])).id;

/**
 * Records a report in one conditional write, whose condition also recognises a repetition. When the SDK repeats a
 * request whose response was lost, the existing event has this event's id: the report is still the first.
 * @throws ReportedBefore; Contended when a transaction held the message
 */
export const recordEvent = async (table: Table, partnerId: string, event: DeliveryEvent): Promise<void> => {
  try {
    await table.client.send(
      new UpdateCommand({
        ...recordParams(table.name, partnerId, event),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
  } catch (error) {
    if (error instanceof TransactionConflictException) throw contended();
    if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
    const existing = existingId(itemOf(error.Item), event.status);
    if (existing !== event.id) throw new ReportedBefore(existing);
  }
};

/** Records a report as a part of a commit. */
export const recordClause = (table: Table, partnerId: string, event: DeliveryEvent): Clause => ({
  name: 'the status is reported for the first time',
  write: { Update: recordParams(table.name, partnerId, event) },
  refuse: (existing) => new ReportedBefore(existingId(existing, event.status)),
});
