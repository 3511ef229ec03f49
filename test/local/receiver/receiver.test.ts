import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { request } from 'node:https';
import { z } from 'zod';
import { ensureCertificates } from '../../../local/certificates.ts';
import type { Certificates } from '../../../local/certificates.ts';
import { startReceiver } from '../../../local/receiver/receiver.ts';
import type { Receiver } from '../../../local/receiver/receiver.ts';

let certificates: Certificates;
let receiver: Receiver;

beforeAll(async () => {
  certificates = await ensureCertificates(undefined);
  receiver = await startReceiver({
    httpsPort: 0,
    controlPort: 0,
    tls: certificates.server,
    verifyTokens: new Map([
      [1, 'token-one'],
      [2, 'token-two'],
    ]),
    log: (message) => {
      throw new Error(message);
    },
  });
});
afterAll(async () => {
  await receiver.stop();
  await certificates.remove();
});
beforeEach(async () => {
  await fetch(receiver.inboxUrl, { method: 'DELETE' });
  await control({ partner: 1, clear: true });
  await control({ partner: 2, clear: true });
});

const handshakeOf = (token: string): string =>
  `?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${encodeURIComponent(token)}`;

describe('the handshake', () => {
  test('is answered with the challenge, as text, when the token is the partner’s', async () => {
    const answer = await hook(1, 'GET', { query: handshakeOf('token-one') });
    expect(answer).toMatchObject({ status: 200, body: '1158201444' });
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });

  test.each([
    ['another partner’s token', 1, handshakeOf('token-two')],
    ['a wrong token', 2, handshakeOf('wrong')],
    ['no token', 1, '?hub.mode=subscribe&hub.challenge=1158201444'],
    ['another mode', 1, handshakeOf('token-one').replace('subscribe', 'unsubscribe')],
    ['a partner without a token', 7, handshakeOf('undefined')],
    ['a partner without a token, and none given', 7, '?hub.mode=subscribe&hub.challenge=1158201444'],
  ])('is refused without an echo: %s', async (_case, partner, query) => {
    const answer = await hook(partner, 'GET', { query });
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('1158201444');
  });

  test('takes a token that was set later, by the program or by the control API', async () => {
    receiver.setVerifyToken(3, 'three');
    expect(await hook(3, 'GET', { query: handshakeOf('three') })).toMatchObject({ status: 200 });
    await control({ partner: 3, verify_token: 'three again' });
    expect(await hook(3, 'GET', { query: handshakeOf('three') })).toMatchObject({ status: 403 });
    expect(await hook(3, 'GET', { query: handshakeOf('three again') })).toMatchObject({ status: 200 });
  });
});

test('a logo is served beside the hooks, and its requests are not in the inbox', async () => {
  const answer = await hook(1, 'GET', { query: '/../../logo.png' });
  expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('PNG') });
  expect(answer.headers['content-type']).toBe('image/png');
  expect(await inbox(1)).toEqual([]);
});

describe('the inbox', () => {
  test('holds what came, to the letter', async () => {
    const body = '{ "b" : 1,\r\n "a": "ü\\u00fc 𝒳" }';
    await hook(1, 'POST', { query: '?x=1&y=2&y=3', headers: { 'webhook-id': 'msg_1' }, body });
    const [entry, ...others] = await inbox(1);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      method: 'POST',
      path: '/hooks/1',
      query: { x: '1', y: ['2', '3'] },
      headers: { 'webhook-id': 'msg_1' },
      body,
      status: 200,
    });
    expect(entry?.received_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('keeps partners apart, and shows all without a partner', async () => {
    await hook(1, 'POST', { body: 'one' });
    await hook(2, 'POST', { body: 'two' });
    expect(bodies(await inbox(1))).toEqual(['one']);
    expect(bodies(await inbox(2))).toEqual(['two']);
    expect(bodies(await inbox())).toEqual(['one', 'two']);
  });

  test('is emptied for one partner, or for all', async () => {
    await hook(1, 'POST', { body: 'one' });
    await hook(2, 'POST', { body: 'two' });
    await fetch(`${receiver.inboxUrl}?partner=1`, { method: 'DELETE' });
    expect(bodies(await inbox())).toEqual(['two']);
    await fetch(receiver.inboxUrl, { method: 'DELETE' });
    expect(await inbox()).toEqual([]);
  });

  test('is sent whole when it is long', async () => {
    const body = 'x'.repeat(20_000);
    for (let count = 0; count < 250; count += 1) await hook(1, 'POST', { body });
    const entries = await inbox(1);
    expect(entries).toHaveLength(250);
    expect(new Set(bodies(entries))).toEqual(new Set([body]));
  });

  test('refuses a body over 4 MiB', async () => {
    expect(await hook(1, 'POST', { body: 'x'.repeat(4 * 1024 * 1024 + 1) })).toMatchObject({ status: 413 });
    expect(await inbox(1)).toEqual([]);
  });
});

describe('answers on demand', () => {
  test('come as often as asked, with headers and body, and are recorded', async () => {
    await control({ partner: 1, status: 503, times: 2, headers: { 'retry-after': '7' }, body: 'later' });
    const answers = [await hook(1, 'POST'), await hook(1, 'POST'), await hook(1, 'POST')];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(answers[0]?.headers['retry-after']).toBe('7');
    expect(answers[0]?.body).toBe('later');
    expect((await inbox(1)).map(({ status }) => status)).toEqual([503, 503, 200]);
  });

  test('go on until cleared when no number is given, and leave other partners alone', async () => {
    await control({ partner: 1, status: 500 });
    expect(await hook(1, 'POST')).toMatchObject({ status: 500 });
    expect(await hook(1, 'POST')).toMatchObject({ status: 500 });
    expect(await hook(2, 'POST')).toMatchObject({ status: 200 });
    await control({ partner: 1, clear: true });
    expect(await hook(1, 'POST')).toMatchObject({ status: 200 });
  });

  test('count handshakes too, unless a method is named', async () => {
    const query = handshakeOf('token-one');
    await control({ partner: 1, status: 500, times: 1 });
    expect(await hook(1, 'GET', { query })).toMatchObject({ status: 500 });
    expect(await hook(1, 'POST')).toMatchObject({ status: 200 });
    await control({ partner: 1, status: 500, times: 1, method: 'POST' });
    expect(await hook(1, 'GET', { query })).toMatchObject({ status: 200 });
    expect(await hook(1, 'POST')).toMatchObject({ status: 500 });
  });

  test('are replaced by the next ones', async () => {
    await control({ partner: 1, status: 500, times: 100 });
    await control({ partner: 1, status: 410, times: 1 });
    expect(await hook(1, 'POST')).toMatchObject({ status: 410 });
    expect(await hook(1, 'POST')).toMatchObject({ status: 200 });
  });

  test('wait, with the request recorded meanwhile', async () => {
    await control({ partner: 1, delay_ms: 600_000, times: 1 });
    const pending = new AbortController();
    const answer = hook(1, 'POST', { body: 'slow', signal: pending.signal });
    while ((await inbox(1)).length === 0);
    pending.abort();
    await expect(answer).rejects.toThrow('abort');
    expect(bodies(await inbox(1))).toEqual(['slow']);
  });
});

describe('a control call that makes no sense', () => {
  test.each([
    ['{', 'The body is not JSON.'],
    ['[]', /^The body: /],
    ['{}', /^partner: /],
    ['{"partner":0}', /^partner: /],
    ['{"partner":1,"status":99}', /^status: /],
    ['{"partner":1,"times":0}', /^times: /],
    ['{"partner":1,"delay_ms":-1}', /^delay_ms: /],
    ['{"partner":1,"headers":{"a b":"c"}}', /^headers: /],
    ['{"partner":1,"sattus":500}', /sattus/],
    ['{"partner":1,"clear":false}', /^clear: /],
    ['{"partner":1,"verify_token":""}', /^verify_token: /],
  ])('%s is refused with a sentence', async (body, sentence) => {
    const response = await fetch(receiver.controlUrl, { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(z.object({ error: z.string() }).parse(await response.json()).error).toMatch(sentence);
  });

  test('nor does an inbox of no partner', async () => {
    expect((await fetch(`${receiver.inboxUrl}?partner=x`)).status).toBe(400);
  });
});

interface HookAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

function hook(
  partner: number,
  method: string,
  {
    query = '',
    headers = {},
    body = '',
    signal,
  }: { query?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal } = {},
): Promise<HookAnswer> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, ca: certificates.ca, ...(signal === undefined ? {} : { signal }) };
    request(`${receiver.receiverUrl(partner)}${query}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    })
      .on('error', reject)
      .end(body);
  });
}

const Inbox = z.array(
  z.object({
    method: z.string(),
    path: z.string(),
    query: z.record(z.string(), z.unknown()),
    headers: z.record(z.string(), z.unknown()),
    body: z.string(),
    received_at: z.string(),
    status: z.number(),
  }),
);

async function inbox(partner?: number): Promise<z.infer<typeof Inbox>> {
  const response = await fetch(`${receiver.inboxUrl}${partner === undefined ? '' : `?partner=${partner}`}`);
  return Inbox.parse(await response.json());
}

const bodies = (entries: z.infer<typeof Inbox>): string[] => entries.map(({ body }) => body);

async function control(instruction: unknown): Promise<void> {
  const response = await fetch(receiver.controlUrl, { method: 'POST', body: JSON.stringify(instruction) });
  expect(response.status).toBe(200);
}

test('the pages of other sites can neither plan answers nor empty the inbox', async () => {
  const headers = { origin: 'https://rebound.example' };
  const body = JSON.stringify({ partner: 1, status: 500 });
  const planned = await fetch(receiver.controlUrl, { method: 'POST', headers, body });
  const emptied = await fetch(receiver.inboxUrl, { method: 'DELETE', headers });
  expect([planned.status, emptied.status]).toEqual([403, 403]);
});
