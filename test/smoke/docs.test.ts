import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import { tryDocs } from '../../scripts/smoke/docs.ts';
import { Steps } from '../../scripts/smoke/steps.ts';
import client from '../../packages/client/package.json' with { type: 'json' };

const clientFile = `packages/swift-worker-client-${client.version}.tgz`;
const whole = {
  '': 'text/html',
  quickstart: 'text/html',
  'packages.md': 'text/markdown',
  [clientFile]: 'application/gzip',
};

let files: Readonly<Record<string, string>>;
let server: LoopbackServer;
beforeAll(async () => {
  server = await startLoopbackServer({
    port: 0,
    log: () => undefined,
    handle: (request, response) => {
      const type = files[(request.url ?? '').slice('/docs/'.length)];
      const text = type === 'text/markdown' ? `npm install "\${DOCS_URL}${clientFile}"` : '';
      response.writeHead(type === undefined ? 404 : 200, {
        'content-type': `${type ?? 'application/xml'}; charset=utf-8`,
      });
      response.end(text);
      return Promise.resolve();
    },
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  files = whole;
});

const failures = async (): Promise<readonly string[]> => {
  const steps = new Steps(() => undefined);
  await tryDocs(steps, `http://127.0.0.1:${server.port}/functions/v1/swift-worker`);
  return steps.outcomes.filter(({ state }) => state !== 'ok').map(({ name }) => name);
};

const without = (name: keyof typeof whole): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(whole).filter(([file]) => file !== name));

const [pages, packages] = ['the documentation has its pages', 'the packages that the documentation names are there'];

describe('the smoke test of the documentation', () => {
  test('passes when it is complete', async () => {
    expect(await failures()).toEqual([]);
  });

  test.each([
    ['no beginning', without(''), [pages]],
    ['no page at its path without an ending', without('quickstart'), [pages]],
    ['a file of another kind at the path of a page', { ...whole, quickstart: 'application/json' }, [pages]],
    ['no page that names the packages', without('packages.md'), [packages]],
    ['no package', without(clientFile), [packages]],
  ])('notices that there is %s', async (_, there, expected) => {
    files = there;
    expect(await failures()).toEqual(expected);
  });
});
