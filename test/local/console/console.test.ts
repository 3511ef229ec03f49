import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { firstTable } from '../../../lib/stage-tables.ts';
import { createConsole } from '../../../local/console/console.ts';
import type { ConsoleSources } from '../../../local/console/read-state.ts';
import { consoleState } from '../../../local/console/state.ts';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';

const hostile = `"><script>alert('it')</script>`;
const secrets = ['pk_test_x', 'partner_test_all', 'partner_test_read', 'whsec_AAAA', 'the.jwt.itself', 'app-secret'];
const [apikey = '', apiKey = '', readKey = '', webhookSecret = '', jwt = '', appSecret = ''] = secrets;

const sources: ConsoleSources = {
  description: {
    stage: 'local',
    base_url: 'http://x',
    api_url: 'http://x/api',
    console_url: 'http://x/',
    portal_url: 'http://x/portal/',
    apikey,
    partners: [
      {
        partner_id: 'p-1',
        name: hostile,
        api_key: apiKey,
        read_only_api_key: readKey,
        webhook_secret: webhookSecret,
        receiver_url: 'https://hooks/1',
        verify_token: 'v',
        members: [{ email: 'owner@one.example', role: 'owner', jwt }],
      },
    ],
    receiver: { inbox_url: 'http://x/inbox', control_url: 'http://x/control' },
    platform: {
      graph_url: 'http://x/graph',
      control_url: 'http://x/control',
      app_secret: appSecret,
      callback_url: 'http://x/platform/callback',
      verify_token: 'v',
    },
    dynamodb: { endpoint: 'http://x', region: 'r', table: 'table' },
    sqs: { endpoint: 'http://x', queues: {} },
    ca_file: '/ca.pem',
    aws: { endpoint: 'http://x', region: 'r', access_key_id: 'root', secret_access_key: 'root' },
    outputs: {},
    deploy_url: 'http://x/deploy',
    tables: firstTable,
    control_url: 'http://x',
  },
  services: {
    queueDepths: () => [
      { name: 'stack-local-FailedQueue', visible: 1, inFlight: 0, delayed: 0 },
      { name: 'stack-local-EventQueue', visible: 0, inFlight: 2, delayed: 3 },
    ],
    scan: () => Promise.reject(new Error('there is no such index')),
    getItem: () =>
      Promise.resolve({
        Item: {
          health: { M: { state: { S: 'paused' }, since: { N: '1767323045000' }, probeAt: { N: '1767323345000' } } },
          pace: { M: { state: { S: 'fast' } } },
        },
      }),
    acceptedMails: () => [],
    sentMails: () => [
      { to: 'jo@partner.example', at: '2026-01-02T03:04:07.000Z' },
      { to: 'kim@partner.example', at: '2026-01-02T03:04:06.000Z' },
      { to: 'jo@partner.example', at: '2026-01-02T03:04:05.000Z' },
      { to: 'owner@one.example', at: '2026-01-02T03:04:04.000Z' },
    ],
    readObject: () => null,
    issueToken: (email) => Promise.resolve(`token of ${email}`),
  },
  receiver: { received: () => [] },
};

/** A site that is built already. */
const docsFolder = mkdtempSync(path.join(tmpdir(), 'docs-site-'));
const docs = {
  files: () =>
    Promise.resolve(
      new Map(['index.html', '404.html', 'assets/app.js'].map((name) => [name, path.join(docsFolder, name)])),
    ),
  stop: () => Promise.resolve(),
};

let server: LoopbackServer;
let base: string;

beforeAll(async () => {
  mkdirSync(path.join(docsFolder, 'assets'));
  for (const [name, file] of await docs.files()) writeFileSync(file, `the file ${name}`);
  server = await startLoopbackServer({ port: 0, log: () => undefined, handle: createConsole(sources, docs) });
  base = `http://127.0.0.1:${server.port}`;
});
afterAll(async () => {
  await server.stop();
  rmSync(docsFolder, { recursive: true });
});

const get = (path: string): Promise<Response> => fetch(`${base}${path}`);

/** With a Host of its own, which fetch does not allow. */
const statusFor = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(`${base}/`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });

describe('the page', () => {
  test('has the credentials, and takes no name for markup', async () => {
    const page = await (await get('/')).text();
    for (const secret of [apikey, apiKey, readKey, webhookSecret]) expect(page).toContain(secret);
    expect(page).not.toContain('<script>');
    expect(page).toContain('&#34;&#62;&#60;script&#62;');
  });

  test('names the file that describes the stack, also one of another name', async () => {
    const page = await (await get('/')).text();
    expect(page).toContain('<code>.local/stack.json</code>');
    expect(page).toContain('npm run -s operator -- doctor');
    const elsewhere = createConsole({ ...sources, stateFile: "it's.json" }, docs);
    const other = await startLoopbackServer({ port: 0, log: () => undefined, handle: elsewhere });
    const text = await (await fetch(`http://127.0.0.1:${other.port}/`)).text();
    await other.stop();
    const unescaped = text.replaceAll('&#39;', "'");
    expect(unescaped).not.toContain('.local/stack.json');
    expect(unescaped).toContain("<code>it's.json</code>");
    expect(unescaped).toContain(String.raw`npm run -s operator -- --state 'it'\''s.json' doctor`);
    expect(unescaped).toContain(String.raw`npm run -s token -- --state 'it'\''s.json' EMAIL`);
  });

  test('allows its own scripts only', async () => {
    const { headers } = await get('/');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'; .*base-uri 'none'/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('is shown under the names of this machine only', async () => {
    const hosts = ['127.0.0.1:4510', 'localhost:4510', 'localhost', 'rebound.example', 'localhost.example:4510'];
    expect(await Promise.all(hosts.map(statusFor))).toEqual([200, 200, 200, 403, 403]);
  });

  test('gets its script without types', async () => {
    const response = await get('/console/console.js');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).not.toMatch(/\binterface |\bimport type /);
  });

  test('has nothing else', async () => {
    const statuses = ['/console/nothing', '/console/api', '/console/state.ts', '/console/../package.json'].map(
      async (path) => (await get(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404]);
    expect((await fetch(`${base}/`, { method: 'POST' })).status).toBe(404);
  });
});

describe('the state', () => {
  test('tells what there is, and no secret', async () => {
    const text = await (await get('/console/state')).text();
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(consoleState.parse(JSON.parse(text))).toMatchObject({
      partners: [
        {
          number: 1,
          events: [],
          count: 0,
          endpoint: { health: 'paused', since: '2026-01-02T03:04:05.000Z', probeAt: '2026-01-02T03:09:05.000Z' },
        },
      ],
      queues: [
        { name: 'FailedQueue', visible: 1, isForFailed: true },
        { name: 'EventQueue', inFlight: 2, delayed: 3, isForFailed: false },
      ],
      mails: [],
      invited: [
        { to: 'jo@partner.example', at: '2026-01-02T03:04:07.000Z' },
        { to: 'kim@partner.example', at: '2026-01-02T03:04:06.000Z' },
      ],
      waiting: null,
    });
  });
});

describe('a token', () => {
  const ask = async (body: unknown): Promise<[number, unknown]> => {
    const response = await fetch(`${base}/console/token`, { method: 'POST', body: JSON.stringify(body) });
    return [response.status, await response.json()];
  };

  test('is issued to seeded and invited members only', async () => {
    expect(await ask({ email: 'owner@one.example' })).toEqual([200, { token: 'token of owner@one.example' }]);
    expect(await ask({ email: 'kim@partner.example' })).toEqual([200, { token: 'token of kim@partner.example' }]);
    expect(await ask({ email: 'owner@two.example' })).toEqual([404, { error: 'There is no such member.' }]);
    expect((await ask({}))[0]).toBe(400);
  });
});

describe('the documentation', () => {
  test.each([
    ['/docs/', 200, 'text/html', 'index.html'],
    ['/docs/index', 200, 'text/html', 'index.html'],
    ['/docs/assets/app.js?v=1', 200, 'text/javascript', 'assets/app.js'],
    ['/docs/nothing', 404, 'text/html', '404.html'],
    ['/docs/../package.json', 404, 'application/json', undefined],
    ['/docs/%2e%2e/package.json', 404, 'application/json', undefined],
    ['/docs/..%2fpackage.json', 404, 'text/html', '404.html'],
  ])('answers %s with %i', async (path, status, type, name) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([status, type]);
    if (name !== undefined) expect(await response.text()).toBe(`the file ${name}`);
  });

  test.each(['/', '/docs/', '/docs/nothing', '/console/state'])(
    'answers HEAD %s as GET, without the body',
    async (asked) => {
      const [whole, head] = [await get(asked), await fetch(`${base}${asked}`, { method: 'HEAD' })];
      expect(head.status).toBe(whole.status);
      expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'));
      expect(await head.text()).toBe('');
    },
  );

  test('takes its own scripts and styles only', async () => {
    const { headers } = await get('/docs/');
    expect(headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    );
  });

  test('is found without the slash', async () => {
    const response = await fetch(`${base}/docs`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/docs/']);
  });
});
