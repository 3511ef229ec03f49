import { expect, test } from '@jest/globals';
import { columnsOf } from '../../operator/terminal.ts';

test.each([
  ['a terminal', { isTTY: true, columns: 96 }, 96],
  ['a pipe', { isTTY: false, columns: 0 }, 120],
  ['a terminal without a size', { isTTY: true, columns: 0 }, 120],
  ['a terminal too narrow for words', { isTTY: true, columns: 10 }, 40],
])('%s has lines of so many characters', (_, output, columns) => {
  expect(columnsOf(output)).toBe(columns);
});
