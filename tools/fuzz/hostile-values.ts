/** Values that are known to break programs: texts, and values of JSON as source text. */

const unicode = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00',
  '\udc00\ud800',
  '\ufeff',
  '\u00a0\u3000',
  '\u202eexe.piz',
  'e\u0301'.repeat(100),
  // A code point that normalises to eighteen code points. https://www.unicode.org/charts/PDF/UFB50.pdf
  '\ufdfa'.repeat(200),
  // A text that becomes three times as long when it is normalised. https://www.unicode.org/faq/normalization.html#12
  '\u{1d160}'.repeat(66),
  '\u0344'.repeat(200),
  'İıßſﬃ',
  '\u2028\u2029',
  '\ufffe\uffff',
  '\u{10ffff}\u{e0001}',
  '👩‍👩‍👧‍👦'.repeat(28),
  'Z\u0351\u036b\u0343'.repeat(60),
] as const;

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'toJSON',
  'then',
  'length',
  '',
] as const;

const injections = [
  "'; DROP TABLE customers; --",
  '${7*7}{{7*7}}#{7*7}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '%00%0d%0a',
  'a\r\nset-cookie: a=b',
  'P#C#I#',
  '#',
  'attribute_not_exists(pk)',
  ':now',
] as const;

const scalars = [
  'undefined',
  'null',
  'NaN',
  'true',
  '-0',
  '+1',
  '1e3',
  '0x10',
  '١٢',
  '1e999',
  '9'.repeat(400),
  ' 5 ',
] as const;

const ids = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{018F0C1E-0000-7000-8000-000000000000}',
  '018f0c1e00007000800000000000000',
  '018f0c1e-0000-7000-8000-00000000000g',
] as const;

const times = [
  '0000-01-01',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30',
  '2026-02-29T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01T10:00Z',
  '2026-01-01t10:00:00z',
  '2026-01-01T10:00:00+0530',
  '2026-01-01T10:00:00-03',
  '2026-01-01T10:00:00.0001Z',
  '2026-01-01T10:00:00,5Z',
  '1760000000000',
  '1760000000',
  '1760000000.123456789',
  '253402300800',
] as const;

const emails = [
  'a@b.example, c@d.example',
  'A <a@b.example>',
  '"a b"@b.example',
  'a@[192.0.2.1]',
  '用户@例子.公司',
  'a..b@c.example',
  'a@b.example\r\nBcc: c@d.example',
  'a\tb@c.example',
] as const;

const controls = ['a\u0007b', 'a\u007fb', 'a\u0085b', '\u001b[31m'] as const;

const urls = [
  'http://partner.example/',
  'https://user:password@partner.example/',
  'https://partner.example/#x',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::ffff:169.254.169.254]/latest/meta-data/',
  'https://partner.example:99999/',
  'https://',
  'https:// /',
  'HTTPS://PARTNER.EXAMPLE/%zz',
  'https://xn--/',
  'javascript:alert(1)//https://',
  `https://partner.example/${'a'.repeat(3000)}`,
] as const;

const long = [
  'a'.repeat(1_025),
  'ä'.repeat(2_049),
  '𝒳'.repeat(5_000),
  'a@'.repeat(2_000),
  `${'a.'.repeat(5_000)}@`,
] as const;

export const hostileTexts = [
  ...unicode,
  ...names,
  ...injections,
  ...scalars,
  ...ids,
  ...times,
  ...urls,
  ...emails,
  ...controls,
  ...long,
] as const;

export const hostileNames = [
  ...names,
  'route',
  'partner_id',
  'customer_id',
  'Customer_Id',
  'customer_id ',
  'customer_id\0',
  'customer_id[]',
  'changes.customer_name',
  '\ud800',
  'ok',
  '0',
  'a'.repeat(300),
] as const;

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** JSON, most of it valid. */
export const hostileJson = [
  'null',
  'true',
  '0',
  '-0',
  '0.1',
  '1e999',
  '-1e999',
  '1e308',
  '1e126',
  '5e-324',
  '1e-131',
  '9007199254740991',
  '9007199254740992',
  '-9007199254740993',
  '{"a":{"b":[9007199254740993]}}',
  '9007199254740993',
  '123456789012345678901234567890123456789012345',
  `1${'0'.repeat(400)}`,
  '""',
  '[]',
  '{}',
  '[null]',
  '["a","b"]',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toJSON":1,"toString":1,"valueOf":null,"then":1}',
  '{"":""}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  '{"a":"\\ud800"}',
  '{"a":1,"a":2}',
  '{"length":1e9}',
  '{"S":"x"}',
  '{"a":[1e999]}',
  `{"n":${'9'.repeat(40)},"e":1e200,"z":-0,"t":5e-324}`,
  `{${Array.from({ length: 1000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  `[${'0,'.repeat(5000)}0]`,
  nested(30, '{"a":', '}').replace('{"a":}', '{"a":1}'),
  nested(31, '[', ']'),
  nested(33, '[', ']'),
  nested(5_000, '[', ']'),
] as const;
