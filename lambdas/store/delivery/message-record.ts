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

/** A message's item holds the first event of each status as an attribute of its own, so that no map has to be there first. */
export const statusAttribute = (status: DeliveryStatus): string => `s_${status}`;

type UpdateParams = NonNullable<TransactWrite['Update']>;

/** Remembered a day longer than events are kept: until then a repeated report is known. */
const ttlOf = (event: DeliveryEvent): number => seconds(event.received_at + eventLifetime + day);

const recordParams = (table: string, partnerId: string, event: DeliveryEvent): UpdateParams => ({
  TableName: table,
  Key: { ...messageKey(partnerId, event.phone_number_id, messageIdentity(event)) },
  UpdateExpression: 'SET #status = :event, #ttl = :ttl',
  ConditionExpression: 'attribute_not_exists(#status)',
  ExpressionAttributeNames: { '#status': statusAttribute(event.status), '#ttl': 'ttl' },
  ExpressionAttributeValues: { ':event': packEvent(event), ':ttl': ttlOf(event) },
});

/** The status of the message was reported before: by the event with this id, which stands. */
export class ReportedBefore extends Error {
  override readonly name = 'ReportedBefore';
  readonly eventId: string;

  constructor(eventId: string) {
    super('the status was reported before');
    this.eventId = eventId;
  }
}

const packedBytes = z.instanceof(Uint8Array);

const existingId = (item: Item | undefined, status: DeliveryStatus): string =>
  unpackEvent(packedBytes.parse(item?.[statusAttribute(status)])).id;

/**
 * Records a report in one conditional write, which is also what tells a repetition.
 * A lost answer that the SDK asks for again finds this event's own id standing: still the first report.
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

/** The same as a part of a commit. */
export const recordClause = (table: Table, partnerId: string, event: DeliveryEvent): Clause => ({
  name: 'the status is reported for the first time',
  write: { Update: recordParams(table.name, partnerId, event) },
  refuse: (existing) => new ReportedBefore(existingId(existing, event.status)),
});
