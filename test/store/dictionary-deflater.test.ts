import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DictionaryDeflater } from '@swift-worker/stored-forms/dictionary-deflater.ts';

const mostBytes = 2_048;
const short = Buffer.from('{"customer":{"name":"","phone":null,"metadata":{}},"created_at":""}');
/** As far away as a match may be, but for the text. */
const long = Buffer.from(
  Array.from({ length: 2_000 }, (_, place) => `"${(place * 2_654_435_761) % 65_536}"`)
    .join('')
    .slice(0, 12_000),
);

/** What zlib reads of the bytes. */
const inflated = (bytes: Uint8Array | null, dictionary: Uint8Array): string | undefined =>
  bytes === null ? undefined : inflateRawSync(bytes, { dictionary }).toString();

/** Parts of the dictionary, repeated parts and others. */
const textWith = (dictionary: Buffer): fc.Arbitrary<string> => {
  const ofDictionary = fc
    .tuple(fc.nat({ max: dictionary.length }), fc.nat({ max: 400 }))
    .map(([from, length]) => dictionary.toString('latin1', from, from + length));
  const repeated = fc
    .tuple(fc.string({ minLength: 1, maxLength: 5 }), fc.nat({ max: 120 }))
    .map(([part, times]) => part.repeat(times));
  const parts = fc.array(fc.oneof(ofDictionary, repeated, fc.string({ unit: 'grapheme' })), { maxLength: 4 });
  return parts.map((all) => all.join('')).filter((text) => Buffer.byteLength(text) <= mostBytes);
};

describe.each([
  ['short', short],
  ['long', long],
  ['empty', Buffer.alloc(0)],
])('a text deflated with a %s dictionary', (_, dictionary) => {
  test('is read by zlib as it was, also after other texts', () => {
    fc.assert(
      fc.property(fc.array(textWith(dictionary), { minLength: 1, maxLength: 4 }), (texts) => {
        const deflater = new DictionaryDeflater(dictionary, mostBytes);
        expect(texts.map((text) => inflated(deflater.deflate(text), dictionary))).toEqual(texts);
      }),
    );
  });
});

test('matches of every length are read by zlib', () => {
  const deflater = new DictionaryDeflater(long, mostBytes);
  for (let length = 1; length <= 600; length += 1) {
    const text = `${long.toString('latin1', 7, 7 + length)}~`;
    expect(inflated(deflater.deflate(text), long)).toBe(text);
  }
});

test('a text of the dictionary takes a few bytes', () => {
  expect(new DictionaryDeflater(long, mostBytes).deflate(long.toString('latin1', 100, 350))?.length).toBeLessThan(8);
});

test('a text with more bytes than it was made for is not deflated', () => {
  const deflater = new DictionaryDeflater(short, 4);
  expect(deflater.deflate('äää')).toBeNull();
  expect(inflated(deflater.deflate('ää'), short)).toBe('ää');
});
