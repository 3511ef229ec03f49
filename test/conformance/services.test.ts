import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { authorizationOf, failureOf } from './asked.ts';
import { bundled } from './bundled.ts';
import { answered, lost, refused, setEnvironment, startFront, type Answer, type Front } from './front.ts';

let front: Front;

beforeAll(async () => {
  front = await startFront(answered({}));
  setEnvironment(front.endpoint);
});
beforeEach(() => {
  front.reset();
});
afterAll(() => {
  front.stop();
});

describe('a call of AWS', () => {
  const it = bundled();

  describe('of KMS', () => {
    const context = { purpose: 'webhook_secret', partner_id: 'p', record_id: 'r' } as const;
    const sealed = Buffer.from('sealed').toString('base64');

    test('seals and opens, signed for KMS', async () => {
      const vault = it.openVault('the-key');
      front.answers.push(answered({ CiphertextBlob: sealed, KeyId: 'the-key' }));
      expect(await vault.seal('text', context)).toBe(sealed);
      front.answers.push(lost, answered({ Plaintext: Buffer.from('text').toString('base64'), KeyId: 'the-key' }));
      expect(await vault.open(sealed, context)).toBe('text');
      expect(front.asked.map(({ headers }) => headers['x-amz-target'])).toEqual([
        'TrentService.Encrypt',
        'TrentService.Decrypt',
        'TrentService.Decrypt',
      ]);
      const [seal, open] = front.asked;
      if (seal === undefined || open === undefined) throw new Error('nothing arrived');
      const plain = Buffer.from('text').toString('base64');
      expect(seal.fields).toEqual({ KeyId: 'the-key', Plaintext: plain, EncryptionContext: context });
      expect(open.fields).toEqual({ KeyId: 'the-key', CiphertextBlob: sealed, EncryptionContext: context });
      expect(seal.headers['content-type']).toBe('application/x-amz-json-1.1');
      expect(seal.headers.authorization).toBe(await authorizationOf(seal, 'kms'));
    });

    // https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html#API_Decrypt_Errors
    test('is repeated after an error of KMS, and not when the text was sealed for something else', async () => {
      const vault = it.openVault('the-key');
      const refuse = (name: string, status: number): Answer => refused(name, { message: 'no' }, status);
      front.answers.push(refuse('KMSInternalException', 500), refuse('DependencyTimeoutException', 503));
      front.answers.push(refuse('InvalidCiphertextException', 400));
      const error = await failureOf(vault.open(sealed, context));
      expect(error).toMatchObject({ message: 'a sealed webhook_secret does not belong to its record' });
      expect(front.asked).toHaveLength(3);
    });
  });

  describe('of SQS', () => {
    const change = { entryId: 'entry', time: 1, field: 'account_update', value: { some: 'value' } } as const;
    const url = (): string => `${front.endpoint}/000000000000/queue`;

    test('sends messages in groups, signed for SQS, and again when the answer is lost', async () => {
      front.answers.push(lost, answered({ Successful: [] }));
      await it.openCallbackQueue(url())([change]);
      expect(front.asked.map(({ headers }) => headers['x-amz-target'])).toEqual([
        'AmazonSQS.SendMessageBatch',
        'AmazonSQS.SendMessageBatch',
      ]);
      const [asked] = front.asked;
      if (asked === undefined) throw new Error('nothing arrived');
      const MessageBody = JSON.stringify({ changes: [change] });
      expect(asked.fields).toEqual({
        QueueUrl: url(),
        Entries: [{ Id: '0', MessageBody, MessageGroupId: 'entry' }],
      });
      expect(asked.headers['content-type']).toBe('application/x-amz-json-1.0');
      expect(asked.headers.authorization).toBe(await authorizationOf(asked, 'sqs'));
    });

    test('tells that a message was not accepted, and that there is no queue', async () => {
      front.answers.push(answered({ Failed: [{ Id: '0', SenderFault: false, Code: 'InternalError' }] }));
      front.answers.push(refused('QueueDoesNotExist', { message: 'no queue' }));
      const send = it.openCallbackQueue(url());
      expect(await failureOf(send([change]))).toMatchObject({ message: '1 of 1 messages were not accepted' });
      expect(await failureOf(send([change]))).toMatchObject({
        message: 'no queue',
        $metadata: { httpStatusCode: 400 },
      });
      expect(front.asked).toHaveLength(2);
    });

    test('receives a dead letter, sends it back and removes it', async () => {
      const letters = it.openDeadLetters(url());
      const received = { MessageId: 'id', Body: 'body', ReceiptHandle: 'handle', Attributes: { SentTimestamp: '7' } };
      // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Message.html
      const MD5OfBody = '841a2d689ad86bd1611447453c22c6fc';
      front.answers.push(
        answered({ Messages: [{ ...received, MD5OfBody }] }),
        answered({ MD5OfMessageBody: MD5OfBody }),
      );
      const [letter] = await letters.receive();
      expect(letter).toEqual({ id: 'id', body: 'body', handle: 'handle', sentAt: 7 });
      if (letter === undefined) throw new Error('nothing was received');
      await letters.send('callback', letter, 'group');
      await letters.giveBack([letter]);
      await letters.remove(letter);
      expect(front.asked.map(({ operation }) => operation)).toEqual([
        'ReceiveMessage',
        'SendMessage',
        'ChangeMessageVisibilityBatch',
        'DeleteMessage',
      ]);
      expect(front.asked[1]?.fields).toEqual({ QueueUrl: url(), MessageBody: 'body', MessageGroupId: 'group' });
      expect(front.asked[3]?.fields).toEqual({ QueueUrl: url(), ReceiptHandle: 'handle' });
    });
  });

  describe('of Secrets Manager', () => {
    test('reads the secrets, signed for Secrets Manager, of which one may have no previous version', async () => {
      const byVersion: Answer = (response, asked) =>
        asked.fields['VersionStage'] === 'AWSPREVIOUS'
          ? refused('ResourceNotFoundException')(response, asked)
          : answered({ SecretString: 'text' })(response, asked);
      front.answers.push(byVersion, byVersion);
      expect(await it.openOriginSecrets('the-secret')()).toEqual(['text']);
      expect(front.asked).toHaveLength(2);
      for (const each of front.asked) {
        expect(each.fields).toMatchObject({ SecretId: 'the-secret' });
        expect(each.headers['x-amz-target']).toBe('secretsmanager.GetSecretValue');
        expect(each.headers['content-type']).toBe('application/x-amz-json-1.1');
        expect(each.headers.authorization).toBe(await authorizationOf(each, 'secretsmanager'));
      }
    });

    test('fails with other refusals', async () => {
      front.answers.push(refused('AccessDeniedException', { message: 'no' }), refused('AccessDeniedException'));
      expect(await failureOf(it.openOriginSecrets('the-secret')())).toMatchObject({ name: 'AccessDeniedException' });
    });
  });
});
