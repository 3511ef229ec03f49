import { createServer } from 'node:https';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { createClient } from '../../packages/client/src/client.ts';
import type { Attempted, ClientOptions, SendOptions } from '../../packages/client/src/options.ts';
import { version } from '../../packages/client/src/version.ts';
import { answer, hangUp, refusal, serviceWith, stopServices, type Reply } from './scripted-service.ts';

afterEach(stopServices);

const fine = answer(200, { ok: true }, { 'x-request-id': 'r-1' });
const partnerId = '0b8f6a52-8f0c-4d0e-9a4e-3f1f7e6f0a11';
const otherId = '5c1c2f0e-6f1d-4a53-8f0a-0d3c1f2b7a22';

const right = { apiUrl: 'https://api.example/functions/v1/swift-worker', apikey: 'a', token: 't' };

describe('createClient', () => {
  const made = (given: object) => (): unknown => createClient({ ...right, ...given });

  it.each([
    ['', 'apiUrl'],
    ['api.example/functions', 'apiUrl'],
    ['http://api.example', 'plain http'],
    ['http://127.0.0.1.example', 'plain http'],
    ['ftp://127.0.0.1', 'plain http'],
    ['https://user:word@api.example', 'no user'],
    ['https://api.example/#a', 'no fragment'],
  ])('refuses the address %p', (apiUrl, words) => {
    expect(made({ apiUrl })).toThrow(TypeError);
    expect(made({ apiUrl })).toThrow(words);
  });

  it.each(['http://127.0.0.1:4510/x', 'http://localhost:4510', 'http://[::1]:4510', 'https://api.example'])(
    'takes the address %p',
    (apiUrl) => {
      expect(made({ apiUrl })).not.toThrow();
    },
  );

  it.each(['', ' ', 'partner_live_secret\n', 'partner_live_secret\r\nx: y', 'sécret', undefined, null, 7])(
    'refuses %p as a token or a key, and does not print it',
    (value) => {
      for (const name of ['apikey', 'token']) {
        expect(made({ [name]: value })).toThrow(`${name} must be a text of visible ASCII`);
        expect(made({ [name]: value })).not.toThrow('secret');
      }
    },
  );

  it.each([
    ['timeout', { timeout: NaN }],
    ['timeout', { timeout: 0 }],
    ['timeout', { timeout: -1 }],
    ['timeout', { timeout: '5' }],
    ['callTimeout', { callTimeout: NaN }],
    ['callTimeout', { callTimeout: 0 }],
    ['retry.attempts', { retry: { attempts: NaN } }],
    ['retry.attempts', { retry: { attempts: 0 } }],
    ['retry.attempts', { retry: { attempts: 1.5 } }],
    ['retry.attempts', { retry: { attempts: Infinity } }],
    ['retry.firstWait', { retry: { firstWait: NaN } }],
    ['retry.firstWait', { retry: { firstWait: -1 } }],
    ['retry.longestWait', { retry: { longestWait: Infinity } }],
    ['onAttempt', { onAttempt: 'log' }],
    ['onRetry', { onRetry: {} }],
    ['fetch', { fetch: 1 }],
  ])('refuses %s of %p', async (name, given) => {
    expect(made(given)).toThrow(TypeError);
    expect(made(given)).toThrow(`${name} must be`);
    const { client, received } = await serviceWith([fine]);
    if (/^(timeout|callTimeout|retry)/.test(name))
      await expect(client.call('get-partner-webhook-endpoint', {}, given as SendOptions)).rejects.toThrow(name);
    expect(received).toEqual([]);
  });

  it('takes undefined as the default', async () => {
    const retry = {
      attempts: undefined,
      firstWait: undefined,
      longestWait: undefined,
    } as unknown as ClientOptions['retry'];
    const options = { retry, timeout: undefined, callTimeout: undefined } as unknown as SendOptions;
    const { client, waits } = await serviceWith([hangUp], options);
    await expect(client.call('get-partner-webhook-endpoint', {}, options)).rejects.toThrow('no answer');
    expect(waits).toEqual([150, 300, 600, 1_200, 2_400]);
  });

  it('takes Infinity for no limit of time', async () => {
    const late: Reply = (response, request) =>
      void setImmediate(() => {
        fine(response, request);
      });
    const { client } = await serviceWith([late], { timeout: Infinity, callTimeout: Infinity });
    expect((await client.call('get-partner-webhook-endpoint', {})).status).toBe(200);
  });

  it('refuses a partner that is no UUID', () => {
    expect(made({ partnerId: 'mine' })).toThrow('partnerId must be a UUID');
  });
});

describe('a call', () => {
  it('is not sent with a token or a key that no header can have', async () => {
    const { client, received } = await serviceWith([fine], { token: () => 'a\nb' });
    await expect(client.call('get-partner-webhook-endpoint', {})).rejects.toThrow('token must be');
    const key = { idempotencyKey: 'naïve key' };
    const named = client.call('upsert-partner-customer', { external_customer_id: 'c', customer_name: 'ab' }, key);
    await expect(named).rejects.toThrow('idempotencyKey must be');
    expect(received).toEqual([]);
  });

  it('names the partner in the query: that of the call, else that of the client', async () => {
    const { client, received } = await serviceWith([answer(200, { ok: true, pages: 1, items: [] })], { partnerId });
    await client.call('list-partner-customers', {});
    await client.call('rotate-partner-webhook-secret', {});
    await client.call('rotate-partner-webhook-secret', {}, { partnerId: otherId });
    await client.items('list-partner-customers', {}, { partnerId: otherId }).next();
    await client.call('leave-partner', { partner_id: otherId });
    expect(received.map(({ url }) => url.searchParams.get('partner_id'))).toEqual([
      ...[partnerId, partnerId, otherId, otherId, null],
    ]);
    expect(received.at(-1)?.body).toContain(otherId);
  });

  it('names the client and its version', async () => {
    const { client, received } = await serviceWith([fine]);
    await client.call('get-partner-webhook-endpoint', {});
    expect(received[0]?.headers['user-agent']).toBe(`swift-worker-js/${version}`);
  });

  it('tells of each attempt, without a parameter or a credential', async () => {
    const all: Attempted[] = [];
    const onAttempt = (one: Attempted): number => all.push(one);
    const replies = [hangUp, refusal(503, 'temporarily_unavailable', { 'x-request-id': 'r-0' }), fine];
    const { client } = await serviceWith(replies, { onAttempt, now: () => 7 });
    const options = { idempotencyKey: 'k-1' };
    await client.call('upsert-partner-customer', { external_customer_id: 'c-77', customer_name: 'ab' }, options);
    const common = { route: 'upsert-partner-customer', method: 'POST', idempotencyKey: 'k-1', milliseconds: 0 };
    expect(all).toMatchObject([
      { ...common, attempt: 1, status: null, requestId: null, error: { name: 'ConnectionLost' } },
      { ...common, attempt: 2, status: 503, requestId: 'r-0', error: { name: 'Refusal' } },
      { ...common, attempt: 3, status: 200, requestId: 'r-1', error: null },
    ]);
    expect(JSON.stringify(all)).not.toMatch(/c-77|partner_test_x|pk_test_x/);
  });

  const failing = (): never => {
    throw new Error('of the log');
  };
  const failingLater: () => unknown = () => Promise.reject(new Error('of the log'));

  it.each<[string, () => unknown]>([
    ['throws', failing],
    ['rejects', failingLater],
  ])('has the same outcome when a hook %s', async (_, hook) => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): number => unhandled.push(error);
    process.on('unhandledRejection', note);
    const { client, received } = await serviceWith([hangUp, fine], {
      onAttempt: () => hook(),
      onRetry: () => hook(),
    });
    expect((await client.call('get-partner-webhook-endpoint', {})).status).toBe(200);
    expect(received).toHaveLength(2);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('ends in its time: a pause that would last longer is not begun', async () => {
    let clock = 0;
    const wait = (milliseconds: number): Promise<number> => Promise.resolve((clock += milliseconds));
    const asks = refusal(429, 'rate_limited', { 'retry-after': '40' });
    const { client, received } = await serviceWith([asks], { now: () => clock, wait });
    await expect(client.call('get-partner-webhook-endpoint', {})).rejects.toMatchObject({ code: 'rate_limited' });
    // 45 s each: the second one would end after 90 s.
    expect(received).toHaveLength(2);
    await expect(client.call('get-partner-webhook-endpoint', {}, { callTimeout: 30_000 })).rejects.toThrow(
      'rate_limited',
    );
    expect(received).toHaveLength(3);
  });

  it.each([
    ['an attempt', {}],
    ['a token', { token: () => new Promise<string>(() => undefined) }],
    ['a pause', { fetch: () => Promise.reject(new Error('down')), wait: () => new Promise(() => undefined) }],
    ['a fetch that ignores its signal', { fetch: () => new Promise<Response>(() => undefined) }],
  ])('ends in its time within %s', async (_, given) => {
    const { client } = await serviceWith([() => undefined], { ...given, callTimeout: 500 });
    const call = client.call('get-partner-webhook-endpoint', {});
    await expect(call).rejects.toMatchObject({ name: 'ConnectionLost', reason: 'timeout' });
  });

  it('answers with the headers', async () => {
    const { client } = await serviceWith([answer(200, { ok: true }, { 'x-more': '1' })]);
    expect((await client.call('get-partner-webhook-endpoint', {})).headers.get('X-More')).toBe('1');
  });
});

describe('a fault that people put right', () => {
  const thrown = (error: Error): Pick<ClientOptions, 'fetch'> => ({ fetch: () => Promise.reject(error) });
  const failed = (code: string): Error =>
    new TypeError('fetch failed', { cause: Object.assign(new Error('what it was'), { code }) });

  it.each([
    ['ENOTFOUND', 'address'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['EPROTO', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'certificate'],
  ])('is not repeated, and says its cause: %s', async (code, reason) => {
    const { client, retries } = await serviceWith([fine], thrown(failed(code)));
    const call = client.call('get-partner-webhook-endpoint', {});
    await expect(call).rejects.toMatchObject({ name: 'ConnectionLost', reason });
    await expect(call).rejects.toThrow(`what it was ${code}`);
    expect(retries).toEqual([]);
  });

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EAI_AGAIN',
    'UND_ERR_SOCKET',
    'ETIMEDOUT',
    'ERR_TLS_HANDSHAKE_TIMEOUT',
    'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC',
    'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
  ])('is not %s, which passes', async (code) => {
    const { client, retries } = await serviceWith([fine], thrown(failed(code)));
    await expect(client.call('get-partner-webhook-endpoint', {})).rejects.toThrow(code);
    expect(retries).toHaveLength(5);
  });

  it('is an untrusted certificate', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
    const server = createServer({ key, cert }, (_, response) => response.end('{"ok":true}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { client, retries } = await serviceWith([fine], { apiUrl: `https://127.0.0.1:${port}` });
    const call = client.call('get-partner-webhook-endpoint', {});
    await expect(call).rejects.toMatchObject({ reason: 'certificate' });
    expect(retries).toEqual([]);
    server.close();
  });
});
