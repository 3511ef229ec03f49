import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test('what a newcomer is to change is there once', () => {
  const changes = read('docs/your-first-change.md').matchAll(/In `([^`]+)`, change `([^`]+)` to `[^`]+`/g);
  const counts = Array.from(changes, ([, file = '', text = '']) => read(file).split(text).length - 1);
  expect(counts).toEqual([1, 1]);
});
