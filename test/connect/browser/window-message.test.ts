import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isFromPlatform, windowMessageOf } from '../../../lambdas/connect/browser/window-message.ts';

const dialog = 'https://www.facebook.com/v26.0/dialog/oauth';
const local = 'http://127.0.0.1:4511/dialog/oauth';

describe('a message of the window', () => {
  test.each([
    ['https://www.facebook.com', dialog],
    ['https://facebook.com', dialog],
    ['https://business.facebook.com', dialog],
    ['https://web.m.facebook.com', dialog],
    ['https://facebook.com', 'https://facebook.com/dialog/oauth'],
    ['http://127.0.0.1:4511', local],
    ['http://localhost:4511', 'http://localhost:4511/dialog'],
  ])('is accepted from %s', (origin, dialogUrl) => {
    expect(isFromPlatform(origin, dialogUrl)).toBe(true);
  });

  test.each([
    ['https://evilfacebook.com', dialog],
    ['https://www.evilfacebook.com', dialog],
    ['https://facebook.com.evil.example', dialog],
    ['https://evil.example', dialog],
    ['http://www.facebook.com', dialog],
    ['https://www.facebook.com:8443', dialog],
    ['https://com', dialog],
    ['https://.facebook.com', 'https://x.example/'],
    ['null', dialog],
    ['', dialog],
    ['file://', dialog],
    ['chrome-extension://www.facebook.com', dialog],
    ['http://127.0.0.1:4512', local],
    ['https://127.0.0.1:4511', local],
    ['http://27.0.0.1:4511', local],
  ])('is not accepted from %s', (origin, dialogUrl) => {
    expect(isFromPlatform(origin, dialogUrl)).toBe(false);
  });

  const corpus = path.join(import.meta.dirname, '../../../packages/platform-simulator/corpus/sign-up');
  const sample = z.object({ field: z.string(), body: z.unknown() });
  const samples = readdirSync(corpus).map((name) => {
    const { field, body } = sample.parse(JSON.parse(readFileSync(path.join(corpus, name), 'utf8')));
    return { name, field, body };
  });

  test.each(samples.filter(({ field }) => field === 'message'))('of the corpus is understood: $name', ({ body }) => {
    const text = JSON.stringify(body);
    const { event } = z.object({ event: z.string() }).parse(body);
    expect(windowMessageOf(text)).toEqual({ text, isFinish: event.startsWith('FINISH') });
  });

  test.each([
    [{ type: 'WA_EMBEDDED_SIGNUP', event: 'FINISH' }],
    ['{"type":"WA_EMBEDDED_SIGNUP"}'],
    ['{"type":"WA_EMBEDDED_SIGNUP","event":7}'],
    ['{"type":"WA_EMBEDDED_SIGNUP","event":"STARTED"}'],
    ['{"type":"OTHER","event":"FINISH"}'],
    ['[]'],
    ['null'],
    ['cb=f1&domain=facebook.com'],
    [`{"type":"WA_EMBEDDED_SIGNUP","event":"FINISH","data":"${'x'.repeat(8_000)}"}`],
    [undefined],
  ])('is ignored when it is not of the sign-up: %j', (data) => {
    expect(windowMessageOf(data)).toBeNull();
  });
});
