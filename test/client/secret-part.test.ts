import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { secretPartsOf } from '../../packages/client/src/secret-part.ts';
import vectors from './secret-parts.json' with { type: 'json' };

const words = (
  'whatsapp webhook webhooks production staging callback callbacks endpoint partner partners customer customers messaging message ' +
  'platform service worker swift inbound incoming events handler listener receiver internal external public gateway proxy meta ' +
  'facebook cloud business account notification notifications delivery status updates template integration support bakery orders ' +
  'payment billing frankfurt virginia region default shared tenant company corporation example sandbox secret verification ' +
  'api crm erp sms waba bus hook my for and the wa prod dev test qa live main core data queue sync async token key auth login ' +
  'user admin portal shop store cart invoice booking ticket chat bot agent reply inbox outbox campaign marketing sales lead'
).split(' ');
const brands =
  'acme shopify hubspot zendesk salesforce stripe twilio zapier n8n odoo sap bmw ikea lidl nike rewe dhl ups aws gcp azure'.split(
    ' ',
  );
/** Words of hexadecimal digits, with which the form alone can be filled. */
const hexadecimalWords = 'dead beef cafe babe face feed fade ace bad bed dad deed decade facade added coffee 0 1'.split(
  ' ',
);
const numbers = [
  'v1',
  'v2',
  'v3',
  '1',
  '2',
  '01',
  '007',
  '2023',
  '2024',
  '2025',
  '20240115',
  'eu1',
  'us-east-1',
  '365',
  '24x7',
];

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const styles: readonly ((all: readonly string[]) => string)[] = [
  (all) => all.join('-'),
  (all) => all.join('_'),
  (all) => all.join(''),
  (all) => all.join('-').toUpperCase(),
  (all) => all.join('').toUpperCase(),
  (all) => all.map(capital).join('-'),
  (all) => all.map(capital).join(''),
  (all) => all.map((word, at) => (at === 0 ? word : capital(word))).join(''),
];
const digitFor: Readonly<Record<string, string>> = {
  a: '4',
  b: '8',
  e: '3',
  g: '9',
  i: '1',
  l: '1',
  o: '0',
  s: '5',
  t: '7',
};

/** Names such as `whatsapp-webhook-v2-Pr0duct10n`, of up to some hundred characters. */
const name = fc
  .tuple(
    fc.array(fc.constantFrom(...words, ...brands, ...numbers), { minLength: 1, maxLength: 14 }),
    fc.constantFrom(...styles),
    fc.constantFrom('', ...Object.keys(digitFor), 'aeio', 'abegilost'),
  )
  .map(([all, style, replaced]) =>
    style(all).replace(/[a-z]/g, (letter) => (replaced.includes(letter) ? (digitFor[letter] ?? letter) : letter)),
  );

it('finds nothing unguessable in names, in whatever style they are written', () => {
  fc.assert(
    fc.property(
      fc.array(name, { minLength: 10, maxLength: 10 }),
      fc.constantFrom('/hooks/', '/hooks?key=', '/'),
      (given, before) => {
        expect(secretPartsOf(`https://partner.example${before}${given.join('/')}`)).toEqual([]);
      },
    ),
    { numRuns: 2_000, seed: 7 },
  );
});

it('finds nothing unguessable in words of hexadecimal digits that are repeated', () => {
  const repeated = fc
    .tuple(
      fc.array(fc.constantFrom(...hexadecimalWords), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 8, max: 40 }),
    )
    .map(([all, times]) => all.join('').repeat(times));
  fc.assert(
    fc.property(repeated, (given) => {
      expect(secretPartsOf(`/hooks/${given}`)).toEqual([]);
    }),
    { numRuns: 500, seed: 7 },
  );
});

const generators: Readonly<Record<string, () => string>> = {
  'openssl rand -hex 16': () => randomBytes(16).toString('hex'),
  'openssl rand -hex 32': () => randomBytes(32).toString('hex'),
  'crypto.randomUUID()': () => randomUUID(),
  'a UUID without dashes': () => randomUUID().replaceAll('-', ''),
};

it.each(Object.keys(generators))('finds what %s makes, but for fewer than one of 10,000', (kind) => {
  let found = 0;
  for (let address = 0; address < 1_000; address += 1) {
    found += secretPartsOf(Array.from({ length: 100 }, () => `/${generators[kind]?.() ?? ''}`).join('')).length;
  }
  expect(100_000 - found).toBeLessThan(10);
});

it.each(vectors.secret)('finds %p', (part) => {
  for (const url of [`https://partner.example/api/hooks/${part}/in?kind=a`, `/hooks?key=${part}`]) {
    expect(secretPartsOf(url)).toEqual([part]);
  }
});

it.each(vectors.guessable)('finds nothing in %p', (part) => {
  expect(secretPartsOf(`/hooks/${part}`)).toEqual([]);
  expect(secretPartsOf(`/hooks?key=${part}`)).toEqual([]);
});
