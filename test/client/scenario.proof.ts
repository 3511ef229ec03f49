import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startWholeStack, until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { findPython } from '../client-python/find-python.ts';
import { playScenario } from './play-scenario.ts';
import { expectedFindings, findings, scenarioFile, type Findings } from './scenario.ts';

const python = await findPython();
if (python === null) console.log('skipped: the scenario in Python, because there is no Python 3.10 with httpx');

let whole: WholeStack;
beforeAll(async () => {
  whole = await startWholeStack();
});
afterAll(async () => {
  await whole.stack.stop();
});

test('the client for TypeScript finds what the scenario expects', async () => {
  const { api_url: apiUrl, apikey } = whole.stack.description;
  const { api_key: token, webhook_secret: secret } = whole.partner;
  const { received } = whole;
  const found = await playScenario({ apiUrl, apikey, token, secret, run: 'typescript', received, until });
  expect(found).toEqual(expectedFindings());
});

const folder = path.join(import.meta.dirname, '../../packages/client-python');

/** Plays as the second partner, whose limits are its own. */
const playInPython = async (command: string, kind: 'sync' | 'async'): Promise<Findings> => {
  const { api_url, apikey, partners, receiver } = whole.stack.description;
  const { api_key = '', webhook_secret = '' } = partners[1] ?? {};
  const environment = {
    PYTHONPATH: path.join(folder, 'src'),
    SCENARIO: scenarioFile,
    API_URL: api_url,
    APIKEY: apikey,
    PARTNER_KEY: api_key,
    WEBHOOK_SECRET: webhook_secret,
    INBOX_URL: `${receiver.inbox_url}?partner=2`,
  };
  const child = spawn(command, ['-B', '-m', 'tests.play_scenario', kind], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 600_000,
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return findings.parse(JSON.parse(said));
};

if (python !== null) {
  test.each(['sync', 'async'] as const)('the client for Python finds the same (%s)', async (kind) => {
    expect(await playInPython(python, kind)).toEqual(expectedFindings());
  });
}
