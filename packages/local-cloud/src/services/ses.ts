import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError, jsonAnswer, type AwsService } from './aws-service.ts';
import { region } from './names.ts';

/** A mail that SES accepted. None leaves this machine. */
export interface AcceptedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  /** ISO 8601 */
  readonly at: string;
}

export interface Ses {
  readonly handle: AwsService;
  /** The newest mails since the start, newest first. */
  readonly acceptedMails: () => readonly AcceptedMail[];
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
const mostBytes = 40 * 1024 * 1024;
const mostRecipients = 50;
const keptMails = 100;

const content = z.object({ Data: z.string(), Charset: z.string().optional() });
const header = z.object({
  Name: z.string().regex(/^[!-9;-~]{1,126}$/),
  // Printable ASCII: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html
  Value: z.string().regex(/^[ -~]{1,870}$/),
});
const address = z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/, 'is not an e-mail address');
const mail = z.object({
  FromEmailAddress: address,
  Destination: z.object({ ToAddresses: z.array(address).min(1).max(mostRecipients) }),
  Content: z.object({
    Simple: z.object({
      Subject: content,
      Body: z.object({ Text: content.optional(), Html: content.optional() }),
      Headers: z.array(header).max(15).default([]),
    }),
  }),
});

/** Accepts simple mails from verified domains, and keeps them. @param domains that are verified @param now milliseconds since the epoch */
export const startSes = (domains: readonly string[], now: () => number): Ses => {
  const mails: AcceptedMail[] = [];
  const send: AwsService = ({ input, body }) => {
    const { data, error } = mail.safeParse(input);
    if (error !== undefined) throw new AwsError('BadRequestException', z.prettifyError(error));
    if (body.length > mostBytes)
      throw new AwsError('BadRequestException', `Message length is more than ${mostBytes} bytes long`);
    const { FromEmailAddress: from, Destination: destination, Content: content } = data;
    if (!domains.includes(domainOf(from)))
      throw new AwsError(
        'MessageRejected',
        `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${from}`,
      );
    const { Subject: subject, Body: parts, Headers: headers } = content.Simple;
    mails.unshift({
      from,
      to: destination.ToAddresses,
      subject: subject.Data,
      text: parts.Text?.Data ?? '',
      html: parts.Html?.Data ?? '',
      headers: Object.fromEntries(headers.map(({ Name: name, Value: value }) => [name, value])),
      at: new Date(now()).toISOString(),
    });
    mails.splice(keptMails);
    return Promise.resolve(jsonAnswer({ MessageId: randomUUID() }));
  };
  return {
    handle: (request) => {
      if (request.operation === 'SendEmail') return send(request);
      throw new AwsError('UnknownOperationException', `The local cloud offers ses:SendEmail alone`, 404);
    },
    acceptedMails: () => mails,
  };
};
