import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startDescribedStack, type DescribedStack } from '../../../tools/harness/described-stack.ts';
import { generatedClients, layDescription, type GeneratedClient } from './generated-clients.ts';

const run = promisify(execFile);
const directory = mkdtempSync(path.join(tmpdir(), 'generators-'));
let whole: DescribedStack;

beforeAll(async () => {
  whole = await startDescribedStack();
});
afterAll(async () => {
  await whole.stop();
  rmSync(directory, { recursive: true });
});

/** The versions of what a client needs; null: something is absent. */
const versionsOf = async ({ needs }: GeneratedClient): Promise<readonly string[] | null> => {
  const asked = needs.map(async ([command, ...args]) => {
    const { stdout } = await run(command, args);
    return `${command} ${/\d+(\.\d+)+/.exec(stdout)?.[0] ?? ''}`.trim();
  });
  return Promise.all(asked).catch(() => null);
};

test.each(generatedClients.map((client) => [client.name, client] as const))(
  'the generated client compiles and, where it can be run, calls the service with POST and with GET: %s',
  async (name, client) => {
    const versions = await versionsOf(client);
    if (versions === null) {
      console.log(`skipped: ${name}, because one of ${client.needs.map(([command]) => command).join(', ')} is absent`);
      return;
    }
    const folder = path.join(directory, name.replaceAll(/\W+/g, '-'));
    await layDescription(folder);
    const program = await client.make(folder);
    if (program === null) {
      console.log(`${name}: compiled (${versions.join('; ')})`);
      return;
    }
    const [command, ...args] = program;
    const { stdout } = await run(command, args, {
      cwd: folder,
      env: {
        ...process.env,
        BASE_URL: whole.stack.description.api_url.replace('/functions/v1/swift-worker', ''),
        APIKEY: whole.stack.description.apikey,
        PARTNER_KEY: whole.partner.api_key,
      },
    });
    console.log(`${name}: compiled and called (${versions.join('; ')})`);
    expect(stdout).toMatch(/^Café (ts|py|oapi|go|java)\n$/);
  },
);
