import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { queueArn } from '@swift-worker/local-cloud/services/names.ts';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import { startSqs } from '@swift-worker/local-cloud/services/sqs.ts';
import { clientOptions, runServices } from './running-services.ts';

let services: Services;
let root: SQSClient;
let queues = 0;

beforeAll(async () => {
  services = await runServices();
  root = new SQSClient(clientOptions(services, 'root'));
});

afterAll(async () => {
  root.destroy();
  await services.stop();
});

const newQueue = (properties: object = {}) =>
  services.createQueue({ QueueName: `queue-${(queues += 1)}`, ...properties });
const receive = async (QueueUrl: string, options: { VisibilityTimeout?: number; WaitTimeSeconds?: number } = {}) => {
  const command = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: 10,
    MessageSystemAttributeNames: ['All'],
    ...options,
  });
  return (await root.send(command)).Messages ?? [];
};
const bodies = (messages: readonly { Body?: string | undefined }[]) => messages.map(({ Body }) => Body);

describe('a queue', () => {
  test('sends and receives in batches, at the URL it tells', async () => {
    const { url, queueName } = await newQueue();
    expect(url).toBe(`${services.endpoint}/000000000000/${queueName}`);
    expect((await root.send(new GetQueueUrlCommand({ QueueName: queueName }))).QueueUrl).toBe(url);
    expect((await root.send(new ListQueuesCommand({}))).QueueUrls).toContain(url);
    const Entries = ['a', 'b'].map((Id) => ({ Id, MessageBody: `body ${Id}` }));
    expect((await root.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))).Successful).toHaveLength(2);
    const received = await receive(url);
    expect(bodies(received)).toEqual(['body a', 'body b']);
    expect(await receive(url)).toEqual([]);
    const deletions = received.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    const deleted = await root.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries: deletions }));
    expect(deleted.Successful).toHaveLength(2);
  });

  test('takes the attributes of the template', async () => {
    const deadLetters = await newQueue({ MessageRetentionPeriod: 1_209_600 });
    const RedrivePolicy = { deadLetterTargetArn: deadLetters.arn, maxReceiveCount: 2 };
    const { url, arn } = await newQueue({
      VisibilityTimeout: 90,
      DelaySeconds: 1,
      RedrivePolicy,
      KmsMasterKeyId: 'alias/aws/sqs',
    });
    const { Attributes } = await root.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }));
    expect(Attributes).toMatchObject({ QueueArn: arn, VisibilityTimeout: '90', DelaySeconds: '1' });
    expect(JSON.parse(Attributes?.RedrivePolicy ?? '')).toEqual(RedrivePolicy);
  });

  test('holds a message back for its delay', async () => {
    const { url } = await newQueue();
    await root.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'late', DelaySeconds: 5 }));
    expect(await receive(url)).toEqual([]);
    expect(bodies(await receive(url, { WaitTimeSeconds: 20 }))).toEqual(['late']);
  });

  test('is counted: what can be received, what is being worked on, what is held back', async () => {
    const { url, queueName } = await newQueue();
    const depth = () => services.queueDepths().find(({ name }) => name === queueName);
    for (const [MessageBody, DelaySeconds] of [
      ['a', 0],
      ['b', 0],
      ['c', 900],
    ] as const) {
      await root.send(new SendMessageCommand({ QueueUrl: url, MessageBody, DelaySeconds }));
    }
    expect(depth()).toEqual({ name: queueName, visible: 2, inFlight: 0, delayed: 1 });
    const [message] = await receive(url);
    expect(depth()).toEqual({ name: queueName, visible: 0, inFlight: 2, delayed: 1 });
    const again = { QueueUrl: url, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 };
    await root.send(new ChangeMessageVisibilityCommand(again));
    expect(depth()).toEqual({ name: queueName, visible: 1, inFlight: 1, delayed: 1 });
  });

  test('moves a message to the dead letters after its last receive', async () => {
    const deadLetters = await newQueue();
    const RedrivePolicy = { deadLetterTargetArn: deadLetters.arn, maxReceiveCount: 2 };
    const { url } = await newQueue({ RedrivePolicy });
    await root.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'poison', MessageGroupId: 'p1' }));
    for (const count of ['1', '2']) {
      const [message] = await receive(url);
      expect(message?.Attributes?.ApproximateReceiveCount).toBe(count);
      const again = { QueueUrl: url, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 0 };
      await root.send(new ChangeMessageVisibilityCommand(again));
    }
    expect(await receive(url)).toEqual([]);
    expect((await receive(deadLetters.url))[0]).toMatchObject({ Body: 'poison', Attributes: { MessageGroupId: 'p1' } });
  });

  test('takes groups in turn, though bodies be equal', async () => {
    const { url } = await newQueue();
    const Entries = ['a', 'a', 'a', 'b'].map((MessageGroupId, index) => ({
      Id: String(index),
      MessageBody: 'same',
      MessageGroupId,
    }));
    await root.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    const groups = (await receive(url)).map(({ Attributes }) => Attributes?.MessageGroupId);
    expect(groups).toEqual(['a', 'b', 'a', 'a']);
  });

  test('takes every character that SQS takes, refuses the others, and takes their neighbours', async () => {
    const { url } = await newQueue();
    const good = ['\t\n\r ~\u007f\u0085é\ud7ff\ue000\ufffd', '😀\u{1fffe}\u{10ffff}'];
    const bad = ['\u0000', 'a\u001b', '\u000b', 'b\ufffe', '\uffff', '\ud800', '\udc00c'];
    const Entries = [...good, ...bad].map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    const answer = await root.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    expect(answer.Failed?.map(({ Id, Code, SenderFault }) => [Id, Code, SenderFault])).toEqual(
      bad.map((_, index) => [String(good.length + index), 'InvalidMessageContents', true]),
    );
    expect(bodies(await receive(url))).toEqual(good);
    for (const MessageBody of bad) {
      await expect(root.send(new SendMessageCommand({ QueueUrl: url, MessageBody }))).rejects.toMatchObject({
        name: expect.stringMatching(/InvalidMessageContents$/),
      });
    }
  });

  test('counts the bytes of a message, and of all that are sent at once', async () => {
    const { url } = await newQueue();
    const most = 'é'.repeat(524_288);
    await root.send(new SendMessageCommand({ QueueUrl: url, MessageBody: most }));
    await expect(root.send(new SendMessageCommand({ QueueUrl: url, MessageBody: `${most}.` }))).rejects.toMatchObject({
      name: expect.stringMatching(/InvalidParameterValue$/),
    });
    const Entries = ['a', 'b'].map((Id) => ({ Id, MessageBody: `${most.slice(1)}${Id}` }));
    await expect(root.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))).rejects.toMatchObject({
      name: expect.stringMatching(/BatchRequestTooLong/),
    });
  });

  test.each(['', 'two words', 'é', 'g'.repeat(129)])('refuses the group %j', async (MessageGroupId) => {
    const { url } = await newQueue();
    const entry = { MessageBody: 'x', MessageGroupId };
    await expect(root.send(new SendMessageCommand({ QueueUrl: url, ...entry }))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    const Entries = [{ Id: '1', ...entry }];
    await expect(root.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
  });

  test('is refused to a role that lacks the permission, in the words of SQS', async () => {
    const { url, arn } = await newQueue();
    const roleArn = 'arn:aws:iam::000000000000:role/sender';
    const statements = [{ effect: 'Allow' as const, actions: ['sqs:SendMessage'], resources: [arn] }];
    services.addPrincipal({ accessKeyId: 'SENDER', roleArn, statements });
    const sender = new SQSClient(clientOptions(services, 'SENDER'));
    await sender.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: [{ Id: '1', MessageBody: 'x' }] }));
    await expect(sender.send(new ReceiveMessageCommand({ QueueUrl: url }))).rejects.toMatchObject({
      name: 'AccessDenied',
      message: `User: arn:aws:sts::000000000000:assumed-role/sender/SENDER is not authorized to perform: sqs:receivemessage on resource: ${arn} because no identity-based policy allows the sqs:receivemessage action`,
    });
    sender.destroy();
  });

  test('that does not exist says so', async () => {
    const QueueUrl = `${services.endpoint}/000000000000/none`;
    await expect(root.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
  });
});

test('a long poll whose caller has gone gives its messages back', async () => {
  const sqs = await startSqs({ directory: undefined, origin: () => 'http://127.0.0.1:1' });
  const { url, arn } = sqs.createQueue({ QueueName: 'abandoned' });
  expect(arn).toBe(queueArn('abandoned'));
  const perform = async (operation: string, input: object) => {
    const body = Buffer.from(JSON.stringify(input));
    const headers = { 'x-amz-target': `AmazonSQS.${operation}` };
    return sqs.handle({ service: 'sqs', method: 'POST', operation, input: { ...input }, body, headers, path: '/' });
  };
  const received = z.object({ Messages: z.array(z.object({ Body: z.string() })).optional() });
  const messages = (answer: Awaited<ReturnType<typeof perform>>) =>
    bodies(received.parse(JSON.parse(answer.body.toString())).Messages ?? []);
  await perform('SendMessage', { QueueUrl: url, MessageBody: 'x' });
  const lost = await perform('ReceiveMessage', { QueueUrl: url });
  expect(messages(lost)).toEqual(['x']);
  expect(messages(await perform('ReceiveMessage', { QueueUrl: url }))).toEqual([]);
  lost.undelivered?.();
  expect(messages(await perform('ReceiveMessage', { QueueUrl: url }))).toEqual(['x']);
  await sqs.stop();
});
