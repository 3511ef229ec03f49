import { packEvent } from '@swift-worker/time-index/event-codec.ts';
import type { DeliveryEvent, DeliveryStatus } from '@swift-worker/time-index/event.ts';
import { messageIdentity } from '../../lambdas/domain/delivery/report.ts';
import type { MessageSite } from '../../lambdas/store/delivery/find-message.ts';
import { messageKey, messageName } from '../../lambdas/store/delivery/keys.ts';
import { statusAttribute } from '../../lambdas/store/delivery/message-record.ts';

export const uuidOf = (kind: number, number: number): string =>
  `0192${kind.toString(16).padStart(4, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

export const partnerId = uuidOf(1, 1);
export const instances = [uuidOf(2, 1), uuidOf(2, 2), uuidOf(2, 3)] as const;
export const customers = [uuidOf(3, 1), uuidOf(3, 2)] as const;

export const plainEvent = (id: string, fields: Partial<DeliveryEvent>): DeliveryEvent => ({
  id,
  instance_id: instances[0],
  customer_id: customers[0],
  phone_number_id: '1065',
  status: 'sent',
  message_id: null,
  client_message_id: null,
  request_id: null,
  template_id: null,
  template_name: null,
  campaign_id: null,
  recipient_hash: null,
  recipient_user_id: null,
  user_id: null,
  recipient: null,
  error: null,
  occurred_at: 0,
  received_at: 0,
  ...fields,
});

/** The message item of a standard partner. */
export const messageSite = (owner: string, event: DeliveryEvent): MessageSite => ({
  key: messageKey(owner, event.phone_number_id, messageIdentity(event)),
  elsewhere: null,
});

type Image = Record<string, { readonly B: string }>;

/** The result of one report: the stored event, and the stream's record when it was new. */
export interface Reported {
  readonly event: DeliveryEvent;
  readonly record: unknown;
}

/** The messages' items in memory: the first report of a status is kept, and each change has a stream record. */
export const messageTable = () => {
  const items = new Map<string, Map<DeliveryStatus, DeliveryEvent>>();
  let sequence = 0;
  const imageOf = (statuses: ReadonlyMap<DeliveryStatus, DeliveryEvent>): Image =>
    Object.fromEntries(
      Array.from(statuses, ([status, event]) => [
        statusAttribute(status),
        { B: Buffer.from(packEvent(event)).toString('base64') },
      ]),
    );
  return {
    items,
    report: (event: DeliveryEvent): Reported | null => {
      const key = messageKey(partnerId, event.phone_number_id, messageIdentity(event));
      const existing = items.get(messageName(key)) ?? new Map<DeliveryStatus, DeliveryEvent>();
      if (existing.has(event.status)) return null;
      const old = imageOf(existing);
      const isNew = existing.size === 0;
      existing.set(event.status, event);
      items.set(messageName(key), existing);
      sequence += 1;
      const dynamodb = {
        Keys: { pk: { S: key.pk }, sk: { S: key.sk } },
        SequenceNumber: String(sequence),
        ...(isNew ? {} : { OldImage: old }),
        NewImage: imageOf(existing),
      };
      return { event, record: { eventName: isNew ? 'INSERT' : 'MODIFY', dynamodb } };
    },
  };
};
