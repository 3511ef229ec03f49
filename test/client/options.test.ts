import { createServer } from 'node:https';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { createClient } from '../../packages/client/src/client.ts';
import type { Attempted, ClientOptions } from '../../packages/client/src/options.ts';
import { version } from '../../packages/client/src/version.ts';
import { answer, hangUp, refusal, serviceWith, stopServices } from './scripted-service.ts';

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
  ])('is not repeated, and says its cause: %s', async (code, reason) => {
    const { client, retries } = await serviceWith([fine], thrown(failed(code)));
    const call = client.call('get-partner-webhook-endpoint', {});
    await expect(call).rejects.toMatchObject({ name: 'ConnectionLost', reason });
    await expect(call).rejects.toThrow(`what it was ${code}`);
    expect(retries).toEqual([]);
  });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'UND_ERR_SOCKET', 'ETIMEDOUT', 'ERR_TLS_HANDSHAKE_TIMEOUT'])(
    'is not %s, which passes',
    async (code) => {
      const { client, retries } = await serviceWith([fine], thrown(failed(code)));
      await expect(client.call('get-partner-webhook-endpoint', {})).rejects.toThrow(code);
      expect(retries).toHaveLength(5);
    },
  );

  it('is a certificate that nobody trusts', async () => {
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
