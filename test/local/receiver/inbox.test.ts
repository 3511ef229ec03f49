import { describe, expect, test } from '@jest/globals';
import { createInbox } from '../../../local/receiver/inbox.ts';
import type { Received } from '../../../local/receiver/inbox.ts';

const received = (body: string): Received => ({
  partner: 1,
  method: 'POST',
  path: '/hooks/1',
  query: {},
  headers: {},
  body,
  received_at: '2026-01-15T00:00:00.000Z',
  status: 200,
});

describe('the inbox’s bounds', () => {
  test('drop the oldest entries beyond the number', () => {
    const inbox = createInbox({ entries: 20, text: 1_000 });
    for (let index = 0; index <= 20; index += 1) inbox.add(received(String(index)));
    expect(inbox.list(1).map(({ body }) => body)).toEqual(Array.from({ length: 18 }, (_, index) => String(index + 3)));
  });

  test('drop the oldest entries beyond the length of the bodies, and never the newest', () => {
    const inbox = createInbox({ entries: 20, text: 10 });
    inbox.add(received('aaaaaa'));
    inbox.add(received('bbbb'));
    inbox.add(received('c'));
    expect(inbox.list(1).map(({ body }) => body)).toEqual(['bbbb', 'c']);
    inbox.add(received('dddddddddddddddd'));
    expect(inbox.list(1).map(({ body }) => body)).toEqual(['dddddddddddddddd']);
  });

  test('count anew after it was emptied', () => {
    const inbox = createInbox({ entries: 20, text: 10 });
    inbox.add(received('aaaaaaaaaa'));
    inbox.empty(1);
    inbox.add(received('b'));
    inbox.add(received('cccccccc'));
    expect(inbox.list(1).map(({ body }) => body)).toEqual(['b', 'cccccccc']);
  });
});
