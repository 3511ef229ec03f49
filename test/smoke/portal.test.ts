import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import { createGrants } from '@swift-worker/local-cloud/services/sign-in/grants.ts';
import { createSignIn } from '@swift-worker/local-cloud/services/sign-in/sign-in.ts';
import { createPortal, type Portal } from '../../local/portal/portal.ts';
import { tryPortal } from '../../scripts/smoke/portal.ts';
import { Steps } from '../../scripts/smoke/steps.ts';

const page = '<script type="module" src="/portal/assets/app-1.js"></script><link href="/portal/assets/app-1.css">';
const folder = mkdtempSync(path.join(tmpdir(), 'smoke-portal-'));
let names: string[];
let callbackUrls: string[];
let server: LoopbackServer;
let signIn: LoopbackServer;
let portal: Portal;
let apiUrl: string;

const site = {
  files: () => Promise.resolve(new Map(names.map((name) => [name, path.join(folder, name)]))),
  stop: () => Promise.resolve(),
};

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', page],
    ['assets/app-1.js', ''],
    ['assets/app-1.css', ''],
  ] as const)
    writeFileSync(path.join(folder, name), text);
  const log = (): void => undefined;
  server = await startLoopbackServer({ port: 0, log, handle: (request, response) => portal(request, response) });
  const client = { clientId: 'client', logoutUrls: [], refreshMilliseconds: 1, graceMilliseconds: null };
  const directory = {
    clients: () => [{ ...client, callbackUrls }],
    users: () => Promise.resolve([]),
    issue: () => Promise.resolve(undefined),
  };
  const now = (): number => 0;
  const answer = createSignIn(directory, createGrants(now), now);
  signIn = await startLoopbackServer({
    port: 0,
    log,
    handle: async (request, response) => {
      await answer(request, response);
    },
  });
  apiUrl = `http://127.0.0.1:${server.port}/functions/v1/swift-worker`;
});
afterAll(async () => {
  await server.stop();
  await signIn.stop();
  rmSync(folder, { recursive: true });
});
const withConfig = (changes: object = {}): void => {
  const signInUrl = `http://127.0.0.1:${signIn.port}`;
  const config = {
    stage: 'staging' as const,
    apiUrl,
    apikey: 'pk_test_1',
    clientId: 'client',
    issuer: 'https://issuer',
    signInUrl,
  };
  portal = createPortal({ ...config, ...changes }, site);
};
beforeEach(() => {
  names = ['index.html', 'assets/app-1.js', 'assets/app-1.css'];
  callbackUrls = [`http://127.0.0.1:${server.port}/portal/`];
  withConfig();
});

const failures = async (): Promise<readonly string[]> => {
  const steps = new Steps(() => undefined);
  await tryPortal(steps, apiUrl);
  return steps.outcomes.filter(({ state }) => state !== 'ok').map(({ name }) => name);
};

describe('the smoke test of the portal', () => {
  test('passes for a portal that is complete', async () => {
    expect(await failures()).toEqual([]);
  });

  test('notices a page without its files', async () => {
    names = ['index.html', 'assets/app-1.js'];
    expect(await failures()).toEqual(['the files of the page are there, for ever']);
  });

  test('notices that there is no page', async () => {
    names = [];
    expect(await failures()).toEqual(['the portal has its page']);
  });

  test('notices another API', async () => {
    withConfig({ apiUrl: 'https://other.example/functions/v1/swift-worker' });
    expect(await failures()).toEqual(['the portal calls this API']);
  });

  test('notices a sign-in that leads elsewhere', async () => {
    callbackUrls = ['https://other.example/portal/'];
    expect(await failures()).toEqual(['members can sign in to the portal']);
  });
});
