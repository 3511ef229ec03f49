import { execFile } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { visible, visibleJson, visibleLines, visibleValue } from '../../packages/terminal/src/visible.ts';

const range = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));

/** C0, DEL and C1; marks, embeddings, overrides and isolates of direction; separators of lines. */
const controls = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  '\u061c',
  ...range(0x200e, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2066, 0x2069),
];

describe('a control character', () => {
  it.each(controls.map((character) => [character.charCodeAt(0).toString(16), character]))(
    'U+%s is shown by printable ones',
    (_, character) => {
      const shown = visible(`x${character}y`);
      expect(shown).toMatch(/^x.+y$/);
      expect(controls.filter((other) => shown.includes(other))).toEqual([]);
    },
  );

  it.each([
    ['\u001b]52;c;ZXZpbA==\u0007', '␛]52;c;ZXZpbA==␇'],
    ['a\r\nb', 'a␍␊b'],
    ['\u009b2J\u202egnp', '\\u009b2J\\u202egnp'],
    ['Zoë فاطمة 佐藤 👩‍👩‍👧', 'Zoë فاطمة 佐藤 👩‍👩‍👧'],
  ])('in %j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('is shown in the names and values of a value, and breaks lines only of a text of several', () => {
    expect(visibleValue({ 'a\u0007': ['b\n', 1, null, { c: '\u0085' }] })).toEqual({
      'a␇': ['b␊', 1, null, { c: '\\u0085' }],
    });
    expect(visibleLines('a\nb\rc')).toBe('a\nb␍c');
  });

  it('is escaped in JSON, which stays the same value', () => {
    const value = { text: controls.join(''), list: ['\\\u009b', '\\'] };
    const json = visibleJson(value);
    expect(JSON.parse(json)).toEqual(value);
    expect(controls.filter((character) => character !== '\n' && json.includes(character))).toEqual([]);
  });
});

/** What a program writes that the output of command lines is given. */
const written = (program: string): Promise<readonly string[]> =>
  new Promise((resolve) => {
    const output = path.join(import.meta.dirname, '../../packages/terminal/src/output.ts');
    const source = `import { complain, print } from ${JSON.stringify(output)};\n${program}`;
    execFile(process.execPath, ['--input-type=module', '--eval', source], (_, out, err) => {
      resolve([out, err]);
    });
  });

it('the output has the styles of command lines, and no other control character', async () => {
  const program = [
    "print('\\u001b[1mHead\\u001b[22m\\n\\u001b[8mhidden\\u001b[0m\\u0007');",
    "complain('\\r\\u001b[2Kdone\\r\\u009b2J\\n');",
  ];
  expect(await written(program.join(''))).toEqual([
    '\u001b[1mHead\u001b[22m\n␛[8mhidden␛[0m␇',
    '\r\u001b[2Kdone␍\\u009b2J\n',
  ]);
});
