import { beforeEach, expect, test } from '@jest/globals';
import { filledWords, keepWords, wordsOf } from '../../portal/src/pages/lines/link-words.ts';

const facts = { customer: 'Café', partner: 'Acme', link: 'https://example.com', until: '2026-01-02T03:04:05Z' };

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage: Pick<Storage, 'getItem' | 'setItem'> = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});

test('own words are those of one partner', () => {
  keepWords('one', 'en', 'message', 'Hi {customer}');
  expect(wordsOf('one', 'en').message).toBe('Hi {customer}');
  expect(wordsOf('other', 'en').message).toMatch(/^Hello/);
});

test('what names no fact stays as it was typed', () => {
  expect(filledWords('{customer} {toString} {constructor} {x}', 'en', facts)).toBe('Café {toString} {constructor} {x}');
});
