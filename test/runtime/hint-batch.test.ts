import { expect, test } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { eachHint, handleHints } from '../../lambdas/runtime/hint-batch.ts';
import { logger } from '../../lambdas/runtime/logger.ts';

const record = (messageId: string, body: string): SQSRecord => ({
  messageId,
  body,
  receiptHandle: '',
  attributes: { ApproximateReceiveCount: '1', SentTimestamp: '', SenderId: '', ApproximateFirstReceiveTimestamp: '' },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: '',
});

test('hints are counted by how their work went; only those that failed come again', async () => {
  const lines: string[] = [];
  const work = eachHint(({ pk }) => (pk === 'bad' ? Promise.reject(new Error('broken')) : Promise.resolve()));
  const answer = await handleHints(
    {
      Records: [
        record('1', '{"pk":"good","sk":"x"}'),
        record('2', '{"pk":"bad","sk":"x"}'),
        record('3', 'no hint at all'),
        record('4', '{"pk":"good","sk":"y"}'),
      ],
    },
    logger((line) => lines.push(line), { stage: 'local' }),
    work,
  );
  expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).toSorted()).toEqual(['2', '3']);
  expect(lines.map((line): unknown => JSON.parse(line)).at(-1)).toMatchObject({
    message: 'hints',
    stage: 'local',
    function: 'none',
    hints_done: 2,
    hints_failed: 2,
  });
});
