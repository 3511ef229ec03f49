import { describe, expect, test } from '@jest/globals';
import { signedHeaders } from '../../../lambdas/domain/webhook/signature.ts';
import { inboxEvents } from '../../../local/console/inbox-events.ts';
import { signatureOf } from '../../../local/console/signature.ts';
import type { Received } from '../../../local/receiver/inbox.ts';

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
const start = Date.parse('2026-05-01T10:00:00Z');

const came = (headers: Received['headers'], body: string, more: Partial<Received> = {}): Received => ({
  partner: 1,
  method: 'POST',
  path: '/hooks/1',
  query: {},
  headers,
  body,
  received_at: new Date(start).toISOString(),
  status: 200,
  ...more,
});
const signed = (id: string, body: string, sentAt = start, by: readonly [string, ...string[]] = [secret]): Received =>
  came({ ...signedHeaders(by, id, sentAt, Buffer.from(body)) }, body);
const after = (received: Received, seconds: number, status = 200): Received => ({
  ...received,
  received_at: new Date(start + seconds * 1_000).toISOString(),
  status,
});

describe('the signature of what came', () => {
  test.each([
    ['verified', signed('a', '{}')],
    ['verified', signed('a', '{}', start, [other, secret])],
    ['verified', after(signed('a', '{}'), 300)],
    ['stale', after(signed('a', '{}'), 301)],
    ['wrong', signed('a', '{}', start, [other])],
    ['wrong', { ...signed('a', '{}'), body: '{ }' }],
    ['wrong', came({ 'webhook-id': 'a', 'webhook-timestamp': 'soon', 'webhook-signature': 'v1,x' }, '{}')],
    ['unsigned', came({ 'webhook-id': 'a' }, '{}')],
    ['unsigned', came({}, 'anything')],
  ])('is %s', (expected, received) => {
    expect(signatureOf(received, secret)).toBe(expected);
  });
});

describe('the events of an inbox', () => {
  const verdict = () => 'verified' as const;

  test('are one for all attempts, the one that came last first', () => {
    const first = signed('first', '{"type":"one"}');
    const { events } = inboxEvents(
      [after(first, 1, 500), after(signed('second', '{"type":"two"}'), 2), after(first, 3, 200)],
      verdict,
    );
    expect(events).toMatchObject([
      { webhookId: 'first', title: 'one', answers: [500, 200], firstAt: '2026-05-01T10:00:01.000Z' },
      { webhookId: 'second', title: 'two', answers: [200] },
    ]);
  });

  test('of one millisecond are in the order in which they came, the last one first', () => {
    const { events } = inboxEvents([signed('first', '{}'), signed('second', '{}')], verdict);
    expect(events.map(({ webhookId }) => webhookId)).toEqual(['second', 'first']);
  });

  test('leave handshakes out, and keep apart what names no event', () => {
    const { events } = inboxEvents(
      [came({}, '', { method: 'GET' }), came({}, 'no JSON'), came({}, '[]'), came({}, '{"type":7}')],
      verdict,
    );
    expect(events.map(({ webhookId, title }) => [webhookId, title])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  test('are the newest ones, and long bodies are cut', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => after(signed(`event-${index}`, 'x'.repeat(9_000)), index));
    let verified = 0;
    const { events, count } = inboxEvents(many, () => {
      verified += 1;
      return 'verified';
    });
    expect([count, events.length, events[0]?.webhookId, events[0]?.body.length, verified]).toEqual([
      2_000,
      40,
      'event-4999',
      6_000,
      40,
    ]);
  });
});
