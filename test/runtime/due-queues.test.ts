import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { dueQueues, type QueuedHint } from '../../lambdas/runtime/due-queues.ts';
import { importKeys } from '../../lambdas/store/imports/import-keys.ts';

const hintOf = (partnerId: string): QueuedHint => ({
  hint: importKeys.head(partnerId),
  queue: 'import',
  delay: 0,
});

test('hints are grouped by partner, for a partner with many not to delay another', async () => {
  const client = new SQSClient({ region: 'us-east-1' });
  const sqs = mockClient(client).on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] });
  const send = dueQueues(client, () => 'https://queue.example');
  await send([hintOf('one'), hintOf('two'), hintOf('one')]);
  const entries = sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args: [{ input }] }) => input.Entries ?? []);
  expect(entries.map(({ MessageGroupId: group }) => group)).toEqual(['P#one', 'P#two', 'P#one']);
});
