import { Readable } from 'node:stream';
import { SQSClient } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import type { Outside } from './outside.ts';
import { repeated } from './ports.ts';

const entry = z.object({ Id: z.string(), MessageBody: z.string() });
const input = z.object({
  QueueUrl: z.string(),
  MessageBody: z.string().optional(),
  Entries: z.array(entry).optional(),
});
const request = z.object({ headers: z.record(z.string(), z.string()), body: z.unknown() });

/** The body as text. The SDK's own body warns when it is used as a string. */
const textOf = (body: unknown): string => (body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body));

/** The messages by queue. A standard queue may have a message twice. */
export type Queues = Map<string, string[]>;

/** An SQS client that puts messages on queues in memory. Every call goes through `outside`. */
export const outsideSqs = (queues: Queues, outside: Outside): SQSClient => {
  const take = (body: string): object => {
    const { QueueUrl: url, MessageBody: single, Entries: entries = [] } = input.parse(JSON.parse(body));
    const bodies = single === undefined ? entries.map((one) => one.MessageBody) : [single];
    queues.set(url, [...(queues.get(url) ?? []), ...bodies]);
    return single === undefined
      ? { Successful: entries.map(({ Id }) => ({ Id, MessageId: Id, MD5OfMessageBody: '' })), Failed: [] }
      : { MessageId: '1', MD5OfMessageBody: '' };
  };
  return new SQSClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    md5: false,
    useQueueUrlAsEndpoint: false,
    // It would wait between its attempts by the clock of the machine. What repeats a call is below.
    maxAttempts: 1,
    requestHandler: {
      handle: (given: unknown) => {
        const { headers, body } = request.parse(given);
        const act = () => {
          const answer = Buffer.from(JSON.stringify(take(textOf(body))));
          const answered = { 'content-type': 'application/x-amz-json-1.0' };
          return Promise.resolve({ response: { statusCode: 200, headers: answered, body: Readable.from([answer]) } });
        };
        return repeated(outside, `SQS ${headers['x-amz-target']?.split('.')[1] ?? ''}`, act);
      },
    },
  });
};
