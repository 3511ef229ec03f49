import { describe, expect, test } from '@jest/globals';
import { verify, verifyWithFallback } from '@octokit/webhooks-methods';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import {
  hubSignature,
  isSignedByPlatform,
  signedHeaders,
  signingSecretFrom,
  type SignedHeaders,
  type SigningSecrets,
} from '../../../lambdas/domain/webhook/signature.ts';

const secretArbitrary = fc.uint8Array({ minLength: 24, maxLength: 64 }).map(signingSecretFrom);
const idArbitrary = fc.uuid();
const bodyArbitrary = fc
  .oneof(
    fc.json(),
    fc.jsonValue().map((value) => JSON.stringify({ value })),
  )
  .map((text) => Buffer.from(text));

const signedNow = (secrets: SigningSecrets, id: string, body: Buffer): SignedHeaders =>
  signedHeaders(secrets, id, Date.now(), body);

describe('the signature of an event', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const body = Buffer.from('{"test": 2432232314}');

  test('matches the published test vector', () => {
    expect(signedHeaders([secret], id, 1_614_265_330_999, body)).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      'x-hub-signature-256': hubSignature(secret, body),
    });
  });

  test('is accepted by the public verifiers, whatever the body, id and secret', async () => {
    await fc.assert(
      fc.asyncProperty(secretArbitrary, idArbitrary, bodyArbitrary, async (anySecret, anyId, anyBody) => {
        const headers = signedNow([anySecret], anyId, anyBody);
        new Webhook(anySecret).verify(anyBody, { ...headers }, { jsonParse: false });
        new SvixWebhook(anySecret).verify(anyBody, { ...headers });
        expect(await verify(anySecret, anyBody.toString(), headers['x-hub-signature-256'])).toBe(true);
      }),
    );
  });

  test('is accepted under either secret while they rotate', async () => {
    await fc.assert(
      fc.asyncProperty(
        secretArbitrary,
        secretArbitrary,
        idArbitrary,
        bodyArbitrary,
        async (old, fresh, anyId, anyBody) => {
          fc.pre(old !== fresh);
          const headers = signedNow([old, fresh], anyId, anyBody);
          for (const held of [old, fresh]) {
            new Webhook(held).verify(anyBody, { ...headers }, { jsonParse: false });
            new SvixWebhook(held).verify(anyBody, { ...headers });
          }
          const hub = headers['x-hub-signature-256'];
          expect(await verifyWithFallback(fresh, anyBody.toString(), hub, [old])).toBe(true);
          expect(await verify(old, anyBody.toString(), hub)).toBe(true);
        },
      ),
    );
  });

  test('is made with the newest secret last, and with the oldest alone in the second header', () => {
    const fresh = signingSecretFrom(new Uint8Array(32).fill(7));
    const headers = signedHeaders([secret, fresh], id, 1_614_265_330_000, body);
    const alone = (held: string): SignedHeaders => signedHeaders([held], id, 1_614_265_330_000, body);
    expect(headers['webhook-signature']).toBe(
      `${alone(secret)['webhook-signature']} ${alone(fresh)['webhook-signature']}`,
    );
    expect(headers['x-hub-signature-256']).toBe(alone(secret)['x-hub-signature-256']);
  });

  test('fails the verifiers when one byte of the body changed', () => {
    const headers = signedNow([secret], id, body);
    const changed = Buffer.from(body);
    changed[2] = 0x54;
    expect(() => new Webhook(secret).verify(changed, { ...headers })).toThrow('No matching signature');
  });
});

describe('a signing secret', () => {
  test.each([
    ['no prefix', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['another prefix', 'whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['too short a key', `whsec_${Buffer.alloc(23, 1).toString('base64')}`],
    ['too long a key', `whsec_${Buffer.alloc(65, 1).toString('base64')}`],
    ['a character that is no base64', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS*'],
    ['nothing', ''],
  ])('with %s signs nothing and is not shown', (_, secret) => {
    const sign = (): unknown => signedHeaders([secret], 'id', 0, Buffer.from('{}'));
    expect(sign).toThrow('a signing secret is not whsec_ and the base64 of 24 to 64 bytes');
  });

  test('is made of 24 to 64 random bytes', () => {
    expect(signingSecretFrom(new Uint8Array(24))).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(() => signingSecretFrom(new Uint8Array(16))).toThrow();
  });
});

describe("the verification of the platform's signature", () => {
  const appSecret = "It's a Secret to Everybody";
  const body = Buffer.from('Hello, World!');
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

  test('accepts the published test vector', () => {
    expect(hubSignature(appSecret, body)).toBe(signature);
    expect(isSignedByPlatform(appSecret, body, signature)).toBe(true);
  });

  test('is made on the raw bytes, also where they are not text', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x28]);
    expect(isSignedByPlatform(appSecret, bytes, hubSignature(appSecret, bytes))).toBe(true);
    expect(isSignedByPlatform(appSecret, Buffer.from(bytes.toString()), hubSignature(appSecret, bytes))).toBe(false);
  });

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['no algorithm', signature.slice('sha256='.length)],
    ['another algorithm', signature.replace('sha256', 'sha1')],
    ['a cut signature', signature.slice(0, -1)],
    ['a longer signature', `${signature}0`],
    ['another signature', `${signature.slice(0, -1)}8`],
    ['two signatures', `${signature},${signature}`],
    ['something that is no hexadecimal', `sha256=${'z'.repeat(64)}`],
  ])('refuses %s', (_, header) => {
    expect(isSignedByPlatform(appSecret, body, header)).toBe(false);
  });

  test('refuses the signature of another body or with another secret', () => {
    expect(isSignedByPlatform(appSecret, Buffer.from('Hello, World?'), signature)).toBe(false);
    expect(isSignedByPlatform('another secret', body, signature)).toBe(false);
  });

  test('fails without a secret', () => {
    expect(() => isSignedByPlatform('', body, hubSignature('', body))).toThrow('the app secret is empty');
  });
});
