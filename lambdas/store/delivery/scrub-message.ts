import { packEvent } from '@swift-worker/time-index/event-codec.ts';
import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { messageIdentity } from '../../domain/delivery/report.ts';
import { scrubbedEvent } from '../../domain/delivery/scrubbed-event.ts';
import { sizeNames } from '../../domain/size.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import type { Table } from '../table/table.ts';
import { messageKey } from './keys.ts';
import { statusAttribute } from './message-record.ts';

/** Erases the identifiers from a message's item, in whichever place it is. @param event the event with its identifiers, by which the item is found */
export const scrubMessage = async (table: Table, partnerId: string, event: DeliveryEvent): Promise<void> => {
  for (const size of sizeNames) {
    const outcome = await tryUpdate(table, {
      Key: { ...messageKey(partnerId, event.phone_number_id, messageIdentity(event), size) },
      UpdateExpression: 'SET #status = :event',
      ConditionExpression: 'attribute_exists(#status)',
      ExpressionAttributeNames: { '#status': statusAttribute(event.status) },
      ExpressionAttributeValues: { ':event': packEvent(scrubbedEvent(event)) },
    });
    // Otherwise it is elsewhere, or has expired.
    if (outcome.kind === 'written') return;
  }
};
