import { expect, test } from '@jest/globals';
import { createScreen } from '../../demo/screen.ts';

test('a table, a line and a heading show control characters in place of writing them', () => {
  const written: string[] = [];
  const screen = createScreen((text) => written.push(text), false);
  screen.heading('\u001b]0;x\u0007');
  screen.table(['name', 'phone'], [['Anna\u202e', '\u009b2J']]);
  screen.line('a\rb');
  const text = written.join('');
  // Of styles alone, where the terminal of the tests shows them.
  expect(text.replace(/\u001b\[\d+m/g, '')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(text).toContain('␛]0;x␇');
  expect(text).toMatch(/Anna\\u202e {3}\\u009b2J/);
});
