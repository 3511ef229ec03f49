import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { dueAt } from '../../lambdas/kernel/due.ts';
import { destinationOf, partnerOfLetter, readDeadLetter } from '../../lambdas/operator/read-dead-letter.ts';
import { workKinds, work } from '../../lambdas/kernel/work.ts';
import { memoryDeadLetters, type MemoryDeadLetters } from '../../tools/harness/memory-dead-letters.ts';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { PutCommand } from '@aws-sdk/lib-dynamodb';

const partner = '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80';
const other = '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e81';
const hintOf = (partnerId: string) => JSON.stringify({ pk: `P#${partnerId}`, sk: 'OUTBOX' });
const callback = JSON.stringify({
  changes: [{ entryId: 'w1', time: null, field: 'account_update', value: { a: 'secret' } }],
});
const note = JSON.stringify({ event_id: '1', sequence_number: '2', pk: `P#${partner}`, sk: 'H#1' });
const batch = JSON.stringify({
  requestContext: { functionArn: 'arn:aws:lambda:eu-west-1:1:function:rollup', condition: 'RetryAttemptsExhausted' },
  DDBStreamBatchInfo: { batchSize: 7 },
});

describe('a message of the dead-letter queue', () => {
  it.each([
    ['a hint', hintOf(partner), 'hint', 'outbox', partner],
    ['news of the platform', callback, 'callback', 'callback', null],
    ['a record of the stream', note, 'record', null, partner],
    ['a batch of the stream', batch, 'batch', null, null],
    ['text', 'text', 'unknown', null, null],
    ['a key of no work', JSON.stringify({ pk: 'P#x', sk: 'y' }), 'unknown', null, null],
  ])('is told from others: %s', (_, body, kind, queue, whose) => {
    const content = readDeadLetter(body);
    expect([content.kind, destinationOf(content)?.to ?? null, partnerOfLetter(content)]).toEqual([kind, queue, whose]);
    expect(JSON.stringify(content)).not.toContain('secret');
  });

  it.each(workKinds)('goes back to the queue of its kind of work: %s', (kind) => {
    const keys = {
      event: ['P#x#C#y', 'H#0000000001'],
      outbox: ['P#x', 'OUTBOX'],
      resend: ['P#x#RESEND', 'r'],
      testEvent: ['P#x#TEST', 'e'],
      migration: ['P#x#MIGRATION', 'm'],
      merge: ['P#x#C#y', 'JOB#MERGE'],
      deactivation: ['P#x#C#y', 'JOB#DEACTIVATE'],
      erasure: ['P#x#C#y', 'JOB#ERASE'],
      instance: ['P#x#I', 'i'],
      connection: ['P#x#I#i', 'S#s'],
      templatePass: ['P#x#SYNC', 's'],
      templateSchedule: ['P#x#T#w', 'HEAD'],
      instanceWatch: ['P#x#WATCH', 'w'],
      parkedReports: ['P#x#DQ#P', 'HEAD'],
      customerImport: ['P#x#IMPORTS', 'HEAD'],
      reportFold: ['P#x#J#0', 'TAIL'],
      searchFold: ['P#x#S', 'HEAD'],
      usageClose: ['P#x#USAGE', 'HEAD'],
      keyWatch: ['P#x', 'KEY#k'],
      criticalNotice: ['P#x#NOTICES#ADMINS', 'n'],
      noticeMail: ['P#x#MAIL', 'm'],
      formRewrite: ['REWRITE#x', 'REWRITE'],
    } as const;
    const [pk, sk] = keys[kind];
    const content = readDeadLetter(JSON.stringify({ pk, sk }));
    const [partnerId, group] = kind === 'formRewrite' ? [null, 'service'] : ['x', 'P#x'];
    expect(content).toMatchObject({ kind: 'hint', work: kind, partnerId });
    expect(destinationOf(content)).toEqual({ to: work[kind].queue, group });
  });
});

const listed = z.object({
  letters: z.array(z.object({ message_id: z.string(), kind: z.string(), work_state: z.string().nullable() })),
  more: z.boolean(),
});

describe('the dead-letter queue', () => {
  let table: TestTable;
  let letters: MemoryDeadLetters;
  let service: TestService;
  beforeAll(async () => {
    table = await startTestTable();
  });
  beforeEach(async () => {
    letters = memoryDeadLetters();
    service = await startService(table, { deadLetters: letters.queue });
  });
  afterAll(() => table.stop());

  const list = async (input = {}) => listed.parse(await service.operate('dead-letters list', input));
  const resend = (input: Record<string, unknown>) => service.operate('dead-letters resend', input);

  it('is listed whole, again and again, the oldest first', async () => {
    for (let count = 0; count < 25; count += 1) letters.put(hintOf(partner), 100 - count);
    const { letters: first, more } = await list();
    expect([first.length, more]).toEqual([25, false]);
    expect(first.map(({ message_id: id }) => id)).toEqual(
      Array.from({ length: 25 }, (_, count) => `letter-${25 - count}`),
    );
    expect((await list()).letters).toEqual(first);
  });

  it('tells whether the work still waits', async () => {
    const put = (sk: string, due: object) =>
      table.client.send(new PutCommand({ TableName: table.name, Item: { pk: `P#${other}#MIGRATION`, sk, ...due } }));
    await put('waits', dueAt('migration', partner, 0));
    await put('done', {});
    for (const sk of ['waits', 'done', 'gone']) letters.put(JSON.stringify({ pk: `P#${other}#MIGRATION`, sk }));
    letters.put(callback);
    expect((await list()).letters.map(({ work_state: state }) => state)).toEqual(['waits', 'done', 'gone', null]);
  });

  it('sends a partner’s messages again, and no others', async () => {
    letters.put(hintOf(partner));
    letters.put(hintOf(other));
    letters.put(note);
    expect(await resend({ partner_id: partner })).toEqual({ resent: 1, left: 1, more: false });
    expect(letters.sent).toEqual([{ to: 'outbox', body: hintOf(partner), group: `P#${partner}` }]);
    expect((await list()).letters).toHaveLength(2);
  });

  it('sends all again, in runs', async () => {
    for (let count = 0; count < 505; count += 1) letters.put(callback);
    const first = z.object({ resent: z.number(), more: z.boolean() }).parse(await resend({ all: true }));
    expect(first.more).toBe(true);
    const second = z.object({ resent: z.number(), more: z.boolean() }).parse(await resend({ all: true }));
    expect([first.resent + second.resent, second.more]).toEqual([505, false]);
    expect(letters.waiting()).toEqual([]);
  });

  it('keeps what could not be sent', async () => {
    letters.put(hintOf(partner));
    const failing = { ...letters.queue, send: () => Promise.reject(new Error('no queue')) };
    const broken = await startService(table, { deadLetters: failing });
    await expect(broken.operate('dead-letters resend', { all: true })).rejects.toThrow('no queue');
    expect(letters.waiting()).toEqual([hintOf(partner)]);
  });

  it('is sent from under the name of who asked', async () => {
    letters.put(hintOf(partner));
    await resend({ partner_id: partner });
    const { entries } = z
      .object({ entries: z.array(z.object({ action: z.string(), subject: z.record(z.string(), z.string()) })) })
      .parse(await service.operate('audit list', { partner_id: partner }));
    expect(entries[0]).toMatchObject({ action: 'dead-letters resend', subject: { partner_id: partner } });
  });

  it.each([{}, { all: false }, { message_id: 'x', all: true }])('is not sent again for %j', async (input) => {
    await expect(resend(input)).rejects.toThrow('validation_failed');
  });
});
