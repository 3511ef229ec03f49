import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signedHeaders, signingSecretFrom } from '../../lambdas/domain/webhook/signature.ts';
import {
  challengeOf,
  hasHubSignature,
  NotVerified,
  verifyCallback,
  verifyEvent,
} from '../../packages/client/src/webhook.ts';
import vectors from './secret-parts.json' with { type: 'json' };

const secret = signingSecretFrom(Buffer.alloc(32, 1));
const other = signingSecretFrom(Buffer.alloc(32, 2));
const at = Date.UTC(2026, 2, 1);
const now = (): number => at;
const body = JSON.stringify({ id: 'e-1', type: 'service.ping', data: { name: 'Café 東京' } });
const signed = (...secrets: [string, ...string[]]) => ({ ...signedHeaders(secrets, 'e-1', at, Buffer.from(body)) });

describe('an event', () => {
  it('is taken when the service signed it', async () => {
    const event = await verifyEvent({ headers: signed(secret), body }, { secret, now });
    expect(event).toEqual(JSON.parse(body));
    expect(
      await verifyEvent({ headers: new Headers(signed(secret)), body: Buffer.from(body) }, { secret, now }),
    ).toEqual(event);
  });

  it('is taken when another implementation of the standard signed it', async () => {
    const headers = {
      'Webhook-Id': 'e-1',
      'Webhook-Timestamp': String(at / 1000),
      'Webhook-Signature': new Webhook(secret).sign('e-1', new Date(at), body),
    };
    await expect(verifyEvent({ headers, body }, { secret, now })).resolves.toMatchObject({ id: 'e-1' });
  });

  it('is taken during a rotation by who has either secret, or both', async () => {
    for (const mine of [secret, other, [secret, other]]) {
      await expect(verifyEvent({ headers: signed(secret, other), body }, { secret: mine, now })).resolves.toBeTruthy();
    }
    await expect(verifyEvent({ headers: signed(other), body }, { secret: [secret, other], now })).resolves.toBeTruthy();
  });

  const forged: readonly (readonly [string, Record<string, string>, string])[] = [
    ['another secret', signed(other), body],
    ['another body', signed(secret), body.replace('e-1', 'e-2')],
    ['another id', { ...signed(secret), 'webhook-id': 'e-2' }, body],
    ['another time', { ...signed(secret), 'webhook-timestamp': String(at / 1000 + 1) }, body],
    ['no signature', { ...signed(secret), 'webhook-signature': '' }, body],
    [
      'another version',
      { ...signed(secret), 'webhook-signature': signed(secret)['webhook-signature'].replace('v1', 'v2') },
      body,
    ],
    ['what is no base64', { ...signed(secret), 'webhook-signature': 'v1,§' }, body],
  ];
  it.each(forged)('is refused with %s', async (_, headers, said) => {
    await expect(verifyEvent({ headers, body: said }, { secret, now })).rejects.toBeInstanceOf(NotVerified);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('is refused without %s', async (name) => {
    const headers = { ...signed(secret), [name]: undefined };
    await expect(verifyEvent({ headers, body }, { secret, now })).rejects.toThrow('missing');
  });

  it('is refused when it is too old, or ahead of now', async () => {
    for (const age of [301, -301, NaN]) {
      const late = verifyEvent({ headers: signed(secret), body }, { secret, now: () => at + age * 1000 });
      await expect(late).rejects.toThrow('timestamp');
    }
    const kept = { secret, now: () => at + 301_000, tolerance: 600 };
    await expect(verifyEvent({ headers: signed(secret), body }, kept)).resolves.toBeTruthy();
  });

  it('is never compared with a secret that is none', async () => {
    const short = `whsec_${Buffer.alloc(23, 1).toString('base64')}`;
    for (const wrong of ['', 'whsec_', 'whsec_§', secret.slice('whsec_'.length), short, ['', secret], [secret, '']]) {
      await expect(verifyEvent({ headers: signed(secret), body }, { secret: wrong, now })).rejects.toThrow(TypeError);
    }
  });

  it('may come as bytes of any kind', async () => {
    const bytes = Buffer.from(`  ${body}`);
    const { buffer } = new Uint8Array(Buffer.from(body));
    const view = new DataView(bytes.buffer, bytes.byteOffset + 2, bytes.length - 2);
    for (const given of [buffer, view, new Uint8Array(buffer), await new Response(body).arrayBuffer()]) {
      await expect(verifyEvent({ headers: signed(secret), body: given }, { secret, now })).resolves.toMatchObject({
        id: 'e-1',
      });
    }
  });

  it.each(['[]', 'null', '7'])('is no event when what was signed is %p', async (said) => {
    const headers = { ...signedHeaders([secret], 'e-1', at, Buffer.from(said)) };
    await expect(verifyEvent({ headers, body: said }, { secret, now })).rejects.toBeInstanceOf(NotVerified);
  });

  it('that was parsed before differs from a forged one', async () => {
    for (const parsed of [JSON.parse(body), [1, 2], 7, null, undefined]) {
      const received = { headers: signed(secret), body: parsed as string };
      const answer = verifyEvent(received, { secret, now });
      await expect(answer).rejects.toThrow(NotVerified);
      await expect(answer).rejects.toThrow('parsed');
    }
  });
});

describe('a request to the endpoint', () => {
  const part = '2f9cb36d71a94e0d8c550a1b2c3d4e5f';
  const webhookUrl = `https://partner.example/api/hooks/${part}?kind=messaging`;
  const url = `/api/hooks/${part}?kind=messaging`;
  const callback = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
  // The platform keys its signature with the secret of the service's app.
  const mac = createHmac('sha256', 'app secret').update(callback).digest('hex');
  const platform = { 'X-Hub-Signature-256': `sha256=${mac}` };
  const options = { secret, webhookUrl, now };

  it('with a webhook-id is an event of the service', async () => {
    const event: unknown = JSON.parse(body);
    for (const to of [url, '/behind/a/proxy']) {
      expect(await verifyCallback({ headers: signed(secret), body, url: to }, options)).toEqual({
        from: 'service',
        event,
      });
    }
  });

  it('without one is a callback of the platform, where it came to the address of the endpoint', async () => {
    const expected = { from: 'platform', callback: JSON.parse(callback) as unknown };
    for (const to of [url, webhookUrl, `http://10.0.0.1:3000${url}`]) {
      expect(await verifyCallback({ headers: platform, body: callback, url: to }, options)).toEqual(expected);
    }
  });

  it.each([`/hooks/${part}?kind=messaging`, `/${part}`, `/v1/tenant/hooks/${part}/`, `${url}&more=1`, `/?key=${part}`])(
    'is taken at %p, where a proxy or a router changed the rest of the address',
    async (to) => {
      const answer = verifyCallback({ headers: platform, body: callback, url: to }, options);
      await expect(answer).resolves.toMatchObject({ from: 'platform' });
    },
  );

  it('is refused where a part is missing, which the error names by its place and not by its value', async () => {
    const answer = verifyCallback({ headers: platform, body: callback, url: '/messaging' }, options);
    await expect(answer).rejects.toThrow('part 3 of the 5 of webhookUrl, its secret part, is not among the 1 parts');
    await expect(answer).rejects.not.toThrow(part);
    const twice = { ...options, webhookUrl: `${webhookUrl}&key=0b8f6a52-8f0c-4d0e-9a4e-3f1f7e6f0a11` };
    const half = verifyCallback({ headers: platform, body: callback, url }, twice);
    await expect(half).rejects.toThrow('part 7 of the 7');
  });

  it.each([
    '/',
    '',
    '/hooks',
    `/hooks/${part.slice(1)}`,
    `/hooks/${part}0`,
    `/hooks/${part.toUpperCase()}`,
    '/hooks/2f9cb36d71a94e0d8c550a1b2c3d4e50?kind=messaging',
    'http://[',
    '//',
  ])('is refused at %p when the platform is said to have sent it', async (to) => {
    const answer = verifyCallback({ headers: platform, body: callback, url: to }, options);
    await expect(answer).rejects.toBeInstanceOf(NotVerified);
  });

  it('is refused when it has no signature at all, is no JSON, or is an event that another secret signed', async () => {
    for (const [headers, said] of [
      [{}, callback],
      [platform, 'no JSON'],
      [{ ...platform, 'webhook-id': 'e-1' }, callback],
      [signed(other), body],
    ] as const) {
      await expect(verifyCallback({ headers, body: said, url }, options)).rejects.toBeInstanceOf(NotVerified);
    }
  });

  it.each(vectors.secret)('may have %p in its address or its query', async (random) => {
    for (const to of [`/hooks/${random}`, `/hooks?key=${random}`, `/hooks/key.${random}`]) {
      const answer = verifyCallback({ headers: platform, body: callback, url: to }, { ...options, webhookUrl: to });
      await expect(answer).resolves.toMatchObject({ from: 'platform' });
    }
  });

  it('is not looked at when everybody can guess the address of the endpoint', async () => {
    const words = 'https://partner.example/messaging-platform/webhooks-of-production?kind=all-that-there-are';
    const short = 'https://partner.example/a1/b2/c3/d4/e5/f6/g7/h8';
    const named = vectors.guessable.map((part) => `https://partner.example/${part}`);
    for (const guessed of [
      'https://partner.example/',
      'https://partner.example/hooks',
      'http://[',
      words,
      short,
      ...named,
    ]) {
      const answer = verifyCallback({ headers: platform, body: callback, url }, { ...options, webhookUrl: guessed });
      await expect(answer).rejects.toThrow(TypeError);
      await expect(answer).rejects.toThrow('openssl rand -hex 16');
    }
  });
});

describe('X-Hub-Signature-256', () => {
  it('fits what the service and what the platform sign', async () => {
    expect(await hasHubSignature({ headers: signed(secret), body }, secret)).toBe(true);
    const app = 'the secret of an app at the platform';
    const mac = createHmac('sha256', app).update(body).digest('hex').toUpperCase();
    expect(await hasHubSignature({ headers: { 'X-Hub-Signature-256': `sha256=${mac}` }, body }, app)).toBe(true);
  });

  it('is never compared with a secret that everybody can try', async () => {
    for (const short of ['', 'whsec_', 'x'.repeat(23)]) {
      const mac = createHmac('sha256', short).update(body).digest('hex');
      const received = { headers: { 'x-hub-signature-256': `sha256=${mac}` }, body };
      await expect(hasHubSignature(received, short)).rejects.toThrow(TypeError);
    }
  });

  it.each(['', 'sha256=', 'sha256=zz', 'sha1=00', `sha256=${'0'.repeat(64)}`])('%p fits nothing', async (header) => {
    expect(await hasHubSignature({ headers: { 'x-hub-signature-256': header }, body }, secret)).toBe(false);
  });
});

describe('the handshake', () => {
  const query = (token: string, mode = 'subscribe'): string =>
    new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': 'c-1' }).toString();

  it('is answered to who knows the token', () => {
    expect(challengeOf(query('open sesame'), 'open sesame')).toBe('c-1');
  });

  it('is answered to no one while there is no token', () => {
    for (const asked of [query(''), 'hub.mode=subscribe&hub.challenge=c-1']) expect(challengeOf(asked, '')).toBeNull();
  });

  it.each([query('open'), query('open sesame!'), query(''), query('open sesame', 'other'), ''])(
    '%p is not',
    (asked) => {
      expect(challengeOf(asked, 'open sesame')).toBeNull();
    },
  );
});
