import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasFewNames } from '../../lambdas/api/names-in-json.ts';
import { maxBodyBytes, mostNames, parseBody, parseQuery } from '../../lambdas/api/request.ts';
import { ServiceError } from '../../lambdas/kernel/errors.ts';

const refusalOf = (attempt: () => unknown): ServiceError => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

const json = 'application/json';
const body = (text: string | Buffer): unknown =>
  typeof text === 'string'
    ? parseBody({ body: text, isBase64Encoded: false }, { 'content-type': json })
    : parseBody({ body: text.toString('base64'), isBase64Encoded: true }, { 'content-type': json });

describe('a query', () => {
  it('is read as HTML forms encode it', () => {
    expect(parseQuery('a=1&b=x+y&c=%2B%26%3D&d=a=b&e&f=&&%C3%A9=%F0%9F%98%80')).toEqual({
      a: '1',
      b: 'x y',
      c: '+&=',
      d: 'a=b',
      e: '',
      f: '',
      é: '😀',
    });
    expect(parseQuery('')).toEqual({});
  });

  it('returns what URLSearchParams encoded', () => {
    const text = fc.string({ unit: 'binary' }).filter((it) => it.isWellFormed() && !it.includes('\0'));
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 6 }), (pairs) => {
        const query = parseQuery(new URLSearchParams(pairs).toString());
        expect(Object.entries(query).sort()).toEqual(pairs.sort());
      }),
    );
  });

  it('keeps property names of the language as names', () => {
    const query = parseQuery('__proto__=x&constructor=y&toString=z');
    expect(Object.entries(query)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['toString', 'z'],
    ]);
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
  });

  it.each([
    ['a=1&a=1', 'a', 'duplicate'],
    ['a=1&%61=2', 'a', 'duplicate'],
    ['a=%00', 'a', 'text'],
    ['%00=1', 'a name in the query', 'text'],
    ['a=%E9', 'a', 'encoding'],
    ['a=%ED%A0%80', 'a', 'encoding'],
    ['a=%', 'a', 'encoding'],
    ['%zz=1', 'the query', 'encoding'],
    ['a=\ud800', 'a', 'text'],
  ])('%j is refused', (raw, path, rule) => {
    expect(refusalOf(() => parseQuery(raw)).details).toEqual([expect.objectContaining({ path, rule })]);
  });
});

describe('a body', () => {
  it('is read from text and from base64 alike', () => {
    expect(body('{"a":"é😀"}')).toEqual({ a: 'é😀' });
    expect(body(Buffer.from('{"a":"é😀"}'))).toEqual({ a: 'é😀' });
    expect(body(Buffer.from('\ufeff{"a":1}'))).toEqual({ a: 1 });
    expect(parseBody({ isBase64Encoded: false }, {})).toBeNull();
    expect(
      parseBody({ body: '', isBase64Encoded: true }, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }),
    ).toBeNull();
  });

  it.each([
    ['Latin-1', Buffer.from('{"a":"é"}', 'latin1')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong form', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
    ['a cut character', Buffer.from([0x7b, 0x22, 0xe2, 0x82])],
  ])('in %s is not UTF-8', (_, bytes) => {
    expect(refusalOf(() => body(bytes)).code).toBe('invalid_json');
  });

  it('may have integers up to 2^53 - 1, and any fraction', () => {
    const text = '{"a":[9007199254740991,-9007199254740991,0.5,1e-7,123456789.25]}';
    expect(body(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['application/json', true],
    ['APPLICATION/JSON; Charset=UTF-8', true],
    ['application/json;charset="utf-8"', true],
    ['application/json ; profile=x; charset=utf8', true],
    ['application/json; charset=iso-8859-1', false],
    ['application/json; charset=utf-16', false],
    ['application/json; charset="us-ascii"', false],
    ['application/json; charset=utf-8; charset=latin1', false],
    ['application/json; charset=', false],
    ['application/jsonp', false],
    ['application/json, text/plain', false],
    ['text/json', false],
  ])('of the type %s is taken: %s', (contentType, taken) => {
    const read = (): unknown => parseBody({ body: '{}', isBase64Encoded: false }, { 'content-type': contentType });
    if (taken) expect(read()).toEqual({});
    else expect(refusalOf(read).code).toBe('unsupported_media_type');
  });

  it.each(['gzip', 'br', 'identity', 'x'])('with Content-Encoding %s is not taken', (encoding) => {
    const headers = { 'content-type': json, 'content-encoding': encoding };
    expect(refusalOf(() => parseBody({ body: '{}', isBase64Encoded: false }, headers)).code).toBe(
      'unsupported_media_type',
    );
  });

  it('may have objects of many names, and none of more', () => {
    const named = (count: number): string =>
      `{${Array.from({ length: count }, (_, index) => `"${index}":[{"a\\"\\\\":":{"}]`).join(',')}}`;
    for (const within of [(inner: string) => inner, (inner: string) => `{"a":[{},{"b":1,"c":${inner}}]}`]) {
      expect(body(within(named(mostNames)))).toEqual(JSON.parse(within(named(mostNames))));
      const refusal = refusalOf(() => body(within(named(mostNames + 1))));
      expect(refusal.details).toEqual([
        { path: '', rule: 'names', message: 'no object may have more than 2000 names' },
      ]);
    }
  });

  it('is refused for its names before it is parsed', () => {
    expect(refusalOf(() => body(`{"a":{${'"x":1,'.repeat(mostNames + 1)}`)).code).toBe('validation_failed');
  });

  it('has as many names as a parser finds', () => {
    const namesOf = (value: unknown): number => {
      if (typeof value !== 'object' || value === null) return 0;
      return Math.max(Array.isArray(value) ? 0 : Object.keys(value).length, ...Object.values(value).map(namesOf));
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = Buffer.from(JSON.stringify(value, null, 1));
        const most = namesOf(value);
        expect([hasFewNames(json, most), hasFewNames(json, most - 1)]).toEqual([true, most === 0]);
      }),
    );
  });

  it('is measured in bytes, not characters, and before it is parsed', () => {
    expect(refusalOf(() => body('x'.repeat(maxBodyBytes + 1))).code).toBe('payload_too_large');
    expect(refusalOf(() => body('x'.repeat(maxBodyBytes))).code).toBe('invalid_json');
    expect(refusalOf(() => body('é'.repeat(maxBodyBytes / 2 + 1))).code).toBe('payload_too_large');
  });

  it.each([
    ['{"a":"\\u0000"}', 'a', 'text'],
    ['{"a":{"b":["x","\\u0000"]}}', 'a.b[1]', 'text'],
    ['{"a\\u0000":1}', 'a name in the body', 'text'],
    ['{"a":{"\\ud800":1}}', 'a name in a', 'text'],
    ['{"a":"\\ud800x"}', 'a', 'text'],
    ['{"a":"\\udc00\\ud800"}', 'a', 'text'],
    ['{"a":1e999}', 'a', 'number'],
    ['{"a":[-1e999]}', 'a[0]', 'number'],
    ['{"a":9007199254740992}', 'a', 'safe_integer'],
    ['{"a":{"b":[-9007199254740993]}}', 'a.b[0]', 'safe_integer'],
    ['{"a":1e300}', 'a', 'safe_integer'],
    ['{"a":123456789012345678901234567890}', 'a', 'safe_integer'],
  ])('%s is refused by path and rule', (text, path, rule) => {
    const { code, details, message } = refusalOf(() => body(text));
    expect(code).toBe('validation_failed');
    expect(details).toEqual([{ path, rule, message }]);
    expect(message).toContain(path);
  });

  it('may be nested 32 levels deep, and no deeper in any form', () => {
    const nested = (depth: number, open: string, close: string): string =>
      `{"a":${open.repeat(depth - 1)}1${close.repeat(depth - 1)}}`;
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      expect(() => body(nested(32, open, close))).not.toThrow();
      expect(refusalOf(() => body(nested(33, open, close))).details).toEqual([
        expect.objectContaining({ rule: 'depth' }),
      ]);
      expect(refusalOf(() => body(nested(40_000, open, close))).details).toEqual([
        expect.objectContaining({ rule: 'depth' }),
      ]);
    }
  });

  it('is read as JSON.parse reads it, for any well-formed JSON', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { noNullPrototype: true });
    const isSafe = (it: unknown): boolean => !/(?<!["\d.e+-])-?\d{16,}(?![\d.])|e\+/.test(JSON.stringify(it));
    fc.assert(
      fc.property(value, (it) => {
        const text = JSON.stringify(it);
        fc.pre(isSafe(it) && !/\\u0000|\\ud[89a-f]/i.test(text));
        expect(JSON.stringify(body(text))).toBe(text);
      }),
    );
  });
});
