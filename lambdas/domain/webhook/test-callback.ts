import type { Milliseconds } from '../../kernel/time.ts';

/** What the callback of a test event is about: a message of a person, or the status of one that was sent. */
export const testCallbacks = ['message', 'sent', 'delivered', 'read', 'failed'] as const;
export type TestCallback = (typeof testCallbacks)[number];

const person = 'US.100000000000000000001';
const phone = '12025550199';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages */
const contentOf = (kind: TestCallback, id: string, timestamp: string) => {
  if (kind === 'message') {
    return {
      contacts: [{ profile: { name: 'Example Person' }, wa_id: phone, user_id: person }],
      messages: [{ from: phone, from_user_id: person, id, timestamp, type: 'text', text: { body: 'A test message' } }],
    };
  }
  const details = 'Message undeliverable.';
  const errors = [{ code: 131026, title: 'Message undeliverable', message: details, error_data: { details } }];
  const status = { id, status: kind, timestamp, recipient_id: phone, recipient_user_id: person };
  return { statuses: [{ ...status, ...(kind === 'failed' && { errors }) }] };
};

/** The data of a callback with a made-up message. @param id a part of the message's id */
export const testCallbackData = (kind: TestCallback, id: string, now: Milliseconds) => ({
  field: 'messages',
  callback: {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '200000000000001',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '12025550123', phone_number_id: '100000000000001' },
              ...contentOf(kind, `wamid.${id}`, String(Math.floor(now / 1_000))),
            },
          },
        ],
      },
    ],
  },
});
