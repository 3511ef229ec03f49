/** Values whose reading takes the most time for their size: as JSON, of so many bytes at most. */
export type CostlyValue = (bytes: number) => string;

/** Of a text inside a text of JSON, which escapes some characters. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** A text of a beginning, as many repetitions of a part as fit, and an end. */
const text =
  (begin: string, part: string, end = ''): CostlyValue =>
  (bytes) => {
    const room = bytes - bytesOf(begin + end) - 2;
    return JSON.stringify(begin + part.repeat(Math.max(1, Math.floor(room / bytesOf(part)))) + end);
  };

const list =
  (entry: string): CostlyValue =>
  (bytes) =>
    `[${Array<string>(Math.max(1, Math.floor(bytes / (entry.length + 1))))
      .fill(entry)
      .join(',')}]`;

/** Each name is unknown, and has eight characters. */
const object =
  (value: string): CostlyValue =>
  (bytes) => {
    const count = Math.max(1, Math.floor(bytes / (value.length + 12)));
    const names = Array.from({ length: count }, (_, index) => `"k${String(index).padStart(7, '0')}":${value}`);
    return `{${names.join(',')}}`;
  };

/** What a query can hold as well. */
export const costlyTexts: Readonly<Record<string, CostlyValue>> = {
  'marks of two classes': text('a', '\u0315\u0300'),
  'marks that decompose': text('a', '\u0344'),
  'compatibility forms': text('', '\ufdfa'),
  'syllables of Hangul': text('', '\u1112\u1161\u11ab'),
  'capitals that expand': text('', '\u0130'),
  'final sigmas': text('a', '\u03a3\u0301'),
  'astral characters': text('', '\u{1d160}'),
  'blanks before a letter': text('', ' ', 'x'),
  'blanks between letters': text('x', ' ', 'x'),
  'host of marks': text('https://a', '\u0315\u0300', '.example'),
  'host of labels': text('https://', '\u00fc.', 'example'),
  'host that expands': text('https://', '\ufdfa', '.example'),
  'host in Punycode': text('https://xn--', 'a', '-9999.example'),
  'path of dots': text('https://a.example', '/..'),
  'user names': text('https://', 'a@', 'a.example'),
  'subtags of a language': text('en-', 'abcdefgh-', 'x'),
  'extensions of a language': text('en-u-', 'aa-abc-', 'x'),
  'labels of an address': text('a@', 'aaaaaaaa.', '!'),
  'atoms of an address': text('', 'a.', '@'),
  'quoted address': text('"', '\\a', '@a.example'),
  'zeros of a fraction': text('2026-01-01T00:00:00.', '0', '1Z'),
  'digits of a number': text('', '1', 'x'),
  'zeros of a number': text('', '0', '1'),
  'key characters': text('', 'a-', '!'),
  'control characters': text('', '\u0001'),
};

/** What only a body can hold. */
export const costlyBodies: Readonly<Record<string, CostlyValue>> = {
  'list of wrong words': list('"x"'),
  'list of zeros': list('0'),
  'list of objects': list('{}'),
  'unknown names': object('1'),
  'long unknown names': (bytes) =>
    `{"${'n'.repeat(Math.floor(bytes / 2) - 6)}":{"${'m'.repeat(Math.floor(bytes / 2) - 6)}":1}}`,
  'deep lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'deep objects': (bytes) => `${'{"a":'.repeat(bytes / 6 - 1)}1${'}'.repeat(bytes / 6 - 1)}`,
  'large integer': (bytes) => '1'.repeat(bytes),
  'small fraction': (bytes) => `0.${'0'.repeat(bytes - 3)}1`,
};
