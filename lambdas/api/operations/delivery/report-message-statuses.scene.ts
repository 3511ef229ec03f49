import type { Given, Ground } from '../../scenes/ground.ts';
import { reportGiven } from '../../scenes/preparation.ts';
import { at, later, messageId, phoneNumberId, reportId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const reports =
  (count: number) =>
  async (ground: Ground): Promise<Given> => ({
    reports: await Promise.all(Array.from({ length: count }, () => reportGiven(ground, 'sent'))),
  });

export const reportMessageStatuses: Scene = {
  route: 'report-partner-message-statuses',
  scope: 'instances.write',
  example: {
    request: {
      reports: [
        { phone_number_id: phoneNumberId, status: 'sent', message_id: messageId, occurred_at: at },
        { phone_number_id: phoneNumberId, status: 'delivered', message_id: messageId, occurred_at: later },
        { phone_number_id: '999', status: 'sent', message_id: messageId },
      ],
    },
    responses: {
      200: {
        items: [
          { status: 201, event_id: reportId, duplicate: false, error: null },
          { status: 200, event_id: '01980000-0000-7000-8000-000000000072', duplicate: true, error: null },
          {
            status: 404,
            event_id: null,
            duplicate: false,
            error: {
              code: 'not_found',
              message: 'an instance of the partner that was connected to phone_number_id was not found',
            },
          },
        ],
      },
    },
  },
  cases: [
    {
      about: 'two messages of an instance that reported before',
      status: 200,
      isKeyless: true,
      isRepeated: true,
      given: reports(2),
    },
    {
      about: '500 messages of an instance that reported before',
      status: 200,
      isKeyless: true,
      isRepeated: true,
      isLarge: true,
      given: reports(500),
    },
    { about: 'the same, with a key', status: 200, isRepeated: true, isLarge: true, given: reports(500) },
  ],
};
