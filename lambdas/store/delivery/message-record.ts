import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { packEvent, unpackEvent } from '@swift-worker/time-index/event-codec.ts';
import type { DeliveryEvent, DeliveryStatus } from '@swift-worker/time-index/event.ts';
import { messageLifetime } from '../../domain/delivery/message-place.ts';
import { ReportedBefore } from '../../kernel/errors.ts';
import { seconds } from '../../kernel/time.ts';
import { itemOf } from '../table/attributes.ts';
import { commit, contended, type Clause, type TransactWrite } from '../table/commit.ts';
import type { Key } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import type { MessageSite } from './find-message.ts';

/** The attribute of a message's item that holds the first event of a status. Attributes, unlike a map's entries, need no map to exist first. */
export const statusAttribute = (status: DeliveryStatus): string => `s_${status}`;

type UpdateParams = NonNullable<TransactWrite['Update']>;

/** A message is stored a day longer than its events are shown, so that a repeated report is recognised. */
const ttlOf = (event: DeliveryEvent): number => seconds(event.received_at + messageLifetime);

const recordParams = (table: string, key: Key, event: DeliveryEvent): UpdateParams => ({
  TableName: table,
  Key: { ...key },
  UpdateExpression: 'SET #status = :event, #ttl = :ttl',
  ConditionExpression: 'attribute_not_exists(#status)',
  ExpressionAttributeNames: { '#status': statusAttribute(event.status), '#ttl': 'ttl' },
  ExpressionAttributeValues: { ':event': packEvent(event), ':ttl': ttlOf(event) },
});

const packedBytes = z.instanceof(Uint8Array);

const existingId = (item: Item | undefined, status: DeliveryStatus): string =>
  unpackEvent(packedBytes.parse(item?.[statusAttribute(status)])).id;

const recordClause = (table: Table, key: Key, event: DeliveryEvent): Clause => ({
  name: 'the status is reported for the first time',
  write: { Update: recordParams(table.name, key, event) },
  refuse: (existing) => new ReportedBefore(existingId(existing, event.status)),
});

const nowhereElse = (table: Table, key: Key): Clause => ({
  name: 'the message is in one place',
  write: {
    ConditionCheck: { TableName: table.name, Key: { ...key }, ConditionExpression: 'attribute_not_exists(pk)' },
  },
  refuse: contended,
});

/** Records a report as a part of a commit. */
export const recordClauses = (
  table: Table,
  { key, elsewhere }: MessageSite,
  event: DeliveryEvent,
): readonly Clause[] => [
  recordClause(table, key, event),
  ...(elsewhere === null ? [] : [nowhereElse(table, elsewhere)]),
];

const update = async (table: Table, key: Key, event: DeliveryEvent): Promise<void> => {
  try {
    await table.client.send(
      new UpdateCommand({ ...recordParams(table.name, key, event), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
    );
  } catch (error) {
    if (error instanceof TransactionConflictException) throw contended();
    if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
    const existing = existingId(itemOf(error.Item), event.status);
    if (existing !== event.id) throw new ReportedBefore(existing);
  }
};

/**
 * Records a report in one conditional write, whose condition also recognises a repetition. When the SDK repeats a
 * request whose response was lost, the existing event has this event's id: the report is still the first.
 * @throws ReportedBefore; Contended when a transaction held the message, or it was just made in another place
 */
export const recordEvent = (table: Table, site: MessageSite, event: DeliveryEvent): Promise<void> =>
  site.elsewhere === null ? update(table, site.key, event) : commit(table, recordClauses(table, site, event));
