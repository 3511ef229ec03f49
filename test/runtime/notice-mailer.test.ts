import { SendEmailCommand, SESv2Client, TooManyRequestsException } from '@aws-sdk/client-sesv2';
import { expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { logger } from '../../lambdas/runtime/logger.ts';
import { noticeMailReport } from '../../lambdas/runtime/notice-mail-report.ts';
import { sesSender } from '../../lambdas/runtime/notice-mailer.ts';

const mail = {
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  unsubscribe: 'https://portal.example/portal/notifications',
};

test('a mail goes to one member, with the page on which such mails are turned off', async () => {
  const client = new SESv2Client({ region: 'us-east-1' });
  const ses = mockClient(client);
  ses.on(SendEmailCommand).resolves({ MessageId: 'id' });
  await sesSender(client, 'notices@swift-worker.example')('ada@partner.example', mail);
  expect(ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => input)).toMatchObject([
    {
      FromEmailAddress: 'notices@swift-worker.example',
      Destination: { ToAddresses: ['ada@partner.example'] },
      Content: {
        Simple: {
          Subject: { Data: 'Subject' },
          Headers: [{ Name: 'List-Unsubscribe', Value: '<https://portal.example/portal/notifications>' }],
        },
      },
    },
  ]);
});

test.each(['TooManyRequestsException', 'SendingPausedException', 'MessageRejected'])(
  'a mail that SES refuses with %s has failed',
  async (name) => {
    const client = new SESv2Client({ region: 'us-east-1', maxAttempts: 1 });
    const error = new TooManyRequestsException({ $metadata: {}, message: 'no' });
    mockClient(client).on(SendEmailCommand).rejects(Object.assign(error, { name }));
    await expect(sesSender(client, 'notices@swift-worker.example')('ada@partner.example', mail)).rejects.toMatchObject({
      name,
    });
  },
);

test('no address is logged', () => {
  const lines: string[] = [];
  const error = Object.assign(new Error('ada@partner.example is not verified'), { name: 'MessageRejected' });
  noticeMailReport(logger((line) => lines.push(line), {})).onFailed({ error, failing: 3_600_000, isLast: true });
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 'ERROR', error: 'MessageRejected', notice_mail_failing_milliseconds: 3_600_000 },
  ]);
  expect(lines.join()).not.toContain('@');
});
