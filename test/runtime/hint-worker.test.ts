import { expect, test } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { WorkLost } from '../../lambdas/kernel/errors.ts';
import { worker } from '../../lambdas/runtime/hint-worker.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { spend } from '../../lambdas/runtime/spent.ts';
import { invocation } from './invocation.ts';

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

/** Work that these tests have none of. */
const others = { testEvent: () => Promise.resolve(), resend: () => Promise.resolve() };

const outboxOf = (partner: string): string => `{"pk":"P#${partner}","sk":"OUTBOX"}`;

test('hints are counted by how their work went; only those that failed come again', async () => {
  const lines: string[] = [];
  const log = logger((line) => lines.push(line), { stage: 'local' });
  const handler = worker<'OutboxKeeper'>(log, () => ({
    ...others,
    outbox: ({ partnerId }) => {
      if (partnerId === 'broken') return Promise.reject(new Error('broken'));
      return partnerId === 'lost' ? Promise.reject(new WorkLost()) : Promise.resolve();
    },
  }));
  const answer = await handler(
    {
      Records: [
        record('1', outboxOf('well')),
        record('2', outboxOf('broken')),
        record('3', 'no hint at all'),
        record('4', outboxOf('lost')),
        record('5', '{"pk":"P#well","sk":"PARTNER"}'),
        record('6', '{"pk":"P#well#SYNC","sk":"s"}'),
      ],
    },
    invocation('any'),
  );
  expect(answer).toEqual({
    batchItemFailures: ['3', '5', '2', '6'].map((itemIdentifier) => ({ itemIdentifier })),
  });
  expect(lines.map((line): unknown => JSON.parse(line)).at(-1)).toMatchObject({
    message: 'hints',
    stage: 'local',
    function: 'none',
    hints_done: 2,
    hints_failed: 4,
  });
});

test('the line of work that failed names the call that began it and what it asked for, and no other work of the batch', async () => {
  const lines: string[] = [];
  const log = logger((line) => lines.push(line), {});
  let running = 0;
  const handler = worker<'OutboxKeeper'>(log, () => ({
    ...others,
    outbox: async ({ partnerId }, tell) => {
      if (partnerId !== 'unknown') tell(`call-of-${partnerId}`);
      spend({ service: 'dynamodb', operation: partnerId, ms: 1 });
      // Both wait for each other in the middle of their work.
      running += 1;
      while (running < 3) await new Promise(setImmediate);
      throw new Error('broken');
    },
  }));
  const partners = ['one', 'two', 'unknown'];
  const Records = partners.map((partner) => record(partner, outboxOf(partner)));
  await handler({ Records }, invocation('any'));
  const callOf = (partner: string): unknown => expect.objectContaining({ call: `dynamodb ${partner}` });
  const failed = lines.map((line): unknown => JSON.parse(line)).slice(0, 3);
  expect(failed).toEqual([
    expect.objectContaining({ message_id: 'one', request_id: 'call-of-one', calls: [callOf('one')] }),
    expect.objectContaining({ message_id: 'two', request_id: 'call-of-two', calls: [callOf('two')] }),
    expect.not.objectContaining({ request_id: expect.anything() }),
  ]);
});
