import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import { createPortal } from '../../../local/portal/portal.ts';

const config = {
  stage: 'local' as const,
  apiUrl: 'http://127.0.0.1:4510/functions/v1/swift-worker',
  apikey: 'pk_test_x',
  clientId: 'client',
  issuer: 'https://issuer',
  signInUrl: 'http://127.0.0.1:4513',
};

/** A portal that is built already. */
const folder = mkdtempSync(path.join(tmpdir(), 'portal-'));
const icon = Buffer.from([0x89, 0x50, 0x00, 0xff]);
const contents: Readonly<Record<string, string | Buffer>> = {
  'index.html': 'the page',
  'licenses.md': 'the licences',
  'assets/app-1a2b3c.js': 'the script',
  'assets/app-1a2b3c.css': 'the style',
  'assets/long-1a2b3c.js': 'long '.repeat(1_000),
  'assets/icon-1a2b3c.png': icon,
};
const site = {
  files: () => Promise.resolve(new Map(Object.keys(contents).map((name) => [name, path.join(folder, name)]))),
  stop: () => Promise.resolve(),
};

let server: LoopbackServer;
let base: string;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  for (const [name, content] of Object.entries(contents)) writeFileSync(path.join(folder, name), content);
  server = await startLoopbackServer({ port: 0, log: () => undefined, handle: createPortal(config, site) });
  base = `http://127.0.0.1:${server.port}`;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const get = (url: string, method = 'GET'): Promise<Response> => fetch(`${base}${url}`, { method, redirect: 'manual' });

/** With a Host of its own, which fetch does not allow. */
const askAs = (host: string, url: string): Promise<[number | undefined, IncomingHttpHeaders['location']]> =>
  new Promise((resolve, reject) => {
    const asked = request(`${base}${url}`, { headers: { host } }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.location]);
    });
    asked.on('error', reject).end();
  });

describe('the paths of the portal', () => {
  test.each([
    '/portal/',
    '/portal/?code=c&state=s',
    '/portal/index.html',
    '/portal/customers',
    '/portal/customers/0189-ab/history?page=2',
    '/portal/a.b/c',
    '/portal/assets/',
  ])('%s is a page', async (url) => {
    const response = await get(url);
    expect([response.status, await response.text()]).toEqual([200, 'the page']);
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    ['app-1a2b3c.js', 'text/javascript'],
    ['app-1a2b3c.css', 'text/css'],
    ['icon-1a2b3c.png', 'image/png'],
  ])('assets/%s is kept for ever', async (name, type) => {
    const response = await get(`/portal/assets/${name}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(contents[`assets/${name}`] ?? ''));
  });

  test.each([
    ['long-1a2b3c.js', 'gzip, br', 'br'],
    ['long-1a2b3c.js', 'gzip', 'gzip'],
    ['long-1a2b3c.js', 'identity', null],
    ['app-1a2b3c.js', 'gzip', null],
    ['icon-1a2b3c.png', 'gzip', null],
  ])('assets/%s is compressed for who takes %s: %s', async (name, accepted, encoding) => {
    const response = await fetch(`${base}/portal/assets/${name}`, { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(contents[`assets/${name}`] ?? ''));
  });

  test('a file without a hash in its name is asked for each time', async () => {
    const { status, headers } = await get('/portal/licenses.md');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  test.each(['/portal/assets/app-old.js', '/portal/nothing.png', '/portal/..%2fpackage.json', '/portal/.env'])(
    '%s is not there',
    async (url) => {
      const { status, headers } = await get(url);
      expect(status).toBe(404);
      expect(headers.get('content-security-policy')).not.toBeNull();
    },
  );

  test('config.json has what the portal knows of its stage', async () => {
    const response = await get('/portal/config.json');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await response.json()).toEqual(config);
  });

  test.each([
    ['/portal', '/portal/'],
    ['/portal?', '/portal/?'],
    ['/portal?code=c%2Fd&state=s&code=e+f', '/portal/?code=c%2Fd&state=s&code=e+f'],
  ])('%s leads to %s', async (url, target) => {
    const { status, headers } = await get(url);
    expect([status, headers.get('location')]).toEqual([308, target]);
  });

  test('are read only', async () => {
    expect((await get('/portal/', 'POST')).status).toBe(405);
    const head = await get('/portal/', 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '8', '']);
  });
});

test.each(['/portal/', '/portal/config.json', '/portal/assets/app-1a2b3c.js'])(
  '%s runs its own scripts only, calls this origin and the sign-in only, and is in no frame',
  async (url) => {
    const { headers } = await get(url);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self' http://127.0.0.1:4513; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  },
);

test('the portal is shown under 127.0.0.1 only, where the sign-in leads back to', async () => {
  expect(await askAs('localhost:4510', '/portal/lines?status=all')).toEqual([
    308,
    'http://127.0.0.1:4510/portal/lines?status=all',
  ]);
  expect(await askAs('localhost', '/portal')).toEqual([308, 'http://127.0.0.1/portal/']);
  expect(await askAs('rebound.example', '/portal/')).toEqual([403, undefined]);
  expect(await askAs('localhost.evil.example', '/portal/')).toEqual([403, undefined]);
});
