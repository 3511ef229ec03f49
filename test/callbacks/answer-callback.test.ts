import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import type { ReceivedChange } from '../../lambdas/domain/callback-message.ts';
import { hubSignature } from '../../lambdas/domain/webhook/signature.ts';
import { answer, type CallbackReceiver } from '../../lambdas/callbacks/answer-callback.ts';
import { appVerifyToken } from '../../lambdas/domain/webhook/app-verify-token.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { eventOf } from '../../tools/harness/service.ts';

const secret = 'the-secret-of-the-app';

interface TestReceiver {
  readonly receiver: CallbackReceiver;
  readonly queued: ReceivedChange[];
  readonly logLines: string[];
}

const newReceiver = (more: Partial<CallbackReceiver> = {}): TestReceiver => {
  const queued: ReceivedChange[] = [];
  const logLines: string[] = [];
  const receiver: CallbackReceiver = {
    appSecret: () => Promise.resolve(secret),
    queue: (changes) => {
      queued.push(...changes);
      return Promise.resolve();
    },
    relay: () => Promise.resolve(0),
    clock: () => 0,
    log: logger((line) => logLines.push(line), {}),
    ...more,
  };
  return { receiver, queued, logLines };
};

const signed = (body: string | Buffer, key = secret): Record<string, string> => ({
  'x-hub-signature-256': hubSignature(key, Buffer.from(body)),
});

const flagged = {
  entry: [
    {
      id: '55',
      time: 1739321024,
      changes: [
        { field: 'phone_number_quality_update', value: { display_phone_number: '1 (555) 5550', event: 'FLAGGED' } },
      ],
    },
  ],
};
const body = JSON.stringify(flagged);

describe('the handshake', () => {
  const query = (more: Record<string, string> = {}): Record<string, string> => ({
    'hub.mode': 'subscribe',
    'hub.challenge': '1158201444',
    'hub.verify_token': appVerifyToken(secret),
    ...more,
  });

  test('gives back the challenge as it came', async () => {
    const reply = await answer(
      newReceiver().receiver,
      eventOf('GET', { query: query({ 'hub.challenge': 'a b+<c>' }) }, {}),
    );
    expect(reply).toMatchObject({ statusCode: 200, body: 'a b+<c>' });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['another token', { 'hub.verify_token': appVerifyToken('another secret') }],
    ['the secret itself', { 'hub.verify_token': secret }],
    ['no token', { 'hub.verify_token': '' }],
    ['another mode', { 'hub.mode': 'unsubscribe' }],
  ])('is refused with %s', async (_, more) => {
    const reply = await answer(newReceiver().receiver, eventOf('GET', { query: query(more) }, {}));
    expect(reply).toMatchObject({ statusCode: 403, body: 'forbidden' });
  });
});

describe('a callback', () => {
  test('is answered once it is queued', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { receiver } = newReceiver({ queue: () => promise });
    let isAnswered = false;
    const reply = answer(receiver, eventOf('POST', { body }, signed(body))).finally(() => (isAnswered = true));
    await new Promise((passed) => setImmediate(passed));
    expect(isAnswered).toBe(false);
    resolve(undefined);
    expect(await reply).toMatchObject({ statusCode: 200 });
  });

  test('that comes as base64 is checked by its bytes', async () => {
    const { receiver, queued } = newReceiver();
    const bytes = Buffer.from(JSON.stringify({ ...flagged, note: 'Zoë 🙂' }));
    const event = { ...eventOf('POST', { body: bytes.toString('base64') }, signed(bytes)), isBase64Encoded: true };
    expect(await answer(receiver, event)).toMatchObject({ statusCode: 200 });
    expect(queued).toHaveLength(1);
  });

  test.each([
    ['with another secret', signed(body, 'another secret')],
    ['for another body', signed(`${body} `)],
    ['not at all', {}],
    ['in another way', { 'x-hub-signature-256': hubSignature(secret, Buffer.from(body)).toUpperCase() }],
    ['by a word', { 'x-hub-signature-256': 'sha256=' }],
  ])('signed %s is refused, and nothing of it is read', async (_, headers: Record<string, string>) => {
    const { receiver, queued, logLines } = newReceiver();
    expect(await answer(receiver, eventOf('POST', { body }, headers))).toMatchObject({ statusCode: 401 });
    expect(queued).toEqual([]);
    expect(logLines.join()).not.toContain('FLAGGED');
  });

  test.each(['', 'no JSON', '[]', 'null', '{}', '{"entry":5}'])(
    'that is signed but no callback, such as %j, is acknowledged and logged',
    async (text) => {
      const { receiver, queued, logLines } = newReceiver();
      expect(await answer(receiver, eventOf('POST', { body: text }, signed(text)))).toMatchObject({ statusCode: 200 });
      expect(queued).toEqual([]);
      expect(logLines.join()).toContain('could not be read');
    },
  );

  test('of kinds that nothing is done about is counted in the log, without what it says', async () => {
    const { receiver, queued, logLines } = newReceiver();
    const change = { field: 'messages', value: { messages: [{ from: '4915112345678', text: { body: 'hello' } }] } };
    const text = JSON.stringify({ entry: [{ id: '55', changes: [change, change] }] });
    expect(await answer(receiver, eventOf('POST', { body: text }, signed(text)))).toMatchObject({ statusCode: 200 });
    expect(queued).toEqual([]);
    expect(logLines).toHaveLength(1);
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({
      message: 'callback',
      changes: 0,
      others: { 'messages, of no number': 2 },
    });
  });

  test('that is only sent on leaves no line: its attempt does', async () => {
    const { receiver, logLines } = newReceiver();
    const metadata = { display_phone_number: '15550001111', phone_number_id: '107' };
    const text = JSON.stringify({ entry: [{ id: '55', changes: [{ field: 'messages', value: { metadata } }] }] });
    await answer(receiver, eventOf('POST', { body: text }, signed(text)));
    expect(logLines).toEqual([]);
  });

  test.each([
    ['many fields', (index: number) => `field_${index}`, 'more'],
    ['long fields', (index: number) => `${index}`.padEnd(300, 'x'), 'unnamed'],
    ['fields of control characters', (index: number) => `\u009b${index}`, 'unnamed'],
  ])('of %s is counted in a line of a few bytes', async (_, nameOf, kind) => {
    const { receiver, logLines } = newReceiver();
    const changes = Array.from({ length: 800 }, (__, index) => ({ field: nameOf(index), value: 1 }));
    const text = JSON.stringify({ entry: [{ id: '55', changes }] });
    expect(await answer(receiver, eventOf('POST', { body: text }, signed(text)))).toMatchObject({ statusCode: 200 });
    const { others } = z.object({ others: z.record(z.string(), z.number()) }).parse(JSON.parse(logLines.at(-1) ?? ''));
    expect(Object.keys(others)).toContain(kind);
    expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBe(800);
    expect(Buffer.byteLength(logLines.join())).toBeLessThan(2_048);
  });

  test('that is no JSON is logged without a word of it', async () => {
    const { receiver, logLines } = newReceiver();
    const text = '{"entry":[{"id":"55","changes":[{"value":{"text":4915112345678 hello}}]}]}';
    expect(await answer(receiver, eventOf('POST', { body: text }, signed(text)))).toMatchObject({ statusCode: 200 });
    expect(logLines.join()).toContain('could not be read');
    expect(logLines.join()).not.toMatch(/49151|hello/);
  });

  test('that could not be queued is asked for again', async () => {
    const { receiver } = newReceiver({ queue: () => Promise.reject(new Error('no queue')) });
    await expect(answer(receiver, eventOf('POST', { body }, signed(body)))).rejects.toThrow('no queue');
  });

  test('is asked for again while the secret is not known', async () => {
    const { receiver } = newReceiver({ appSecret: () => Promise.reject(new Error('no secret')) });
    await expect(answer(receiver, eventOf('POST', { body }, signed(body)))).rejects.toThrow('no secret');
    await expect(answer(receiver, eventOf('GET', {}, {}))).rejects.toThrow('no secret');
  });
});

test('other methods are refused', async () => {
  const reply = await answer(newReceiver().receiver, eventOf('DELETE', {}, {}));
  expect(reply).toMatchObject({ statusCode: 405, headers: { allow: 'GET, POST' } });
});
