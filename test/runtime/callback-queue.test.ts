import { SendMessageBatchCommand, SQSClient, type SendMessageBatchRequestEntry } from '@aws-sdk/client-sqs';
import { describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import fc from 'fast-check';
import type { ReceivedChange } from '../../lambdas/domain/callback-message.ts';
import { callbackQueue, changesIn } from '../../lambdas/runtime/callback-queue.ts';

const changes = (count: number, entryId: string, note = ''): readonly ReceivedChange[] =>
  Array.from({ length: count }, (_, index) => ({
    entryId,
    time: index,
    field: 'account_update' as const,
    value: { event: 'ACCOUNT_VIOLATION', index, note },
  }));

const sent = async (given: readonly ReceivedChange[]): Promise<readonly SendMessageBatchRequestEntry[][]> => {
  const client = new SQSClient({ region: 'us-east-1' });
  const sqs = mockClient(client).on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] });
  await callbackQueue(client, 'https://queue.example')(given);
  return sqs.commandCalls(SendMessageBatchCommand).map(({ args: [{ input }] }) => input.Entries ?? []);
};

const bytesOf = (entries: readonly SendMessageBatchRequestEntry[]): number =>
  entries.reduce((sum, { MessageBody: body = '' }) => sum + Buffer.byteLength(body), 0);

describe('the queue of changes', () => {
  test('brings them as they were sent', async () => {
    const given = [
      ...changes(3, '1', 'Zoë'),
      { entryId: '2', time: null, field: 'account_alerts' as const, value: null },
    ];
    const bodies = (await sent(given)).flat().map(({ MessageBody: body = '' }) => body);
    expect(bodies.flatMap(changesIn)).toEqual(given);
  });

  test('takes few messages for many changes, within what SQS takes at once', async () => {
    const given = changes(9_000, '1', 'n'.repeat(200));
    const batches = await sent(given);
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(10);
      expect(bytesOf(batch)).toBeLessThanOrEqual(256 * 1024);
      expect(new Set(batch.map(({ Id: id }) => id)).size).toBe(batch.length);
    }
    expect(batches.length).toBeLessThanOrEqual(14);
    expect(batches.flat().flatMap(({ MessageBody: body = '' }) => changesIn(body))).toEqual(given);
  });

  test('takes those that are large too', async () => {
    const batches = await sent(changes(12, '1', 'n'.repeat(100_000)));
    for (const batch of batches) expect(bytesOf(batch)).toBeLessThanOrEqual(256 * 1024);
    expect(batches.flat()).toHaveLength(12);
  });

  test('takes any text of a platform, and the other changes of the account with it', async () => {
    const text = fc.array(
      fc.oneof(
        fc.constantFrom(
          '\u0000',
          '\u001b',
          '\u007f',
          '\u0085',
          '\ud800',
          '\udfff',
          '\ufffd',
          '\ufffe',
          '\uffff',
          '\u{1ffff}',
        ),
        fc.string({ unit: 'binary' }),
      ),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(text, text, fc.jsonValue(), async (id, note, value) => {
        const entryId = id.join('');
        const strange = { entryId, time: 1, field: 'account_alerts' as const, value: { note: note.join(''), value } };
        const given = [strange, ...changes(1, entryId, 'healthy')];
        const entries = (await sent(given)).flat();
        for (const { MessageBody: body, MessageGroupId: group } of entries) {
          expect(body).toMatch(/^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]+$/u);
          expect(group).toMatch(/^[!-~]{1,128}$/);
        }
        expect(JSON.stringify(entries.flatMap(({ MessageBody: body = '' }) => changesIn(body)))).toBe(
          JSON.stringify(given),
        );
      }),
      { numRuns: 40 },
    );
  });

  test('counts bytes, not characters', async () => {
    const given = changes(40, '1', '\uffff'.repeat(15_000));
    const batches = await sent(given);
    for (const batch of batches) expect(bytesOf(batch)).toBeLessThanOrEqual(256 * 1024);
    expect(batches.flat().flatMap(({ MessageBody: body = '' }) => changesIn(body))).toEqual(given);
  });

  test('leaves out the value of a change that no message can hold, and nothing else', async () => {
    const [large] = changes(1, '1', '😀'.repeat(80_000));
    if (large === undefined) throw new Error('there is no change');
    const bodies = (await sent([large, ...changes(1, '1', 'small')])).flat().map(({ MessageBody: body = '' }) => body);
    expect(bodies.flatMap(changesIn)).toEqual([{ ...large, value: null }, ...changes(1, '1', 'small')]);
  });

  test('keeps business accounts apart, for one of them not to delay another', async () => {
    const entries = (await sent([...changes(2, '1'), ...changes(1, '2'), ...changes(1, '1')])).flat();
    expect(entries.map(({ MessageGroupId: group }) => group)).toEqual(['1', '2']);
  });

  test('is sent nothing when there is nothing', async () => {
    expect(await sent([])).toEqual([]);
  });

  test('that does not take one of them says so', async () => {
    const failed = { Id: '0', SenderFault: false, Code: 'InternalError' };
    const client = new SQSClient({ region: 'us-east-1' });
    mockClient(client)
      .on(SendMessageBatchCommand)
      .resolves({ Successful: [], Failed: [failed] });
    const queue = callbackQueue(client, 'https://queue.example');
    await expect(queue(changes(1, '1'))).rejects.toThrow('1 of 1 messages were not accepted');
  });

  test('refuses what is no message of it', () => {
    for (const body of ['', '{}', '{"changes":[{"field":"messages"}]}']) expect(() => changesIn(body)).toThrow();
  });
});
