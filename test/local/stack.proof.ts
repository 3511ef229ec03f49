import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { startStack, type Stack } from '../../local/stack.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';
import { isObject } from '@swift-worker/local-cloud/template.ts';

// Processes and threads take their time on a busy machine.
const assembly = path.join(import.meta.dirname, '../local-cloud/fixtures/assembly');
let stack: Stack;
let base: string;

const client = () => clientSettings(stack.description);
const tell = (todo: string, value?: unknown): string => JSON.stringify({ todo, value });
const name = (logicalId: string): string => `fixture-local-${logicalId}`;
const queueUrl = (logicalId: string): string => stack.description.sqs.queues[name(logicalId)] ?? '';
const printedBy = (logicalId: string): string[] =>
  stack.functionLog.lines.filter((line) => line.functionName === name(logicalId)).map(({ text }) => text);
const mapping = (logicalId: string) => {
  const found = stack.mappings.get(logicalId);
  if (found === undefined) throw new Error(`there is no mapping ${logicalId}`);
  return found;
};
const put = (pk: string): Promise<unknown> =>
  new DynamoDBClient(client()).send(new PutItemCommand({ TableName: name('Table'), Item: { pk: { S: pk } } }));
/** Waits on the queue itself, as long as it takes. */
const receive = async (logicalId: string): Promise<string> => {
  const sqs = new SQSClient({ ...client(), endpoint: stack.description.sqs.endpoint });
  for (;;) {
    const command = new ReceiveMessageCommand({ QueueUrl: queueUrl(logicalId), WaitTimeSeconds: 5 });
    const { Messages: [message] = [] } = await sqs.send(command);
    if (message?.Body !== undefined) return message.Body;
  }
};

beforeAll(async () => {
  stack = await startStack({ assembly });
  base = stack.description.base_url;
});

afterAll(() => stack.stop());

describe('the HTTP API of the template', () => {
  test('answers on its address, which is an output of the stack', async () => {
    const response = await fetch(`${base}/things/one`);
    expect([response.status, await response.text()]).toEqual([200, 'one']);
    expect(stack.description.outputs).toEqual({ ApiUrl: `${base}/things` });
    expect(stack.accessLog.lines).toContain('GET ANY /things/{id} 200');
  });

  test('leaves the console its page', async () => {
    const response = await fetch(stack.description.console_url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });
});

describe('the functions of the template', () => {
  const body = (todo: string, value: string) => ({
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: tell(todo, value),
  });

  test('may do what their role allows', async () => {
    const response = await fetch(`${base}/things/one`, body('put', 'by the function'));
    expect(response.status).toBe(200);
  });

  test('may do nothing else, and the missing action is named', async () => {
    const { payload } = await stack.functions.get(name('Ticking')).invoke('{}');
    expect(payload).toBe('null');
    const denied = await startStack({
      assembly,
      adjust: (template) => {
        const policy = template.Resources['ApiRolePolicy'];
        const document = policy?.Properties['PolicyDocument'];
        if (isObject(document)) document['Statement'] = [];
        return template;
      },
    });
    try {
      const response = await fetch(`${denied.description.base_url}/things/one`, body('put', 'x'));
      expect(response.status).toBe(500);
      expect(denied.functionLog.lines.map(({ text }) => text).join('\n')).toMatch(
        /AccessDeniedException.*not authorized to perform: dynamodb:PutItem/,
      );
    } finally {
      await denied.stop();
    }
  });

  test('trust the certificates of the partners’ receivers', async () => {
    const url = `${stack.receiver.receiverUrl(1)}?hub.mode=subscribe&hub.verify_token=verify-token-1&hub.challenge=x`;
    const body = tell('fetch', url);
    const { payload } = await stack.functions.get(name('Answering')).invoke(JSON.stringify({ body }));
    expect(payload).toBe('200');
  });

  test('are invoked by name and by ARN through the API of Lambda', async () => {
    const lambda = new LambdaClient(client());
    for (const FunctionName of [name('Ticking'), stack.functions.get(name('Ticking')).configuration.arn]) {
      const answer = await lambda.send(new InvokeCommand({ FunctionName, Payload: '{"n":1}', LogType: 'Tail' }));
      expect([answer.StatusCode, answer.FunctionError]).toEqual([200, undefined]);
      expect(Buffer.from(answer.LogResult ?? '', 'base64').toString()).toBe('{"n":1}\n');
    }
    const failed = await lambda.send(new InvokeCommand({ FunctionName: name('Working'), Payload: '{}' }));
    expect(failed.FunctionError).toBe('Unhandled');
    expect(failed.Payload?.transformToString()).toContain('TypeError');
    const missing = lambda.send(new InvokeCommand({ FunctionName: 'nothing' }));
    await expect(missing).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  test('are fired by their schedules, on demand too', async () => {
    stack.schedules.fire('Hourly');
    while (!printedBy('Ticking').some((line) => line.includes('Scheduled Event'))) await new Promise(setImmediate);
    expect(JSON.parse(printedBy('Ticking').find((line) => line.includes('Scheduled Event')) ?? '')).toMatchObject({
      source: 'aws.events',
      resources: [`arn:aws:events:us-east-1:000000000000:rule/${name('Hourly')}`],
    });
  });
});

describe('the mappings of the template', () => {
  const send = (todo: string, value?: unknown): Promise<unknown> =>
    new SQSClient(client()).send(
      new SendMessageCommand({ QueueUrl: queueUrl('Jobs'), MessageBody: tell(todo, value) }),
    );

  test('bring the messages of a queue, and what keeps failing ends in its dead-letter queue', async () => {
    await send('print', 'worked');
    await send('throw', 'never works');
    expect(JSON.parse(await receive('Failed'))).toEqual({ todo: 'throw', value: 'never works' });
    expect(printedBy('Working')).toContain('worked');
    expect(printedBy('Working').filter((line) => line === 'failed: never works')).toHaveLength(2);
    const { Attributes } = await new SQSClient(client()).send(
      new GetQueueAttributesCommand({ QueueUrl: queueUrl('Jobs'), AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' });
  });

  test('bring the changes of a table in order, and the one that keeps failing ends in the failed queue', async () => {
    for (const pk of ['item 1', 'other', 'item poison', 'item 2']) await put(pk);
    await mapping('StreamMapping').idle();
    expect(printedBy('Following').filter((line) => line.startsWith('followed'))).toEqual([
      'followed item 1',
      'followed item 2',
    ]);
    expect(JSON.parse(await receive('Failed'))).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted' },
      DDBStreamBatchInfo: { batchSize: 1 },
    });
  });

  test('can be switched off and on by the control API', async () => {
    const switchTo = async (enabled: boolean): Promise<unknown> => {
      const response = await fetch(`${stack.description.control_url}/mappings/StreamMapping`, {
        method: 'POST',
        body: JSON.stringify({ enabled }),
      });
      return response.json();
    };
    expect(await switchTo(false)).toMatchObject({ id: 'StreamMapping', enabled: false });
    await put('item while off');
    expect(await switchTo(true)).toMatchObject({ enabled: true });
    await mapping('StreamMapping').idle();
    expect(printedBy('Following').at(-1)).toBe('followed item while off');
  });
});

describe('the data', () => {
  test('outlives a restart, and so does the place where the stream was left', async () => {
    const dataDirectory = mkdtempSync(path.join(tmpdir(), 'stack-'));
    const logDirectory = path.join(dataDirectory, 'logs');
    const run = async (pk: string): Promise<string[]> => {
      const started = await startStack({ assembly, dataDirectory, logDirectory });
      try {
        await started.functions.get(name('Answering')).invoke(JSON.stringify({ body: tell('put', pk) }));
        await started.mappings.get('StreamMapping')?.idle();
        return started.functionLog.lines.map(({ text }) => text).filter((text) => text.startsWith('followed'));
      } finally {
        await started.stop();
      }
    };
    try {
      expect(await run('item before')).toEqual(['followed item before']);
      expect(readFileSync(path.join(logDirectory, 'functions.log'), 'utf8')).toContain('followed item before');
      expect(await run('item after')).toEqual(['followed item after']);
    } finally {
      rmSync(dataDirectory, { recursive: true });
    }
  });
});

test('a stack that cannot start leaves nothing behind', async () => {
  const caFiles: string[] = [];
  const broken = startStack({
    assembly,
    seed: ({ services }) => {
      caFiles.push(services.endpoint);
      throw new Error('no seed');
    },
  });
  await expect(broken).rejects.toThrow('no seed');
  const [endpoint = ''] = caFiles;
  await expect(fetch(endpoint)).rejects.toThrow();
  expect(existsSync(stack.description.ca_file)).toBe(true);
});
