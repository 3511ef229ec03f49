import type { Change } from './change.ts';
import { bodyBytes, bodyText, type Draft } from './draft.ts';
import { hostileJson } from './hostile-values.ts';

/** Changes of the method, the headers and the bytes of the body. */

const withHeader = (draft: Draft, name: string, value: string): Draft => ({
  ...draft,
  headers: { ...draft.headers, [name]: value },
});

const without = (draft: Draft, name: string): Draft => ({
  ...draft,
  headers: Object.fromEntries(Object.entries(draft.headers).filter(([other]) => other !== name)),
});

const methodChange: Change = (draft, _surroundings, dice) => ({
  ...draft,
  method: dice.pick([
    'GET',
    'POST',
    'PATCH',
    'DELETE',
    'PUT',
    'HEAD',
    'TRACE',
    'OPTIONS',
    'get',
    'post',
    '',
    'P\u00d6ST',
  ]),
});

const bearerChange: Change = (draft, { bearers, foreign }, dice) => {
  const own = dice.any(bearers) ?? '';
  const value = dice.pick([
    `Bearer ${own}`,
    `Bearer ${own}`,
    `bearer   ${own}  `,
    `Bearer ${own}x`,
    `Bearer ${own.slice(0, -1)}`,
    `Bearer ${own},Bearer ${own}`,
    `Basic ${own}`,
    own,
    'Bearer',
    'Bearer ',
    'Bearer partner_test__',
    'Bearer partner_test_x_y',
    `Bearer partner_live_${own.slice(13)}`,
    `Bearer partner_test_${dice.any(foreign.partner_id) ?? ''}_${'0'.repeat(43)}`,
    `Bearer ${'a'.repeat(7_000)}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    'Bearer member:__proto__',
    `Bearer member:${'\u00ff'.repeat(20)}`,
    'Bearer member:',
    `Bearer member:${'x'.repeat(300)}`,
    `Bearer partner_test_${'k'.repeat(3_000)}_s`,
  ]);
  return dice.chance(0.1) ? without(draft, 'authorization') : withHeader(draft, 'authorization', value);
};

const apikeyChange: Change = (draft, _surroundings, dice) =>
  dice.chance(0.3)
    ? without(draft, 'apikey')
    : withHeader(
        draft,
        'apikey',
        dice.pick(['', ' ', 'pk_test_', 'pk_live_x', '\u00e4', `${draft.headers['apikey'] ?? ''},x`]),
      );

const idempotencyChange: Change = (draft, _surroundings, dice) =>
  withHeader(
    draft,
    'idempotency-key',
    dice.pick([
      '',
      'short',
      '12345678',
      'x'.repeat(200),
      'x'.repeat(201),
      '"quoted-key"',
      '"12345678',
      '"a\\"b\\\\cdefg"',
      '""',
      'with space inside',
      'tab\tinside',
      'schl\u00fcssel-mit-umlaut',
      '__proto__',
      'constructor',
      'a,b,c,d,e,f',
      'one-key-for-many',
      'one-key-for-many',
      '#P#IDEM#RECEIPT',
      'x'.repeat(7_000),
    ]),
  );

const contentTypeChange: Change = (draft, _surroundings, dice) =>
  withHeader(
    draft,
    'content-type',
    dice.pick([
      '',
      'application/json; charset=utf-16',
      'application/json; charset="UTF-8"',
      'application/json; charset=iso-8859-1',
      'application/json; charset=utf-8; charset=utf-16',
      'APPLICATION/JSON',
      'application/json;',
      'application/jsonp',
      'application/json, text/plain',
      'text/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/merge-patch+json',
      `application/json; ${'a=b;'.repeat(1_500)}`,
    ]),
  );

const otherHeaderChange: Change = (draft, _surroundings, dice) =>
  withHeader(
    draft,
    dice.pick([
      'content-encoding',
      'content-length',
      'transfer-encoding',
      'accept',
      'origin',
      'x-request-id',
      'x-forwarded-for',
      'x-http-method-override',
      'expect',
      'host',
      '__proto__',
      'constructor',
      'cookie',
    ]),
    dice.pick([
      'gzip',
      '-1',
      'chunked',
      '*/*;q=0',
      'null',
      'https://evil.example',
      '127.0.0.1',
      'DELETE',
      '100-continue',
      'a'.repeat(7_000),
      '\u00ff\u00fe',
      '',
    ]),
  );

const broken = (draft: Draft, text: string): readonly Buffer[] => [
  Buffer.from(text.slice(0, -1)),
  Buffer.from(`${text}}`),
  Buffer.from(`${text}${text}`),
  Buffer.from(`\ufeff${text}`),
  Buffer.from(text, 'utf16le'),
  Buffer.from(text.replace('}', ',"n":"\u00e9"}'), 'latin1'),
  Buffer.from(text.replaceAll('"', "'")),
  Buffer.from(text.replace('}', ',}')),
  Buffer.from(`/* */${text}`),
  Buffer.from(text.replace(':', '=')),
  Buffer.from(text.replace('}', ',"n":NaN}')),
  Buffer.from(text.replace('}', ',"n":01}')),
  Buffer.from(text.replace('}', ',"n":"\t"}')),
  Buffer.from(text.replace('}', ',"n":"\\x41"}')),
  Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
  Buffer.concat([Buffer.from('{"n":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
  Buffer.concat([Buffer.from('{"n":"'), Buffer.from([0xc0, 0x80]), Buffer.from('"}')]),
  Buffer.from(`${' '.repeat(1_000)}${text}\n\n`),
  Buffer.from(' '),
  Buffer.from('['.repeat(100_000)),
  Buffer.from('{"a":'.repeat(50_000)),
  Buffer.from(`[${text}]`),
  Buffer.from(JSON.stringify(text)),
  Buffer.from([0]),
  Buffer.from(`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join(',')}}`),
  bodyBytes(draft).subarray(1),
];

const brokenBodyChange: Change = (draft, _surroundings, dice) => {
  const text = draft.body === null ? '{}' : bodyText(draft.body);
  const rawBody = dice.chance(0.2) ? Buffer.from(dice.pick(hostileJson)) : (dice.any(broken(draft, text)) ?? null);
  const withBody =
    draft.headers['content-type'] === undefined ? withHeader(draft, 'content-type', 'application/json') : draft;
  return { ...withBody, rawBody };
};

export const envelopeChanges: Readonly<Record<string, Change>> = {
  'another method': methodChange,
  'another bearer': bearerChange,
  'another apikey': apikeyChange,
  'another idempotency key': idempotencyChange,
  'another content type': contentTypeChange,
  'another header': otherHeaderChange,
  'a broken body': brokenBodyChange,
};
