import { createHmac } from 'node:crypto';
import { signedHeaders, signingSecretFrom, type SigningSecrets } from '../../lambdas/domain/webhook/signature.ts';

/** A request to an endpoint, and whether its receiver must accept it. */
export interface SignatureVector {
  readonly name: string;
  /** The secrets that the receiver has. */
  readonly secrets: readonly string[];
  /** The receiver's clock, in Unix seconds. */
  readonly now: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body is the UTF-8 of this text. */
  readonly body: string;
  readonly valid: boolean;
}

export interface SignatureVectors {
  readonly standard_webhooks: readonly SignatureVector[];
  readonly x_hub_signature_256: readonly Omit<SignatureVector, 'now'>[];
}

/** Published with the specification of Standard Webhooks. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: 1_614_265_330,
  body: '{"test": 2432232314}',
};

/** Published in GitHub's documentation of webhooks. */
const github = {
  secrets: ["It's a Secret to Everybody"],
  body: 'Hello, World!',
  headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
};

const secret = signingSecretFrom(Uint8Array.from({ length: 32 }, (_, index) => index * 7));
const fresh = signingSecretFrom(Uint8Array.from({ length: 64 }, (_, index) => 255 - index));
const stranger = signingSecretFrom(new Uint8Array(24).fill(9));

const at = 1_775_000_000;
const id = '0198f0c2-7d3e-7a10-9c41-5b7f2e6a1d03';
const event = (name: string): string =>
  JSON.stringify({ id, type: 'service.partner.customer.updated', sequence: 3, data: { customer_name: name } });
const body = event('Bakery Sunrise');

const signed = (secrets: SigningSecrets, text: string, name = id, seconds = at): Readonly<Record<string, string>> => ({
  ...signedHeaders(secrets, name, seconds * 1000, Buffer.from(text)),
});

const base = { secrets: [secret], now: at, headers: signed([secret], body), body };

const accepted = (name: string, differs: Partial<SignatureVector> = {}): SignatureVector => ({
  name,
  ...base,
  ...differs,
  valid: true,
});

const refused = (name: string, differs: Partial<SignatureVector>): SignatureVector => ({
  name,
  ...base,
  ...differs,
  valid: false,
});

const bodies: readonly (readonly [string, string])[] = [
  ['accents, composed', event('Caf\u00e9')],
  ['accents, decomposed', event('Cafe\u0301')],
  ['characters of three bytes', event('東京の店')],
  ['characters of four bytes', event('🥐 Boulangerie')],
  ['escaped characters', '{"name":"Caf\\u00e9 \\/ \\ud83e\\udd50"}'],
  ['line breaks and a trailing newline', '{\r\n  "name": "a"\r\n}\n'],
  ['numbers that a parser would change', '{"amount":1.0,"id":12345678901234567890}'],
  ['no bytes', ''],
];

const without = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(base.headers).filter(([header]) => header !== name));

const withHeader = (name: string, change: (value: string) => string): Readonly<Record<string, string>> => ({
  ...base.headers,
  [name]: change(base.headers[name] ?? ''),
});

/** Another character of the same alphabet at that place. */
const changedAt = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === '0' ? '1' : '0') + text.slice(index + 1);

/** Secrets that a receiver must not use, each with its key: anybody can sign with them, or can try all of them. */
const weak: readonly (readonly [string, string, Buffer])[] = [
  ['an empty secret', '', Buffer.alloc(0)],
  ['a secret without a key', 'whsec_', Buffer.alloc(0)],
  ['a secret with a key of 23 bytes', `whsec_${Buffer.alloc(23, 5).toString('base64')}`, Buffer.alloc(23, 5)],
  ['a secret without whsec_', Buffer.alloc(32, 5).toString('base64'), Buffer.alloc(32, 5)],
];

const macOf = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text);

/** The headers that the owner of a weak key sends. */
const forged = (key: Buffer): Readonly<Record<string, string>> => ({
  ...base.headers,
  'webhook-signature': `v1,${macOf(key, `${id}.${at}.${body}`).digest('base64')}`,
});

const rotating = { headers: signed([secret, fresh], body) };
const signature = 'webhook-signature';

const standard = (): readonly SignatureVector[] => [
  accepted('the published vector of Standard Webhooks', {
    secrets: [published.secret],
    now: published.at,
    headers: signed([published.secret], published.body, published.id, published.at),
    body: published.body,
  }),
  accepted('one secret'),
  ...bodies.map(([name, text]) => accepted(`a body with ${name}`, { body: text, headers: signed([secret], text) })),
  accepted('a rotation, the receiver has the old secret', rotating),
  accepted('a rotation, the receiver has the new secret', { ...rotating, secrets: [fresh] }),
  accepted('a rotation, the receiver has both secrets', { ...rotating, secrets: [fresh, secret] }),
  accepted('after a rotation, the receiver still has both secrets', {
    headers: signed([fresh], body),
    secrets: [secret, fresh],
  }),
  accepted('a signature of an unknown version before the valid one', {
    headers: withHeader(signature, (value) => `v1a,AAAA ${value}`),
  }),
  accepted('a timestamp 300 s before the clock', { now: at + 300 }),
  accepted('a timestamp 300 s after the clock', { now: at - 300 }),
  refused('a timestamp 301 s before the clock', { now: at + 301 }),
  refused('a timestamp 301 s after the clock', { now: at - 301 }),
  refused('a timestamp a day before the clock', { now: at + 86_400 }),
  refused('a rotation, the receiver has another secret', { ...rotating, secrets: [stranger] }),
  refused('another secret', { secrets: [stranger] }),
  refused('a changed character in the body', { body: body.replace('Sunrise', 'Sunrisf') }),
  refused('a space after the body', { body: `${body} ` }),
  refused('an empty body instead of the signed one', { body: '' }),
  refused('a composed body that was signed decomposed', {
    headers: signed([secret], event('Cafe\u0301')),
    body: event('Caf\u00e9'),
  }),
  refused('a body that was parsed and written again', {
    headers: signed([secret], '{"amount": 1.0}'),
    body: '{"amount":1}',
  }),
  refused('a changed id', { headers: withHeader('webhook-id', (value) => changedAt(value, 5)) }),
  refused('a changed timestamp', { headers: withHeader('webhook-timestamp', (value) => changedAt(value, 9)) }),
  refused('a timestamp that is not a number', { headers: withHeader('webhook-timestamp', () => 'today') }),
  refused('an empty timestamp', { headers: withHeader('webhook-timestamp', () => '') }),
  refused('a changed signature', { headers: withHeader(signature, (value) => changedAt(value, 8)) }),
  refused('a shortened signature', { headers: withHeader(signature, (value) => value.slice(0, 20)) }),
  refused('a longer signature', { headers: withHeader(signature, (value) => `${value}AAAA`) }),
  refused('the valid signature under another version', {
    headers: withHeader(signature, (value) => value.replace('v1,', 'v2,')),
  }),
  refused('a signature without a version', { headers: withHeader(signature, (value) => value.replace('v1,', '')) }),
  refused('a signature that is not Base64', { headers: withHeader(signature, () => 'v1,***') }),
  refused('a signature of no bytes', { headers: withHeader(signature, () => 'v1,') }),
  ...weak.map(([name, own, key]) => refused(name, { secrets: [own], headers: forged(key) })),
  refused('a valid secret beside an empty one', { secrets: ['', secret] }),
  refused('no header webhook-id', { headers: without('webhook-id') }),
  refused('no header webhook-timestamp', { headers: without('webhook-timestamp') }),
  refused('no header webhook-signature', { headers: without(signature) }),
];

type HubVector = SignatureVectors['x_hub_signature_256'][number];

const hubName = 'x-hub-signature-256';
const hubOf = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  [hubName]: headers[hubName] ?? '',
});
const hubHeader = (change: (value: string) => string): Readonly<Record<string, string>> => ({
  [hubName]: change(base.headers[hubName] ?? ''),
});

const hubVector = (name: string, valid: boolean, differs: Partial<HubVector> = {}): HubVector => ({
  name,
  secrets: [secret],
  headers: hubOf(base.headers),
  body,
  ...differs,
  valid,
});

const hub = (): readonly HubVector[] => {
  const rotated = { headers: hubOf(rotating.headers) };
  return [
    hubVector('the published vector of GitHub', true, github),
    hubVector('the whole text of the secret is the key', true),
    ...bodies.map(([name, text]) =>
      hubVector(`a body with ${name}`, true, { headers: hubOf(signed([secret], text)), body: text }),
    ),
    hubVector('a rotation, the receiver has only the new secret', false, { ...rotated, secrets: [fresh] }),
    hubVector('a rotation, the receiver has both secrets', true, { ...rotated, secrets: [secret, fresh] }),
    hubVector('a rotation, the receiver has the old secret', true, rotated),
    hubVector('another secret', false, { secrets: [stranger] }),
    hubVector('a changed body', false, { body: `${body} ` }),
    hubVector('a changed signature', false, { headers: hubHeader((value) => changedAt(value, 12)) }),
    hubVector('a shortened signature', false, { headers: hubHeader((value) => value.slice(0, -2)) }),
    hubVector('the valid signature under another algorithm', false, {
      headers: hubHeader((value) => value.replace('sha256', 'sha1')),
    }),
    hubVector('a signature without an algorithm', false, {
      headers: hubHeader((value) => value.replace('sha256=', '')),
    }),
    ...['', 'whsec_', 'a secret of 23 letters.'].map((own) =>
      hubVector(`a secret of ${own.length} characters`, false, {
        secrets: [own],
        headers: { [hubName]: `sha256=${macOf(own, body).digest('hex')}` },
      }),
    ),
    hubVector('no header x-hub-signature-256', false, { headers: {} }),
  ];
};

/** docs/signatures/vectors.json */
export const signatureVectors = (): SignatureVectors => ({ standard_webhooks: standard(), x_hub_signature_256: hub() });
