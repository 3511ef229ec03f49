import { domainToASCII } from 'node:url';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { NoticeMailer } from '../domain/notice-mail.ts';
import { openClient } from './aws-calls.ts';

/** SES takes domains in ASCII alone. https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html */
const asciiAddress = (address: string): string => {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + domainToASCII(address.slice(at));
};

/** @param from an address of an identity that SES has verified */
export const sesSender =
  (client: SESv2Client, from: string): NoticeMailer['send'] =>
  async (to, { subject, text, html, unsubscribe }) => {
    const content = (data: string) => ({ Data: data, Charset: 'UTF-8' });
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [asciiAddress(to)] },
        Content: {
          Simple: {
            Subject: content(subject),
            Body: { Text: content(text), Html: content(html) },
            Headers: [{ Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` }],
          },
        },
      }),
    );
  };

/** @param from as for `sesSender` */
export const openSender = (from: string): NoticeMailer['send'] => sesSender(openClient(SESv2Client, 'ses'), from);
