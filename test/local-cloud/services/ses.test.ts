import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startServices, type Services } from '@swift-worker/local-cloud/services/services.ts';
import { testRunTables } from '../../../tools/harness/test-run-tables.ts';
import { clientOptions } from './running-services.ts';

const from = 'notices@verified.example';
let services: Services;
let ses: SESv2Client;
beforeAll(async () => {
  services = await startServices({
    dataDirectory: undefined,
    ports: { gateway: 0, dynamodb: 0, cognito: 0 },
    log: () => undefined,
    dynamoDbLocal: await testRunTables(),
    verifiedDomains: ['verified.example'],
  });
  ses = new SESv2Client({ ...clientOptions(services, 'root'), maxAttempts: 1 });
});
afterAll(async () => {
  ses.destroy();
  await services.stop();
});

const mailBy = (sender: string, text = 'Text') =>
  new SendEmailCommand({
    FromEmailAddress: sender,
    Destination: { ToAddresses: ['ada@partner.example'] },
    Content: {
      Simple: {
        Subject: { Data: 'Subject' },
        Body: { Text: { Data: text } },
        Headers: [{ Name: 'List-Unsubscribe', Value: '<https://portal.example/>' }],
      },
    },
  });

test('a mail of a verified domain is accepted and kept', async () => {
  expect((await ses.send(mailBy(from))).MessageId).toMatch(/^[0-9a-f-]{36}$/);
  expect(services.acceptedMails()).toMatchObject([
    {
      from,
      to: ['ada@partner.example'],
      subject: 'Subject',
      text: 'Text',
      headers: { 'List-Unsubscribe': '<https://portal.example/>' },
    },
  ]);
});

// https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
test('a mail of another domain, and one that is too large, are refused', async () => {
  await expect(ses.send(mailBy('notices@other.example'))).rejects.toMatchObject({ name: 'MessageRejected' });
  await expect(ses.send(mailBy(from, 'x'.repeat(40 * 1024 * 1024)))).rejects.toMatchObject({
    name: 'BadRequestException',
  });
});

test('a role may send by the address that its policy names alone', async () => {
  for (const [name, address] of [
    ['allowed', from],
    ['other', 'else@verified.example'],
  ] as const) {
    services.addPrincipal({
      accessKeyId: name,
      roleArn: `arn:aws:iam::000000000000:role/${name}`,
      statements: [
        {
          effect: 'Allow',
          actions: ['ses:SendEmail'],
          resources: ['arn:aws:ses:us-east-1:000000000000:identity/verified.example'],
          conditions: { StringEquals: { 'ses:FromAddress': address } },
        },
      ],
    });
    const client = new SESv2Client({ ...clientOptions(services, name), maxAttempts: 1 });
    const sending = client.send(mailBy(from));
    if (name === 'allowed') await sending;
    else await expect(sending).rejects.toMatchObject({ name: 'AccessDeniedException' });
    client.destroy();
  }
});
