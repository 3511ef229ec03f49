import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { DeliveryEvent } from '../../domain/delivery/event.ts';
import { messageIdentity } from '../../domain/delivery/report.ts';
import { scrubbedEvent } from '../../domain/delivery/scrubbed-event.ts';
import type { Table } from '../table/table.ts';
import { packEvent } from './event-codec.ts';
import { messageKey } from './keys.ts';
import { statusAttribute } from './message-record.ts';

export const scrubMessageParams = (table: string, partnerId: string, event: DeliveryEvent): UpdateCommandInput => ({
  TableName: table,
  Key: { ...messageKey(partnerId, event.phone_number_id, messageIdentity(event)) },
  UpdateExpression: 'SET #status = :event',
  ConditionExpression: 'attribute_exists(#status)',
  ExpressionAttributeNames: { '#status': statusAttribute(event.status) },
  ExpressionAttributeValues: { ':event': packEvent(scrubbedEvent(event)) },
});

/** The message's own item. @param event as it was before: its identifiers lead to the item */
export const scrubMessage = async (table: Table, partnerId: string, event: DeliveryEvent): Promise<void> => {
  try {
    await table.client.send(new UpdateCommand(scrubMessageParams(table.name, partnerId, event)));
  } catch (error) {
    // Already expired.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
