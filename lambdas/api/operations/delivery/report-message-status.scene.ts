import { reportGiven } from '../../scenes/preparation.ts';
import { at, messageId, phoneNumberId, reportId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const responses = {
  200: { event_id: reportId, duplicate: true },
  201: { event_id: reportId, duplicate: false },
} as const;

export const reportMessageStatus: Scene = {
  route: 'report-partner-message-status',
  scope: 'instances.write',
  example: {
    request: {
      phone_number_id: phoneNumberId,
      status: 'delivered',
      message_id: messageId,
      client_message_id: 'order-4711-confirmation',
      template_name: 'order_confirmation',
      recipient_hash: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
      occurred_at: 1772357400,
    },
    responses,
  },
  cases: [
    {
      about: 'a message of an instance that reported before',
      status: 201,
      isKeyless: true,
      isRepeated: true,
      given: (ground) => reportGiven(ground, 'sent'),
    },
  ],
};

export const reportMessageDeliveryFailure: Scene = {
  route: 'report-partner-message-delivery-failure',
  scope: 'instances.write',
  example: {
    request: {
      phone_number_id: phoneNumberId,
      status: 'failed',
      message_id: messageId,
      error_code: 131026,
      error_title: 'Message undeliverable',
      occurred_at: at,
    },
    responses,
  },
  cases: [
    {
      about: 'a message of an instance that reported before',
      status: 201,
      isKeyless: true,
      isRepeated: true,
      given: async (ground) => ({
        ...(await reportGiven(ground, 'failed')),
        error_code: 131026,
        error_title: 'Message undeliverable',
      }),
    },
  ],
};
