import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { secretPartsOf } from '../../packages/client/src/secret-part.ts';

const words = (
  'whatsapp webhook webhooks production staging callback callbacks endpoint partner partners customer customers messaging message ' +
  'platform service worker swift inbound incoming events handler listener receiver internal external public gateway proxy meta ' +
  'facebook cloud business account notification notifications delivery status updates template integration support bakery orders ' +
  'payment billing frankfurt virginia region default shared tenant company corporation example sandbox secret verification'
).split(' ');
const numbers = ['v2', 'v1', '2', '01', '2024', 'eu1', '20240115'];

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const styles: readonly ((all: readonly string[]) => string)[] = [
  (all) => all.join('-'),
  (all) => all.join('_'),
  (all) => all.join(''),
  (all) => all.join('-').toUpperCase(),
  (all) => all.map(capital).join('-'),
  (all) => all.map(capital).join(''),
  (all) => all.map((word, at) => (at === 0 ? word : capital(word))).join(''),
];

/** Names such as `whatsapp-webhook-v2-production`. */
const name = fc
  .tuple(
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 }),
    fc.option(fc.constantFrom(...numbers)),
    fc.constantFrom(...styles),
  )
  .map(([all, number, style]) => style(number === null ? all : [...all.slice(0, 1), number, ...all.slice(1)]));

it('finds nothing unguessable in names, in whatever style they are written', () => {
  fc.assert(
    fc.property(name, fc.constantFrom('/hooks/', '/hooks?key=', '/'), (given, before) => {
      expect(secretPartsOf(`https://partner.example${before}${given}`)).toEqual([]);
    }),
    { numRuns: 2_000, seed: 7 },
  );
});

const alphabets = {
  hexadecimal: ['0123456789abcdef', 32],
  base64url: ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 22],
  base62: ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 22],
} as const;

/** Digits of an even number, which no generator draws towards its ends. */
const random = ([alphabet, length]: (typeof alphabets)[keyof typeof alphabets]) =>
  fc
    .array(fc.noBias(fc.integer({ min: 0, max: alphabet.length - 1 })), { minLength: length, maxLength: 2 * length })
    .map((all) => all.map((at) => alphabet[at] ?? '').join(''));

it.each(['hexadecimal', 'base64url', 'base62'] as const)('finds random characters of %s', (kind) => {
  let missed = 0;
  fc.assert(
    fc.property(random(alphabets[kind]), (part) => {
      if (secretPartsOf(`/hooks/${part}`).length !== 1) missed += 1;
    }),
    { numRuns: 5_000, seed: 7 },
  );
  // A few look like names: their owner draws again.
  expect(missed).toBeLessThan(kind === 'hexadecimal' ? 1 : 10);
});

it.each([
  '2f9cb36d-71a9-4e0d-8c55-0a1b2c3d4e5f',
  'hook-2f9cb36d-71a9-4e0d-8c55-0a1b2c3d4e5f',
  'prod_2f9cb36d71a94e0d8c550a1b2c3d4e5f',
])('finds %p', (part) => {
  expect(secretPartsOf(`https://partner.example/api/hooks/${part}/in?kind=a`)).toEqual([part]);
});

it.each([
  '2f9cb36d71a94e0d',
  'Xk2_9fQ-aLmT0zRw',
  '11111111111111111111111111111111',
  '20240115093000120240115093000111',
  'deadbeef'.repeat(4),
  '2f9cb36d-71a9-7e0d-8c55-0a1b2c3d4e5f'.slice(0, 30),
])('finds nothing in %p: it is too short, or has too few different characters', (part) => {
  expect(secretPartsOf(`/hooks/${part}`)).toEqual([]);
});
