import { expect, test } from '@jest/globals';
import { ago, counted, setOut, span } from '../../../../local/console/browser/wording.ts';

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [7_200_000, '2 h'],
  [172_800_000, '2 d'],
])('%d milliseconds are %s', (milliseconds, words) => {
  expect(span(milliseconds)).toBe(words);
});

test('what was just now, or is ahead by another clock, is just now', () => {
  const now = Date.parse('2026-05-01T10:00:00Z');
  expect(
    ['2026-05-01T09:59:59.500Z', '2026-05-01T10:00:05Z', '2026-05-01T09:59:58Z'].map((at) => ago(at, now)),
  ).toEqual(['just now', 'just now', '2 s ago']);
});

test('counts are worded', () => {
  expect([counted(1, 'message'), counted(2, 'message')]).toEqual(['1 message', '2 messages']);
});

test('JSON is set out, and anything else left as it is', () => {
  expect([setOut('{"a":1}'), setOut('{"a":1')]).toEqual(['{\n  "a": 1\n}', '{"a":1']);
});
