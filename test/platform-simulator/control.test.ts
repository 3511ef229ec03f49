import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { verify } from '@octokit/webhooks-methods';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import { readBody } from '@swift-worker/loopback/exchange.ts';
import { APP_SECRET, runPlatform } from './running-platform.ts';
import type { Answer, Instance, RunningPlatform } from './running-platform.ts';

let platform: RunningPlatform;
let line: Instance;

beforeEach(async () => {
  platform = await runPlatform();
  line = await platform.connect();
  await platform.control({ clear_calls: true });
});
afterEach(async () => {
  await platform.stop();
});

const read = (): Promise<Answer> => platform.graph('GET', `/${line.numberId}`, line.token);
const register = (): Promise<Answer> =>
  platform.graph('POST', `/${line.numberId}/register`, line.token, { messaging_product: 'whatsapp', pin: '123456' });

describe('the end of a version', () => {
  const served = async (): Promise<string | null> => (await read()).headers.get('facebook-api-version');

  test('has its calls answered as the oldest version that has not ended', async () => {
    expect(await served()).toBe('v26.0');
    await platform.control({ oldest_version: 'v27.0' });
    expect(await read()).toMatchObject({ status: 200, body: { id: line.numberId } });
    expect(await served()).toBe('v27.0');
    expect(await platform.described()).toMatchObject({ oldest_version: 'v27.0' });
  });

  test('changes no call of a later version, and is undone by clear', async () => {
    await platform.control({ oldest_version: 'v25.0' });
    expect(await served()).toBe('v26.0');
    await platform.control({ oldest_version: 'v100.0' });
    expect(await served()).toBe('v100.0');
    await platform.control({ clear: true });
    expect(await served()).toBe('v26.0');
  });

  test('is named by errors too', async () => {
    await platform.control({ oldest_version: 'v27.0', fault: { path: '/', status: 500, times: 1 } });
    expect(await served()).toBe('v27.0');
  });

  test('needs a version', async () => {
    expect(await platform.control({ oldest_version: '27' })).toMatchObject({ status: 400 });
  });
});

describe('a behaviour that ended in all versions', () => {
  test('is refused', async () => {
    const answer = await platform.graph('GET', `/${line.numberId}?date_format=U`, line.token);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });
});

describe('a fault', () => {
  test('hits as many calls as said, after those that it lets pass', async () => {
    const body = { error: { code: 131000, message: 'Something went wrong' } };
    await platform.control({
      fault: { method: 'GET', path: `/${line.numberId}`, status: 500, body, times: 2, skip: 1 },
    });
    const answers = [await read(), await read(), await read(), await read()];
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 500, 200]);
    expect(answers[1]?.body).toEqual(body);
  });

  test('hits only its method and the paths that begin with its own', async () => {
    await platform.control({ fault: { method: 'POST', path: `/${line.numberId}`, status: 500 } });
    expect(await read()).toMatchObject({ status: 200 });
    expect(await register()).toMatchObject({ status: 500, body: { error: { code: 2, is_transient: true } } });
    expect(await platform.graph('POST', `/${line.wabaId}/subscribed_apps`, line.token)).toMatchObject({ status: 200 });
  });

  test('does not perform the call', async () => {
    await platform.control({ fault: { path: '/', status: 500, times: 1 } });
    await register();
    expect((await platform.described()).numbers[0]).toMatchObject({ registered: false });
  });

  test('of a status alone answers with an error that suits it, and text is sent as it is', async () => {
    for (const [status, code] of [
      [401, 190],
      [403, 10],
      [429, 4],
      [503, 2],
      [400, 1],
    ] as const) {
      await platform.control({ fault: { path: '/', status, times: 1 } });
      expect(await read()).toMatchObject({ status, body: { error: { code } } });
    }
    await platform.control({
      fault: { path: '/', status: 502, body: '<html>', headers: { 'content-type': 'text/html' }, times: 1 },
    });
    expect(await read()).toMatchObject({ status: 502, body: '<html>' });
  });

  test('that drops performs the call and cuts its answer', async () => {
    await platform.control({ fault: { path: `/${line.numberId}/register`, drop: true, times: 1 } });
    await expect(register()).rejects.toThrow('fetch failed');
    expect((await platform.described()).numbers[0]).toMatchObject({ registered: true });
    expect((await platform.described()).calls).toMatchObject([{ method: 'POST', status: 200, dropped: true }]);
  });

  test('that drops with a status does not perform the call', async () => {
    await platform.control({ fault: { path: '/', status: 500, drop: true, times: 1 } });
    await expect(register()).rejects.toThrow('fetch failed');
    expect((await platform.described()).numbers[0]).toMatchObject({ registered: false });
  });

  test('that delays performs the call though the caller has given up', async () => {
    await platform.control({ fault: { path: '/', delay_ms: 20, times: 1 } });
    const givingUp = fetch(`${platform.graphUrl}/${line.numberId}/register`, {
      method: 'POST',
      headers: { authorization: `Bearer ${line.token}` },
      body: JSON.stringify({ messaging_product: 'whatsapp', pin: '123456' }),
      signal: AbortSignal.timeout(10),
    });
    await expect(givingUp).rejects.toThrow(/timeout/);
    while ((await platform.described()).calls.length === 0);
    expect((await platform.described()).numbers[0]).toMatchObject({ registered: true });
  });

  test('is gone when faults are cleared', async () => {
    await platform.control({ fault: { path: '/', status: 500 } });
    await platform.control({ fault: { path: '/', status: 501 } });
    expect(await read()).toMatchObject({ status: 500 });
    expect(await platform.control({ clear: true })).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject({ status: 200 });
  });
});

describe('the call log', () => {
  test('tells method, path, status and time, and no secret', async () => {
    const code = await platform.signUp();
    await platform.exchange(code);
    await platform.graph('GET', `/${line.wabaId}/message_templates?limit=5&access_token=${line.token}`);
    await platform.graph('GET', '/404', line.token);
    const { calls } = await platform.described();
    expect(calls).toEqual([
      expect.objectContaining({ method: 'GET', path: '/oauth/access_token', status: 200 }),
      {
        method: 'GET',
        path: `/${line.wabaId}/message_templates`,
        query: { limit: '5' },
        status: 200,
        at: new Date(platform.clock.now).toISOString(),
      },
      expect.objectContaining({ method: 'GET', path: '/404', status: 400 }),
    ]);
    for (const secret of [code, line.token, APP_SECRET]) expect(JSON.stringify(calls)).not.toContain(secret);
  });
});

describe('a callback', () => {
  test('is sent signed, until it is answered 200', async () => {
    const received: { signature: string; body: string }[] = [];
    const app = await startLoopbackServer({
      port: 0,
      log: () => undefined,
      handle: async (request, response) => {
        const body = (await readBody(request, 1_000_000)).toString();
        received.push({ signature: String(request.headers['x-hub-signature-256']), body });
        response.writeHead(received.length === 1 ? 503 : 200).end();
      },
    });
    platform.app.callbackUrl = `http://127.0.0.1:${app.port}/platform/callback`;
    const callback = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'ü' }] }] };
    const answer = await platform.control({ callback });
    await app.stop();
    expect(answer.body).toEqual({ ok: true, callback: { delivered: true, status: 200, attempts: 2 } });
    expect(received).toHaveLength(2);
    for (const { signature, body } of received) {
      expect(JSON.parse(body)).toEqual(callback);
      expect(await verify(APP_SECRET, body, signature)).toBe(true);
    }
  });

  test('needs a callback URL', async () => {
    expect(await platform.control({ callback: {} })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/callback URL/) },
    });
  });
});

describe('a control call that makes no sense', () => {
  test.each([
    [{}, /has no instruction/],
    [[], /^The body/],
    [{ faults: {} }, /faults/],
    [{ fault: {} }, /^fault.status: is needed, or/],
    [{ fault: { body: {} } }, /^fault.status: is needed with a body/],
    [{ fault: { status: 500, times: 0 } }, /^fault.times/],
    [{ fault: { status: 500, delay: 5 } }, /delay/],
    [{ number: { status: 'BANNED' } }, /^number.id/],
    [{ number: { id: '404' } }, /^number.id/],
    [{ template: { id: '404' } }, /^template.waba_id/],
    [{ usage: { waba_id: '1' } }, /^usage.call_count/],
  ])('%j is refused with a sentence', async (instruction, sentence) => {
    expect(await platform.control(instruction)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(sentence) },
    });
  });
});

describe('the state', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'platform-'));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  test('outlives a restart, in a file for its owner', async () => {
    const first = await runPlatform({ dataDirectory: directory });
    const { token, numberId, wabaId } = await first.connect();
    await first.graph('POST', `/${wabaId}/subscribed_apps`, token);
    await first.control({ template: { id: '1', waba_id: wabaId } });
    const before = await first.described();
    await first.stop();
    expect((await stat(join(directory, 'platform.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toEqual(['platform.json']);

    const second = await runPlatform({ dataDirectory: directory });
    expect(await second.graph('GET', `/${numberId}`, token)).toMatchObject({ status: 200, body: { id: numberId } });
    const after = await second.described();
    await second.stop();
    expect({ ...after, calls: [] }).toEqual({ ...before, calls: [] });
  });

  test('is written while it runs, not only at the end', async () => {
    const running = await runPlatform({ dataDirectory: directory });
    const { numberId } = await running.connect();
    const written = (): Promise<string> => readFile(join(directory, 'platform.json'), 'utf8').catch(() => '');
    let text = await written();
    while (!text.includes(numberId)) text = await written();
    await running.stop();
    expect(text).toContain(numberId);
  });

  test('of an older version is read: a token is valid for its business account then', async () => {
    const expiresAt = Date.UTC(2026, 5, 1);
    const number = { id: '2', wabaId: '1', registered: true, registrations: [], onboardedAt: 0, fields: {} };
    const token = { token: 'EAAold', wabaId: '1', userId: '7', issuedAt: 0, expiresAt, ended: false };
    const older = {
      wabas: [{ id: '1', name: 'Old', subscribed: true, overrideCallbackUri: null }],
      numbers: [{ ...number, overrideCallbackUri: null }],
      templates: [],
      codes: [{ code: 'AQold', wabaId: '1', redirectUri: 'http://127.0.0.1:1/', expiresAt, used: true }],
      tokens: [token, { ...token, token: 'EAAended', ended: true }],
    };
    await writeFile(join(directory, 'platform.json'), JSON.stringify(older));
    const running = await runPlatform({ dataDirectory: directory });
    const answers = await Promise.all(
      ['EAAold', 'EAAended'].map((one) => running.graph('GET', '/2?fields=id,is_on_biz_app', one)),
    );
    await running.stop();
    expect(answers).toMatchObject([{ status: 200 }, { status: 401, body: { error: { error_subcode: 463 } } }]);
  });

  test('that is damaged stops the start with a sentence', async () => {
    await writeFile(join(directory, 'platform.json'), '{}');
    await expect(runPlatform({ dataDirectory: directory })).rejects.toThrow(/platform\.json is damaged/);
  });
});

test('the pages of other sites control nothing', async () => {
  const headers = { origin: 'https://rebound.example' };
  const body = JSON.stringify({ clear: true });
  expect((await fetch(platform.controlUrl, { method: 'POST', headers, body })).status).toBe(403);
});
